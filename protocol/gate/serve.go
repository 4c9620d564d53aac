package gate

import (
	"context"
	"errors"
	"log"
	"net"
	"net/http"
	"time"

	"golang.org/x/net/netutil"
)

// A Server says how a page is served: how long a client may take, and how many there may be.
type Server struct {
	Handler            http.Handler
	Header, Body, Idle time.Duration
	Connections        int // at a time; more wait
	PerAddress         int // that another machine may have
	Log                *log.Logger
}

// Serve answers requests on l until ctx is done, as then are the contexts of all requests.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	server := &http.Server{
		Handler:           s.Handler,
		ReadHeaderTimeout: s.Header,
		ReadTimeout:       s.Body,
		IdleTimeout:       s.Idle,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          s.Log,
		BaseContext:       func(net.Listener) context.Context { return ctx },
	}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	perAddress := Gate{PerAddress: s.PerAddress}
	err := server.Serve(netutil.LimitListener(perAddress.Listener(l), s.Connections))
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// A patientWriter gives the client some time for every part of an answer that it is
// sent. Who takes none is disconnected.
type patientWriter struct {
	http.ResponseWriter
	control *http.ResponseController
	timeout time.Duration
}

// Patient returns a handler whose answers have a deadline: a client that takes nothing for that long
// is disconnected.
func Patient(next http.Handler, timeout time.Duration) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p := &patientWriter{w, http.NewResponseController(w), timeout}
		p.wait()
		next.ServeHTTP(p, r)
		p.wait() // for what is left in the buffer
	})
}

func (p *patientWriter) wait() {
	_ = p.control.SetWriteDeadline(time.Now().Add(p.timeout)) // not on a connection of tests
}

// Write writes b, in parts.
func (p *patientWriter) Write(b []byte) (n int, err error) {
	const part = 64 << 10
	for {
		p.wait()
		m, err := p.ResponseWriter.Write(b[n:min(n+part, len(b))])
		if n += m; err != nil || n == len(b) {
			return n, err
		}
	}
}

// Unwrap lets http.ResponseController find the connection.
func (p *patientWriter) Unwrap() http.ResponseWriter { return p.ResponseWriter }
