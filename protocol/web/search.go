package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"time"

	"stupol/eval"
	"stupol/movegen"
	"stupol/protocol/pdn"
	"stupol/search"
)

// A searchRequest asks the engine of a tab to think about the end of a game.
type searchRequest struct {
	gameRequest
	Tab  string `json:"tab"`
	Pass bool   `json:"pass,omitempty"` // the side to move passes: what does the other one threaten?

	Threads int `json:"threads,omitempty"`
	Hash    int `json:"hash,omitempty"`  // MiB
	Level   int `json:"level,omitempty"` // of play; 0: all there is

	// Play makes it stop where a player would: when only one move is legal,
	// and as a level below the highest says.
	Play     bool          `json:"play,omitempty"`
	Lines    int           `json:"lines,omitempty"`
	Depth    int           `json:"depth,omitempty"`
	MoveTime int           `json:"moveTime,omitempty"` // milliseconds; all times are
	Clock    *clockRequest `json:"clock,omitempty"`
}

type clockRequest struct {
	Remaining int `json:"remaining"`
	Increment int `json:"increment"`
}

// An engineEvent says what thinks.
type engineEvent struct {
	Scale float64 `json:"scale"` // of the scores: hundredths of a man a logit
	Table int     `json:"table"` // MiB
}

// An infoEvent is a finding of a search.
type infoEvent struct {
	Line  int      `json:"line"`
	Depth int      `json:"depth"`
	Nodes int64    `json:"nodes"`
	Time  int64    `json:"time"`  // milliseconds
	Speed int64    `json:"speed"` // nodes a second
	Moves []string `json:"moves"` // the expected line
	Texts []string `json:"texts"`
	scoreAnswer
}

// A scoreAnswer is a score for White, in hundredths of a man, whoever moves.
type scoreAnswer struct {
	Score int    `json:"score"`
	Kind  string `json:"kind,omitempty"`  // "end": the game is won or lost; "database": its value is known
	Plies int    `json:"plies,omitempty"` // until then
}

// A doneEvent is how a search has ended.
type doneEvent struct {
	Found bool   `json:"found"`
	Move  string `json:"move,omitempty"`
	Text  string `json:"text,omitempty"`
	Depth int    `json:"depth"`
	Legal int    `json:"legal"` // how many moves there were to choose from
	scoreAnswer
}

// The limits of what may be asked.
const (
	mostLines   = 10
	mostDepth   = 200
	mostTime    = 24 * time.Hour
	longestLine = 40 // plies that are told
)

var tabName = regexp.MustCompile(`^[A-Za-z0-9-]{8,64}$`)

// search thinks, and tells what it finds until it is done or the request ends.
func (s *Server) search(w http.ResponseWriter, r *http.Request) {
	var q searchRequest
	if err := readJSON(w, r, small, &q); err != nil {
		failWith(w, err)
		return
	}
	g, err := q.check()
	if err != nil {
		failWith(w, err)
		return
	}
	out := newStream(w, s.timeouts)
	err = s.engines.use(r.Context(), q.Tab, s.options(&q, g), func(ctx context.Context, e Engine) {
		out.begin()
		scale := cmp.Or(s.scales.of(g.Rules()), eval.DefaultScale)
		out.send("engine", engineEvent{Scale: scale, Table: int(e.TableBytes() >> 20)})
		think(ctx, e, g, q.limits(), out)
	})
	if err != nil && r.Context().Err() == nil {
		failWith(w, err)
	}
}

// check returns the game to think about.
func (q *searchRequest) check() (*movegen.Game, error) {
	g, err := q.game(nil)
	switch {
	case err != nil:
		return nil, err
	case !tabName.MatchString(q.Tab):
		return nil, refuse(http.StatusBadRequest, "the tab has no name")
	case q.Level < 0 || q.Level > search.FullSkill:
		return nil, refuse(http.StatusBadRequest, fmt.Sprintf("level %d is not within 1 to %d", q.Level, search.FullSkill))
	case q.Depth < 0:
		return nil, refuse(http.StatusBadRequest, fmt.Sprintf("depth %d is less than 0", q.Depth))
	case !q.Pass:
		return g, nil
	}
	p := g.Position()
	passed := movegen.NewPosition(p.Turn.Opponent(), p.Pieces[movegen.White], p.Pieces[movegen.Black], p.Kings)
	return movegen.NewGameFrom(g.Rules(), passed, g.DrawRules()), nil
}

// options returns the engine that a request needs, within what the server gives.
func (s *Server) options(q *searchRequest, g *movegen.Game) search.Options {
	hash := min(max(q.Hash, 1), s.opts.Hash)
	if q.Hash == 0 {
		hash = min(16, s.opts.Hash)
	}
	return search.Options{
		Rules:      g.Rules(),
		Threads:    min(max(q.Threads, 1), s.opts.Threads),
		TableBytes: int64(hash) << 20,
		Endgames:   s.dbs.of(g.Rules()),
		Book:       s.books.of(g.Rules()),
		Skill:      q.Level,
	}
}

// limits returns when the search must end.
func (q *searchRequest) limits() search.Limits {
	l := search.Limits{
		Depth:    min(q.Depth, mostDepth),
		MoveTime: milliseconds(q.MoveTime),
		Lines:    min(max(q.Lines, 1), mostLines),
		Analyze:  !q.Play,
		Overhead: 20 * time.Millisecond,
	}
	if q.Clock != nil {
		l.Clock = &search.Clock{Remaining: milliseconds(q.Clock.Remaining), Increment: milliseconds(q.Clock.Increment)}
	}
	return l
}

func milliseconds(n int) time.Duration {
	return time.Duration(min(max(n, 0), int(mostTime/time.Millisecond))) * time.Millisecond
}

// think searches and tells what it finds.
func think(ctx context.Context, e Engine, g *movegen.Game, l search.Limits, out *stream) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	out.broken = cancel
	type ending struct {
		result search.Result
		err    error
	}
	done := make(chan ending, 1)
	go func() {
		r, err := e.Search(ctx, g, l, func(i search.Info) { out.note(i.Line, describeInfo(g, i)) })
		done <- ending{r, err}
	}()
	end := wait(done, out)
	out.flush()
	if end.err == nil && ctx.Err() != nil {
		end.err = errors.New("the engine was stopped")
	}
	if end.err != nil {
		out.send("failed", map[string]string{"error": end.err.Error()})
		return
	}
	out.send("done", describeEnd(g, end.result))
}

// wait returns what comes from done and meanwhile writes what was noted.
func wait[T any](done <-chan T, out *stream) T {
	flush := time.NewTicker(flushEvery)
	defer flush.Stop()
	for {
		select {
		case end := <-done:
			return end
		case <-flush.C:
			out.flush()
			out.beat()
		}
	}
}

func describeInfo(g *movegen.Game, i search.Info) infoEvent {
	r, p := g.Rules(), *g.Position()
	e := infoEvent{
		Line: i.Line, Depth: i.Depth, Nodes: i.Nodes, Time: i.Time.Milliseconds(),
		scoreAnswer: describeScore(i.Score, p.Turn),
	}
	if i.Time > 0 {
		e.Speed = int64(float64(i.Nodes) / i.Time.Seconds())
	}
	for _, m := range i.PV[:min(len(i.PV), longestLine)] {
		e.Moves = append(e.Moves, r.HubMove(m))
		e.Texts = append(e.Texts, pdn.Usual.Move(r, &p, m))
		p = r.Play(&p, m)
	}
	return e
}

func describeEnd(g *movegen.Game, result search.Result) doneEvent {
	e := doneEvent{Found: result.Found, Depth: result.Depth, Legal: len(g.LegalMoves(nil))}
	if result.Found {
		e.Move = g.Rules().HubMove(result.Move)
		e.Text = pdn.Usual.Move(g.Rules(), g.Position(), result.Move)
		e.scoreAnswer = describeScore(result.Score, g.Position().Turn)
	}
	return e
}

// describeScore returns a score for the side to move as one for White.
func describeScore(score search.Score, turn movegen.Color) scoreAnswer {
	a := scoreAnswer{Score: int(score)}
	distance := max(score, -score)
	switch {
	case score.IsProven():
		a.Kind, a.Plies = "end", int(search.Win-distance)
	case distance > search.MaxEval:
		a.Kind, a.Plies = "database", int(search.DatabaseWin-distance)
	}
	if turn == movegen.Black {
		a.Score = -a.Score
	}
	return a
}

// A closeRequest says that a tab needs its engine no more.
type closeRequest struct {
	Tab string `json:"tab"`
}

func (s *Server) closeTab(_ context.Context, q closeRequest) (struct{}, error) {
	s.engines.free(q.Tab)
	return struct{}{}, nil
}
