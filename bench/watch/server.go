package watch

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"io/fs"
	"log"
	"net"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"stupol/bench/match"
	"stupol/protocol/gate"
	"stupol/protocol/pdn"
	"stupol/protocol/web"
)

// Options says who may watch.
type Options struct {
	Token    string // that watchers have to know; "": nobody needs one
	Remote   bool   // other machines may open the page
	HostName string // by which they know this one
	Analyse  string // the address of a board, of stupol web, on which finished games can be opened; "": none
	Log      *log.Logger
}

// mostGames is how many finished games are kept to be looked at, some 15 KB each.
const mostGames = 20_000

// A Server shows a match. Its methods may be called by several goroutines at once.
type Server struct {
	handler http.Handler
	began   time.Time
	every   time.Duration // between two looks of the watchers, since it began
	beat    time.Duration // between signs of life
	analyse string        // Options.Analyse

	mu        sync.Mutex
	version   int // of all below; it grows with every change
	match     *match.Match
	header    match.Header
	standings *match.Standings  // that no longer change
	live      map[int]*liveGame // by worker
	games     []*match.Game     // that have ended
	epoch     int               // changes when games are not those before with more added
	follows   bool              // the match is known by its journals, which have no games that are played
	over      bool
	trials    *queue // nil: it is no queue

	watchers atomic.Int32
	frames   frames
	busy     chan struct{} // has room for who asks for a game
}

// A liveGame is one that is played.
type liveGame struct {
	match.Game
	since time.Time // of its last move
}

//go:embed page
var pageFiles embed.FS

// New returns a server of a match that has yet to begin.
func New(o Options) *Server { return newServer(o, 500*time.Millisecond, 10*time.Second) }

// newServer returns one that looks every so often, and disconnects a watcher that takes nothing for
// longer than patience.
func newServer(o Options, every, patience time.Duration) *Server {
	s := &Server{began: time.Now(), every: every, beat: 5 * time.Second, analyse: o.Analyse, live: map[int]*liveGame{}, busy: make(chan struct{}, 1)}
	s.frames.boards = map[int]*replayed{}
	guard := &gate.Guard{
		Token: o.Token, Remote: o.Remote, HostName: o.HostName, Log: o.Log,
		Closed: "open the page with the address that stupol has printed: it ends in the token",
	}
	s.handler = gate.Patient(guard.Handler(s.routes()), patience)
	return s
}

// routes returns what answers requests that were let in. All of them only read.
func (s *Server) routes() http.Handler {
	files := gate.Files{}
	page, _ := fs.Sub(pageFiles, "page") // a valid name
	files.Add("/", page)
	web.AddLanguages(files)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/events", s.events)
	mux.HandleFunc("GET /api/game", s.game)
	mux.HandleFunc("GET /games.pdn", s.pdn)
	mux.HandleFunc("GET /", func(w http.ResponseWriter, r *http.Request) {
		if !files.Serve(w, r) {
			http.Error(w, "Stupol: there is nothing at this address", http.StatusNotFound)
		}
	})
	return mux
}

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Serve answers requests on l until ctx is done.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	server := gate.Server{
		Handler: s, Header: 5 * time.Second, Body: 20 * time.Second, Idle: time.Minute,
		Connections: 200, PerAddress: 40,
	}
	return server.Serve(ctx, l)
}

// Begin shows a match, in place of one before it, with the games that an earlier run of it has
// played.
func (s *Server) Begin(m *match.Match, standings *match.Standings, earlier []*match.Game) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.begin(m, standings, earlier)
}

func (s *Server) begin(m *match.Match, standings *match.Standings, earlier []*match.Game) {
	s.version++
	s.match, s.header, s.standings = m, m.Header(), standings.Snapshot()
	s.games = slices.Clone(earlier[:min(len(earlier), mostGames)])
	clear(s.live)
	s.epoch++
}

// Ply notes how far a game has come: it is a match.Match.OnPly.
func (s *Server) Ply(worker int, g match.Game) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.version++
	s.live[worker] = &liveGame{g, time.Now()}
}

// Finished notes a game that has ended, and the standings after it, which must not change before
// it returns.
func (s *Server) Finished(g *match.Game, standings *match.Standings) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.version++
	s.standings = standings.Snapshot()
	if len(s.games) < mostGames {
		s.games = append(s.games, g)
	}
	for worker, l := range s.live {
		if l.Pair == g.Pair && l.Leg == g.Leg {
			delete(s.live, worker)
		}
	}
}

// Replace shows a match as its journals have it.
func (s *Server) Replace(p match.Progress) {
	games := slices.Clone(p.Merger.Games())
	games = games[:min(len(games), mostGames)]
	s.mu.Lock()
	defer s.mu.Unlock()
	s.version++
	s.match, s.header, s.standings, s.follows = p.Match, p.Merger.Header(), p.Standings.Snapshot(), true
	if len(games) < len(s.games) || !slices.EqualFunc(s.games, games[:len(s.games)], isSame) {
		s.epoch++
	}
	s.games = games
}

// isSame reports whether two games are the same one of a match.
func isSame(a, b *match.Game) bool { return a.Pair == b.Pair && a.Leg == b.Leg }

// End says that nothing more is played, and gives those who watch the time to hear it.
func (s *Server) End() {
	s.mu.Lock()
	s.version++
	s.over = true
	clear(s.live)
	s.mu.Unlock()
	if s.watchers.Load() > 0 {
		time.Sleep(2 * s.every)
	}
}

// find returns the match and its finished game with that number, nil if there is none.
func (s *Server) find(number string) (*match.Match, *match.Game) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.games, func(g *match.Game) bool { return g.Number() == number })
	if i < 0 {
		return s.match, nil
	}
	return s.match, s.games[i]
}

// game answers with a finished game, move by move.
func (s *Server) game(w http.ResponseWriter, r *http.Request) {
	s.busy <- struct{}{}
	defer func() { <-s.busy }()
	m, g := s.find(r.FormValue("number"))
	if g == nil {
		http.Error(w, "Stupol: there is no such game", http.StatusNotFound)
		return
	}
	view, err := viewGame(m, g)
	if err != nil {
		http.Error(w, "Stupol: "+err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(encoded(view)) // who has gone needs nothing
}

// pdn answers with a finished game, or with all of them, in Portable Draughts Notation.
func (s *Server) pdn(w http.ResponseWriter, r *http.Request) {
	var games []*match.Game
	var m *match.Match
	if number := r.FormValue("number"); number != "" {
		var g *match.Game
		if m, g = s.find(number); g != nil {
			games = append(games, g)
		}
	} else {
		s.mu.Lock()
		m, games = s.match, slices.Clone(s.games)
		s.mu.Unlock()
	}
	if len(games) == 0 {
		http.Error(w, "Stupol: there is no such game", http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="match.pdn"`)
	for i, g := range games {
		text, err := s.text(m, g)
		if err != nil {
			text = "% " + err.Error() + "\n"
		}
		if i > 0 {
			text = "\n" + text
		}
		if _, err := w.Write([]byte(text)); err != nil {
			return
		}
	}
}

// text returns a game in Portable Draughts Notation.
func (s *Server) text(m *match.Match, g *match.Game) (string, error) {
	s.busy <- struct{}{}
	defer func() { <-s.busy }()
	record, err := m.PDN(g)
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	err = pdn.NewWriter(&b).Write(record)
	return b.String(), err
}

// encoded returns v as JSON.
func encoded(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // there is nothing in our types that JSON lacks
	}
	return text
}
