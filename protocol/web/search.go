package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"time"

	"stupol/movegen"
	"stupol/protocol/analysis"
	"stupol/protocol/pdn"
	"stupol/search"
)

// A searchRequest asks the engine of a tab to think about the end of a game.
type searchRequest struct {
	gameRequest
	Tab    string `json:"tab"`
	Engine string `json:"engine,omitempty"` // which is to think; empty: Stupol
	Pass   bool   `json:"pass,omitempty"`   // the side to move passes: what does the other one threaten?

	Without string `json:"without,omitempty"` // a move that is left out, as Hub writes it

	Threads int `json:"threads,omitempty"`
	Hash    int `json:"hash,omitempty"`  // MiB
	Level   int `json:"level,omitempty"` // of play; 0: all there is

	// Play makes it stop where a player would: when only one move is legal,
	// and as a level below the highest says.
	Play     bool          `json:"play,omitempty"`
	Lines    int           `json:"lines,omitempty"`
	Depth    int           `json:"depth,omitempty"`
	Nodes    int64         `json:"nodes,omitempty"`
	Fresh    bool          `json:"fresh,omitempty"`    // it begins with an empty table: the same again finds the same; another engine is asked even if it has refused
	MoveTime int           `json:"moveTime,omitempty"` // milliseconds; all times are
	Clock    *clockRequest `json:"clock,omitempty"`
}

type clockRequest struct {
	Remaining int `json:"remaining"`
	Increment int `json:"increment"`
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
	Score  int     `json:"score"`
	Kind   string  `json:"kind,omitempty"`  // "end": the game is won or lost; "database": its value is known
	Plies  int     `json:"plies,omitempty"` // until then
	Chance float64 `json:"chance"`          // of White, 0 to 1
}

// A doneEvent is how a search has ended.
type doneEvent struct {
	Found bool     `json:"found"`
	Move  string   `json:"move,omitempty"`
	Text  string   `json:"text,omitempty"`
	Moves []string `json:"moves,omitempty"` // the expected line
	Depth int      `json:"depth"`
	scoreAnswer
}

// The limits of what may be asked.
const (
	mostLines   = 10
	mostDepth   = 200
	mostTime    = 24 * time.Hour
	longestLine = 40 // plies that are told
)

var errTab = refuse(http.StatusBadRequest, "the tab has no name")

var tabName = regexp.MustCompile(`^[A-Za-z0-9-]{8,64}$`)

var errStopped = errors.New("the engine was stopped")

// search thinks, and tells what it finds until it is done or the request ends.
func (s *Server) search(w http.ResponseWriter, r *http.Request) {
	var q searchRequest
	if err := s.readQuestion(w, r, &q); err != nil {
		failWith(w, err)
		return
	}
	g, err := q.check(r.Context())
	if err == nil {
		err = s.prepare(g.Rules())
	}
	if err != nil {
		failWith(w, err)
		return
	}
	if q.Engine != "" {
		if err := s.searchPeer(r.Context(), w, &q, g); err != nil {
			failWith(w, err)
		}
		return
	}
	limits, err := q.limits(g)
	if err != nil {
		failWith(w, err)
		return
	}
	out := newStream(w, s.timeouts)
	err = s.engines.use(r.Context(), q.Tab, s.options(&q, g), func(ctx context.Context, e Engine) {
		out.begin()
		if q.Fresh {
			e.Clear()
		}
		out.end(think(ctx, e, g, limits, out))
	})
	if err != nil && r.Context().Err() == nil {
		failWith(w, err)
	}
}

// readQuestion reads what is to be searched. Nothing of its text is held as long as the search
// takes.
func (s *Server) readQuestion(w http.ResponseWriter, r *http.Request, q *searchRequest) error {
	h := holding{of: &s.memory}
	defer h.release()
	return readJSON(w, r, watched, &h, q)
}

// check returns the game to think about.
func (q *searchRequest) check(ctx context.Context) (*movegen.Game, error) {
	g, err := q.game(ctx, nil)
	switch {
	case err != nil:
		return nil, err
	case !tabName.MatchString(q.Tab):
		return nil, errTab
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

// limits returns when the search of a game must end, and the moves it has to choose from.
func (q *searchRequest) limits(g *movegen.Game) (search.Limits, error) {
	l := search.Limits{
		Depth:    min(q.Depth, mostDepth),
		Nodes:    max(q.Nodes, 0),
		MoveTime: milliseconds(q.MoveTime),
		Lines:    min(max(q.Lines, 1), mostLines),
		Analyze:  !q.Play,
		Overhead: 20 * time.Millisecond,
	}
	if q.Clock != nil {
		l.Clock = &search.Clock{Remaining: milliseconds(q.Clock.Remaining), Increment: milliseconds(q.Clock.Increment)}
	}
	if q.Without == "" {
		return l, nil
	}
	out, err := g.Rules().ParseHubMove(g.Position(), q.Without)
	if err != nil {
		return l, err
	}
	l.Moves = slices.DeleteFunc(g.LegalMoves(nil), func(m movegen.Move) bool { return m == out })
	if len(l.Moves) == 0 {
		return l, refuse(http.StatusBadRequest, "there is no other move")
	}
	return l, nil
}

func milliseconds(n int) time.Duration {
	return time.Duration(min(max(n, 0), int(mostTime/time.Millisecond))) * time.Millisecond
}

// A thinker is what thinks: an Engine, or a PeerEngine on a scale.
type thinker interface {
	Search(ctx context.Context, g *movegen.Game, l search.Limits, onInfo func(search.Info)) (search.Result, error)
	Scale() float64
}

// think searches and tells what it finds, and how it has ended unless that is an error. One that
// was stopped has the error of a context.
func think(ctx context.Context, e thinker, g *movegen.Game, l search.Limits, out *stream) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	out.broken = cancel
	type ending struct {
		result search.Result
		err    error
	}
	done := make(chan ending, 1)
	go func() {
		r, err := e.Search(ctx, g, l, func(i search.Info) { out.note(i.Line, describeInfo(g, i, e.Scale())) })
		done <- ending{r, err}
	}()
	end := wait(done, out)
	out.flush()
	if err := cmp.Or(end.err, ctx.Err()); err != nil {
		return err
	}
	out.send("done", describeEnd(g, end.result, e.Scale()))
	return nil
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

func describeInfo(g *movegen.Game, i search.Info, scale float64) infoEvent {
	r, p := g.Rules(), *g.Position()
	e := infoEvent{
		Line: i.Line, Depth: i.Depth, Nodes: i.Nodes, Time: i.Time.Milliseconds(),
		scoreAnswer: describeScore(i.Score, p.Turn, scale),
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

func describeEnd(g *movegen.Game, result search.Result, scale float64) doneEvent {
	e := doneEvent{Found: result.Found, Depth: result.Depth}
	if !result.Found {
		return e
	}
	r, p := g.Rules(), g.Position()
	e.Move, e.Text = r.HubMove(result.Move), pdn.Usual.Move(r, p, result.Move)
	e.scoreAnswer = describeScore(result.Score, p.Turn, scale)
	for _, m := range result.PV[:min(len(result.PV), longestLine)] {
		e.Moves = append(e.Moves, r.HubMove(m))
	}
	return e
}

// describeScore returns a score for the side to move as one for White. The scale is that of
// the evaluation it comes from.
func describeScore(score search.Score, turn movegen.Color, scale float64) scoreAnswer {
	if turn == movegen.Black {
		score = -score
	}
	a := scoreAnswer{Score: int(score), Chance: analysis.Chance(score, scale)}
	distance := max(score, -score)
	switch {
	case score.IsProven():
		a.Kind, a.Plies = "end", int(search.Win-distance)
	case distance > search.MaxEval:
		a.Kind, a.Plies = "database", int(search.DatabaseWin-distance)
	}
	return a
}

// A drawAnswer says whether the engine takes a draw.
type drawAnswer struct {
	Accepted bool `json:"accepted"`
}

// draw answers the side to move that offers a draw. The fields of a search that say when it
// ends do not count.
func (s *Server) draw(ctx context.Context, q searchRequest) (a drawAnswer, err error) {
	g, err := q.check(ctx)
	if err == nil {
		err = s.prepare(g.Rules())
	}
	if err != nil {
		return a, err
	}
	used := s.engines.use(ctx, q.Tab, s.options(&q, g), func(ctx context.Context, e Engine) {
		a.Accepted, err = analysis.AcceptsDraw(ctx, e, g)
	})
	if errors.Is(err, context.Canceled) {
		err = errStopped
	}
	return a, cmp.Or(used, err)
}

// A closeRequest says that a tab needs its engine no more.
type closeRequest struct {
	Tab string `json:"tab"`
}

func (s *Server) closeTab(_ context.Context, q closeRequest) (struct{}, error) {
	if !tabName.MatchString(q.Tab) {
		return struct{}{}, errTab
	}
	s.engines.free(q.Tab)
	for _, e := range s.seats {
		if !e.Line { // a game over a line goes on when its page is loaded again
			e.free(q.Tab)
		}
	}
	return struct{}{}, nil
}
