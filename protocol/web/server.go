package web

import (
	"context"
	"io"
	"log"
	"net"
	"net/http"
	"sync"
	"time"

	"stupol/book"
	"stupol/book/endgame"
	"stupol/book/endgame/exercise"
	"stupol/eval"
	"stupol/movegen"
	"stupol/protocol/gate"
	"stupol/protocol/params"
	"stupol/protocol/puzzle"
	"stupol/search"
)

// Engine is what a board needs of a search. *search.Engine is one.
type Engine interface {
	// Search looks for a move until a limit is reached or ctx is done, and
	// then returns soon. It calls onInfo from one goroutine at a time, and
	// never after it has returned.
	Search(ctx context.Context, g *movegen.Game, l search.Limits, onInfo func(search.Info)) (search.Result, error)

	// Clear forgets what earlier searches have learned.
	Clear()

	// Scale returns how many hundredths of a man make a logit in its scores.
	Scale() float64

	// Close gives the memory of the engine back. It is called once, after the
	// last search.
	Close()
}

// Options says what a Server offers.
type Options struct {
	Version string // of the program, shown on the page

	// Maker makes engines, or NewEngine if it is not nil. They play the first BookPlies from
	// the book, moves that are at most BookMargin worse than the best.
	Maker      params.Maker
	NewEngine  func(search.Options) (Engine, error)
	BookPlies  int
	BookMargin search.Score

	// Prepare, if not nil, is called before the databases, the book and an engine of a game
	// are opened: a program that has them not in it fetches them.
	Prepare func(*movegen.Rules) error

	// Endgames opens the databases of a game; they are opened once and stay
	// open. If it is nil there are none.
	Endgames func(*movegen.Rules) *endgame.Database

	// Book opens the opening book of a game, once, like Endgames.
	Book func(*movegen.Rules) *book.Book

	// Eval returns the evaluation of a game, which says what its scores mean. It is asked
	// once, like Endgames.
	Eval func(*movegen.Rules) *eval.Evaluator

	// Library opens the library of games, to look things up or to add games; if it is nil there
	// is none. LibraryAdd says whether games may be added: by pages of this machine.
	Library    func(write bool) (Library, error)
	LibraryAdd bool

	// Peers are engines that are other programs, to play against and to analyse with.
	Peers []Peer

	Engines int // that may exist at a time; 0 is 4
	Threads int // the most an engine may have; 0 is 1
	Hash    int // the most MiB of table an engine may have; 0 is 64

	// Token, if not empty, is what the address of the page must carry as
	// /?token=TOKEN when it is opened first.
	Token string

	// Remote lets requests in whose Host is any IP address or HostName, not
	// only those of this machine.
	Remote   bool
	HostName string

	// Log is told of broken connections and faults of the server; nil: nobody.
	Log *log.Logger
}

// engine makes an engine.
func (o *Options) engine(so search.Options) (Engine, error) {
	so.BookPlies, so.BookMargin = o.BookPlies, o.BookMargin
	if o.NewEngine != nil {
		return o.NewEngine(so)
	}
	return o.Maker.Engine(so)
}

// A Server answers the requests of the page. It is an http.Handler.
type Server struct {
	opts    Options
	handler http.Handler
	engines *engines
	seats   []*seat // of Peers
	dbs     opened[*endgame.Database]
	books   opened[*book.Book]
	evals   opened[*eval.Evaluator]
	puzzles opened[[]puzzle.Puzzle]
	endings opened[[]exercise.Exercise]
	shelf   *shelf        // nil: there is no library
	busy    chan struct{} // has room for the requests that read, write or judge games
	memory  purse         // of all questions and answers

	guard *gate.Guard

	timeouts timeouts
}

// timeouts say how long a client may take.
type timeouts struct {
	header, body, idle time.Duration
	write              time.Duration // for one write of an answer
	linger             time.Duration // that an engine outlives its search
	beat               time.Duration // between signs of life in a search
	queue              time.Duration // that a board waits for an engine that is another program
	turn               time.Duration // of an analysis by it, if another board waits
	move               time.Duration // of a search for a move by it, if another board waits
	seated             time.Duration // that it lives when nobody asks
}

var usualTimeouts = timeouts{
	header: 5 * time.Second,
	body:   20 * time.Second,
	idle:   time.Minute,
	write:  10 * time.Second,
	linger: 4 * time.Second,
	beat:   2 * time.Second,
	queue:  10 * time.Second,
	turn:   5 * time.Second,
	move:   10 * time.Minute,
	seated: 2 * time.Minute,
}

// mostConnections is how many connections are served at a time; more wait. A
// browser opens six.
const mostConnections = 200

// mostPerAddress is how many connections another machine may have: those of a few tabs.
const mostPerAddress = 20

// New returns a server.
func New(o Options) *Server { return newServer(o, usualTimeouts) }

func newServer(o Options, t timeouts) *Server {
	if o.Engines == 0 {
		o.Engines = 4
	}
	o.Threads = max(o.Threads, 1)
	if o.Hash == 0 {
		o.Hash = 64
	}
	s := &Server{
		opts:     o,
		engines:  newEngines(o, t.linger),
		seats:    newSeats(o.Peers, t),
		dbs:      opened[*endgame.Database]{open: o.Endgames},
		books:    opened[*book.Book]{open: o.Book},
		evals:    opened[*eval.Evaluator]{open: o.Eval},
		puzzles:  opened[[]puzzle.Puzzle]{open: puzzle.Set},
		endings:  opened[[]exercise.Exercise]{open: exercise.Set},
		shelf:    newShelf(o.Library, o.logger()),
		busy:     make(chan struct{}, 2),
		guard:    newGuard(&o),
		timeouts: t,
	}
	s.memory.left.Store(mostHeld)
	s.handler = gate.Patient(s.guard.Handler(s.dispatch()), t.write)
	return s
}

// routes are the addresses of the server. Whatever is asked there has a budget.
func (s *Server) routes() []route {
	return append([]route{
		{"GET /", nothing, page()},
		{"GET /api/about", nothing, http.HandlerFunc(s.about)},
		{"POST /api/position", small, answer(s, small, inTime(small, s.position))},
		{"POST /api/move", small, answer(s, small, inTime(small, s.move))},
		{"POST /api/setup", small, answer(s, small, inTime(small, s.setup))},
		{"POST /api/rules", small, answer(s, small, inTime(small, s.rules))},
		{"POST /api/pdn/list", large, answer(s, large, inTurn(s.busy, inTime(large, s.listPDN)))},
		{"POST /api/pdn/read", large, answer(s, large, inTurn(s.busy, inTime(large, s.readPDN)))},
		{"POST /api/pdn/write", large, answer(s, large, inTurn(s.busy, inTime(large, s.writePDN)))},
		{"POST /api/picture", large, answer(s, large, inTurn(s.busy, inTime(large, s.picture)))},
		{"POST /api/search", watched, http.HandlerFunc(s.search)},
		{"POST /api/draw", small, answer(s, small, inTime(small, s.draw))},
		{"POST /api/judge", large, answer(s, large, inTurn(s.busy, inTime(large, s.judge)))},
		{"POST /api/opening", small, answer(s, small, inTurn(s.busy, inTime(small, s.opening)))},
		{"POST /api/puzzle", small, answer(s, small, inTime(small, s.puzzle))},
		{"POST /api/puzzle/try", small, answer(s, small, inTime(small, s.try))},
		{"POST /api/puzzle/play", small, answer(s, small, inTime(small, s.playOut))},
		{"POST /api/line", watched, http.HandlerFunc(s.listen)},
		{"POST /api/line/say", small, answer(s, small, inTime(small, s.say))},
		{"POST /api/engine", small, answer(s, small, inTime(small, s.peerOf))},
		{"POST /api/engine/set", small, onThisMachine(answer(s, small, inTime(small, s.setPeer)))},
		{"POST /api/close", small, answer(s, small, inTime(small, s.closeTab))},
	}, s.libraryRoutes()...)
}

// dispatch returns what answers requests that were let in.
func (s *Server) dispatch() http.Handler {
	mux := http.NewServeMux()
	for _, r := range s.routes() {
		mux.Handle(r.pattern, r.handler)
	}
	return mux
}

// prepare sees to it that what belongs to r is there.
func (s *Server) prepare(r *movegen.Rules) error {
	if s.opts.Prepare == nil {
		return nil
	}
	if err := s.opts.Prepare(r); err != nil {
		return refuse(http.StatusServiceUnavailable, err.Error())
	}
	return nil
}

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Serve answers requests on l until ctx is done. It ends all searches and
// engines before it returns.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	defer s.Close()
	server := gate.Server{
		Handler: s, Header: s.timeouts.header, Body: s.timeouts.body, Idle: s.timeouts.idle,
		Connections: mostConnections, PerAddress: mostPerAddress, Log: s.logger(),
	}
	return server.Serve(ctx, l)
}

// Close ends the engines and closes the databases and the library.
func (s *Server) Close() {
	s.engines.closeAll()
	for _, e := range s.seats {
		e.close()
	}
	s.shelf.close()
	s.dbs.each(func(db *endgame.Database) {
		if db != nil {
			_ = db.Close() // files that were only read
		}
	})
}

func (s *Server) logger() *log.Logger { return s.opts.logger() }

func (o *Options) logger() *log.Logger {
	if o.Log != nil {
		return o.Log
	}
	return log.New(io.Discard, "", 0)
}

// opened are the databases, or the opening books, of all games. Each is opened when
// it is needed first.
type opened[T any] struct {
	open func(*movegen.Rules) T

	mu  sync.Mutex
	all map[*movegen.Rules]T
}

// of returns what there is for r, the zero value if there is nothing.
func (o *opened[T]) of(r *movegen.Rules) (found T) {
	if o.open == nil {
		return found
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	found, ok := o.all[r]
	if !ok {
		found = o.open(r)
		if o.all == nil {
			o.all = map[*movegen.Rules]T{}
		}
		o.all[r] = found
	}
	return found
}

// each calls f with all that was opened, and forgets it.
func (o *opened[T]) each(f func(T)) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, found := range o.all {
		f(found)
	}
	o.all = nil
}
