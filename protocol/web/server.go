package web

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"time"

	"golang.org/x/net/netutil"

	"stupol/book"
	"stupol/book/endgame"
	"stupol/movegen"
	"stupol/search"
)

// Engine is what a board needs of a search. *search.Engine is one.
type Engine interface {
	// Search looks for a move until a limit is reached or ctx is done, and
	// then returns soon. It calls onInfo from one goroutine at a time, and
	// never after it has returned.
	Search(ctx context.Context, g *movegen.Game, l search.Limits, onInfo func(search.Info)) (search.Result, error)

	// TableBytes returns the size of the transposition table.
	TableBytes() int64

	// Close gives the memory of the engine back. It is called once, after the
	// last search.
	Close()
}

// Options says what a Server offers.
type Options struct {
	Version string // of the program, shown on the page

	// NewEngine makes an engine.
	NewEngine func(search.Options) (Engine, error)

	// Endgames opens the databases of a game; they are opened once and stay
	// open. If it is nil there are none.
	Endgames func(*movegen.Rules) *endgame.Database

	// Book opens the opening book of a game, once, like Endgames.
	Book func(*movegen.Rules) *book.Book

	// Scale returns how many hundredths of a man make a logit in the scores of a game;
	// nil: eval.DefaultScale.
	Scale func(*movegen.Rules) float64

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

// A Server answers the requests of the page. It is an http.Handler.
type Server struct {
	opts    Options
	handler http.Handler
	engines *engines
	dbs     opened[*endgame.Database]
	books   opened[*book.Book]
	scales  opened[float64]
	busy    chan struct{} // has room for the requests that read and write files of games

	timeouts timeouts
}

// timeouts say how long a client may take.
type timeouts struct {
	header, body, idle time.Duration
	write              time.Duration // for one write of an answer
	linger             time.Duration // that an engine outlives its search
	beat               time.Duration // between signs of life in a search
}

var usualTimeouts = timeouts{
	header: 5 * time.Second,
	body:   20 * time.Second,
	idle:   time.Minute,
	write:  10 * time.Second,
	linger: 4 * time.Second,
	beat:   2 * time.Second,
}

// mostConnections is how many connections are served at a time; more wait. A
// browser opens six.
const mostConnections = 200

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
		dbs:      opened[*endgame.Database]{open: o.Endgames},
		books:    opened[*book.Book]{open: o.Book},
		scales:   opened[float64]{open: o.Scale},
		busy:     make(chan struct{}, 2),
		timeouts: t,
	}
	s.handler = s.guard(s.routes())
	return s
}

// routes returns what answers requests that were let in.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /", page())
	mux.HandleFunc("GET /api/about", s.about)
	mux.HandleFunc("POST /api/position", answer(small, s.position))
	mux.HandleFunc("POST /api/move", answer(small, s.move))
	mux.HandleFunc("POST /api/setup", answer(small, s.setup))
	mux.HandleFunc("POST /api/pdn/list", s.inTurn(answer(large, s.listPDN)))
	mux.HandleFunc("POST /api/pdn/read", s.inTurn(answer(large, s.readPDN)))
	mux.HandleFunc("POST /api/pdn/write", s.inTurn(answer(large, s.writePDN)))
	mux.HandleFunc("POST /api/search", s.search)
	mux.HandleFunc("POST /api/close", answer(small, s.closeTab))
	return mux
}

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Serve answers requests on l until ctx is done. It ends all searches and
// engines before it returns.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	defer s.Close()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	server := &http.Server{
		Handler:           s,
		ReadHeaderTimeout: s.timeouts.header,
		ReadTimeout:       s.timeouts.body,
		IdleTimeout:       s.timeouts.idle,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          s.logger(),
		BaseContext:       func(net.Listener) context.Context { return ctx },
	}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	err := server.Serve(netutil.LimitListener(l, mostConnections))
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// Close ends the engines and closes the databases.
func (s *Server) Close() {
	s.engines.closeAll()
	s.dbs.each(func(db *endgame.Database) {
		if db != nil {
			_ = db.Close() // files that were only read
		}
	})
}

func (s *Server) logger() *log.Logger {
	if s.opts.Log != nil {
		return s.opts.Log
	}
	return log.New(io.Discard, "", 0)
}

// inTurn keeps requests that take long from taking all processors.
func (s *Server) inTurn(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		select {
		case s.busy <- struct{}{}:
			defer func() { <-s.busy }()
			next(w, r)
		case <-r.Context().Done():
		}
	}
}
