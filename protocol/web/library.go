package web

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"mime"
	"net/http"
	"slices"
	"time"

	"stupol/movegen"
	"stupol/protocol/library"
	"stupol/protocol/pattern"
	"stupol/protocol/words"
)

// Library is what the page needs of a library of games. *library.Library is one. It is an
// interface so that the page without a server has no database in it.
type Library interface {
	Stats(ctx context.Context, r *movegen.Rules, p *movegen.Position, q library.Query) (library.Stats, error)
	Find(ctx context.Context, q library.Query, visit func(library.Found) error) error
	Game(ctx context.Context, id int64) (*library.Game, error)
	Add(ctx context.Context, s library.Source, onAdded func(library.Added), onRejected func(library.Rejected)) (library.Added, error)
	InPlace() error
	Close() error
}

// What may be asked of a library at a time, and how long an answer may take.
const (
	mostFound  = 100 // games in an answer
	mostFile   = 64 << 20
	mostFaults = 20 // games that cannot be replayed, in an answer

	lookTime = 5 * time.Second
	findTime = 20 * time.Second
	addTime  = 10 * time.Minute
)

// mostName is how long a name to look for may be.
const mostName = 200

// mostFileName is how long the name of a file may be: as long as file systems let it.
const mostFileName = 1024

// libraryRoutes are those about the library, if there is one.
func (s *Server) libraryRoutes() []route {
	if s.shelf == nil {
		return nil
	}
	return []route{
		{"POST /api/library/stats", lookedUp, answer(s, lookedUp, look(s.shelf, lookTime, s.libraryStats))},
		{"POST /api/library/find", lookedUp, answer(s, lookedUp, look(s.shelf, findTime, s.libraryFind))},
		{"POST /api/library/game", lookedUp, answer(s, lookedUp, look(s.shelf, lookTime, s.libraryGame))},
		{"POST /api/library/add", added, http.HandlerFunc(s.libraryAdd)},
	}
}

// What a page may do with the library.
const (
	libraryRead = "read"
	libraryAdd  = "add"
)

// libraryFor returns what the page of a request may do with the library, "" if there is none.
// Games are added by pages of this machine only.
func (s *Server) libraryFor(r *http.Request) string {
	switch {
	case s.shelf == nil:
		return ""
	case s.opts.LibraryAdd && isLocal(r):
		return libraryAdd
	}
	return libraryRead
}

// A libraryRequest asks how games went on from the end of a game, and says what games must
// have to count. Names fit in part.
type libraryRequest struct {
	gameRequest
	Player  string   `json:"player,omitempty"`
	Event   string   `json:"event,omitempty"`
	From    int      `json:"from,omitempty"` // years; 0: any
	To      int      `json:"to,omitempty"`
	Results []string `json:"results,omitempty"` // "white" (which won), "black", "draw", "unknown"; none: any
}

// filter returns the query for what games must have.
func (q *libraryRequest) filter() (library.Query, error) {
	if len(q.Player) > mostName || len(q.Event) > mostName {
		return library.Query{}, refuse(http.StatusBadRequest, "the name is too long")
	}
	to := library.Query{Player: q.Player, Event: q.Event, FirstYear: q.From, LastYear: q.To}
	for _, name := range q.Results {
		o, ok := library.ResultNamed(name)
		if !ok {
			return library.Query{}, refuse(http.StatusBadRequest, fmt.Sprintf("%q is no result", name))
		}
		if !slices.Contains(to.Outcomes, o) {
			to.Outcomes = append(to.Outcomes, o)
		}
	}
	return to, nil
}

// A statsAnswer is how games went on from a position.
type statsAnswer struct {
	All   resultsAnswer  `json:"all"`
	Moves []movesAnswer  `json:"moves"`           // those of the most games first
	Ended *resultsAnswer `json:"ended,omitempty"` // the games that end there
}

// A resultsAnswer is how games have ended. Score is what White made of those with a known
// result, from 0 to 1, a draw counting half.
type resultsAnswer struct {
	Games   int      `json:"games"`
	White   int      `json:"white"`
	Drawn   int      `json:"drawn"`
	Black   int      `json:"black"`
	Unknown int      `json:"unknown"`
	Score   *float64 `json:"score"`
}

// A movesAnswer is how games went on by a move. Chance is the mean of White's chances after it
// in the games that were analysed there.
type movesAnswer struct {
	Move string `json:"move"`
	Text string `json:"text"`
	resultsAnswer
	Chance *float64 `json:"chance"`
}

// describeResults returns how games have ended.
func describeResults(r library.Results) resultsAnswer {
	a := resultsAnswer{Games: r.Games, White: r.White, Drawn: r.Drawn, Black: r.Black, Unknown: r.Unknown}
	if score, known := r.Score(); known {
		a.Score = &score
	}
	return a
}

func (s *Server) libraryStats(ctx context.Context, l Library, q libraryRequest) (*statsAnswer, error) {
	g, err := q.game(ctx, nil)
	if err != nil {
		return nil, err
	}
	query, err := q.filter()
	if err != nil {
		return nil, err
	}
	st, err := l.Stats(ctx, g.Rules(), g.Position(), query)
	if err != nil {
		return nil, s.shelf.unwell(err)
	}
	a := &statsAnswer{All: describeResults(st.Games), Moves: []movesAnswer{}}
	for _, m := range st.Moves {
		move := movesAnswer{Move: m.Move, Text: m.Text, resultsAnswer: describeResults(m.Results)}
		if m.Analysed > 0 {
			move.Chance = &m.Chance
		}
		a.Moves = append(a.Moves, move)
	}
	if st.Ended != nil {
		ended := describeResults(*st.Ended)
		a.Ended = &ended
	}
	return a, nil
}

// A findRequest asks for games.
type findRequest struct {
	libraryRequest
	Here bool `json:"here,omitempty"` // that have the position at the end of the game

	// Next is the move by which they go on from there, as Hub writes it.
	Next string `json:"next,omitempty"`

	// Pattern is what squares must hold: see pattern.OfBoard. Swap has the pattern with
	// the colours exchanged and the board turned do as well.
	Pattern string `json:"pattern,omitempty"`
	Swap    bool   `json:"swap,omitempty"`

	After int64 `json:"after,omitempty"` // only games with greater numbers
}

// A findAnswer lists games, in the order in which they were added.
type findAnswer struct {
	Games []library.Found `json:"games"`
	More  bool            `json:"more,omitempty"` // there may be others
}

// query returns what to look for.
func (q *findRequest) query(ctx context.Context) (library.Query, error) {
	g, err := q.game(ctx, nil)
	if err != nil {
		return library.Query{}, err
	}
	to, err := q.filter()
	if err != nil {
		return to, err
	}
	r := g.Rules()
	to.Rules = r
	if q.Here || q.Next != "" {
		to.Position = g.Position()
	}
	if q.Next != "" {
		m, err := r.ParseHubMove(g.Position(), q.Next)
		if err != nil {
			return to, err
		}
		to.Next = &m
	}
	if q.Pattern != "" {
		p, err := pattern.OfBoard(r, q.Pattern)
		if err != nil {
			return to, err
		}
		if !p.IsZero() {
			to.Pattern, to.Swap = &p, q.Swap
		}
	}
	if q.After > 0 {
		to.IDs = []library.Range{{First: min(q.After, math.MaxInt64-1) + 1, Last: math.MaxInt64}}
	}
	to.Limit = mostFound + 1
	return to, nil
}

// libraryFind lists games. What was found when the time is over is an answer, too.
func (s *Server) libraryFind(ctx context.Context, l Library, q findRequest) (*findAnswer, error) {
	query, err := q.query(ctx)
	if err != nil {
		return nil, err
	}
	a := &findAnswer{Games: []library.Found{}}
	err = l.Find(ctx, query, func(f library.Found) error {
		a.Games = append(a.Games, f)
		return nil
	})
	switch {
	case len(a.Games) > mostFound:
		a.Games, a.More = a.Games[:mostFound], true
	case len(a.Games) > 0 && errors.Is(err, context.DeadlineExceeded):
		a.More, err = true, nil
	}
	return a, s.shelf.unwell(err)
}

// A libraryGameRequest asks for a game by its number.
type libraryGameRequest struct {
	ID int64 `json:"id"`
}

func (s *Server) libraryGame(ctx context.Context, l Library, q libraryGameRequest) (*treeGame, error) {
	g, err := l.Game(ctx, q.ID)
	if errors.Is(err, library.ErrNoGame) {
		return nil, refuse(http.StatusNotFound, "the library has no such game")
	}
	if err != nil {
		return nil, s.shelf.unwell(err)
	}
	r, err := movegen.Lookup(g.Variant)
	if err == nil {
		err = s.prepare(r)
	}
	if err != nil {
		return nil, err
	}
	return readTree(ctx, g.PDN, r, s.evals.of(r).Scale())
}

// An addedEvent tells what became of the games of a file so far.
type addedEvent struct {
	library.Added
	Faults []faultAnswer `json:"faults,omitempty"` // of the first games that cannot be replayed
}

// A faultAnswer is why a game of a file cannot be replayed.
type faultAnswer struct {
	Game   int        `json:"game"` // its number in the file
	Line   int        `json:"line"`
	Text   string     `json:"text"`
	Reason words.Said `json:"reason"`
}

// libraryAdd adds the games of the file that is the body of a request. It answers with events:
// "added" after each batch, then "done" or "failed". When the client goes away the games that
// it was told of are in the library.
func (s *Server) libraryAdd(w http.ResponseWriter, r *http.Request) {
	name, err := s.addedName(r)
	if err != nil {
		failWith(w, err)
		return
	}
	waiting, stop := context.WithTimeout(r.Context(), added.work)
	defer stop()
	select {
	case s.shelf.adding <- struct{}{}:
		defer func() { <-s.shelf.adding }()
	case <-waiting.Done():
		failWith(w, errBusy)
		return
	}
	h := holding{of: &s.memory}
	defer h.release()
	source, err := s.sourceOf(w, r, name, &h)
	if err == nil {
		err = s.shelf.renew(waiting)
	}
	if err != nil {
		failWith(w, err)
		return
	}
	s.addGames(w, r, source)
}

// addGames adds the games of a file, whose turn it is.
func (s *Server) addGames(w http.ResponseWriter, r *http.Request, source library.Source) {
	ctx, cancel := context.WithTimeout(r.Context(), added.work)
	defer cancel()
	l, err := s.shelf.open(true)
	if err != nil {
		failWith(w, s.shelf.unwell(err))
		return
	}
	out := newStream(w, s.timeouts)
	out.broken = cancel
	out.begin()
	var e addedEvent
	e.Added, err = l.Add(ctx, source, func(a library.Added) {
		out.send("added", addedEvent{Added: a})
	}, func(fault library.Rejected) {
		if len(e.Faults) < mostFaults {
			e.Faults = append(e.Faults, faultAnswer{fault.Game, fault.Line, fault.Text, words.Said(fault.Reason)})
		}
	})
	if err = tooLong(s.shelf.unwell(cmp.Or(err, l.Close())), addTime); err != nil {
		out.send("failed", map[string]words.Said{"error": words.Said(err.Error())})
		return
	}
	out.send("done", e)
}

// addedName returns the name of the file to add, which is in the address. A form of another site
// cannot have the type that it demands.
func (s *Server) addedName(r *http.Request) (string, error) {
	name := r.URL.Query().Get("name")
	switch kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); {
	case s.libraryFor(r) != libraryAdd:
		return "", refuse(http.StatusForbidden, "games are added on the machine that Stupol runs on, at localhost")
	case kind != "application/octet-stream":
		return "", refuse(http.StatusUnsupportedMediaType, "the body must be application/octet-stream")
	case name == "":
		return "", refuse(http.StatusBadRequest, "the file has no name")
	case len(name) > mostFileName:
		return "", refuse(http.StatusBadRequest, "the name is too long")
	}
	return name, nil
}

// sourceOf reads the file in the body of a request. It is read when it is its turn, for which its
// client may have waited longer than a request may take to come: the time for that begins now.
func (s *Server) sourceOf(w http.ResponseWriter, r *http.Request, name string, h *holding) (library.Source, error) {
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(s.timeouts.body)) // not on a connection of tests
	var text bytes.Buffer
	text.Grow(int(min(max(r.ContentLength, 0), mostFile)) + bytes.MinRead)
	_, err := text.ReadFrom(heldReader{http.MaxBytesReader(w, r.Body, mostFile), h})
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return library.Source{}, refuse(http.StatusRequestEntityTooLarge, fmt.Sprintf("that file has more than %d MB: stupol games add adds it", mostFile>>20))
	}
	open := func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text.Bytes())), nil }
	return library.Source{Name: name, Open: open, Threads: s.opts.Threads}, err
}
