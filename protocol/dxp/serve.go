package dxp

import (
	"context"
	"errors"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// How a server deals with a crowd.
const (
	// seatWait is how long a second connection is kept before it is told
	// that we are busy: a peer that drops the line and comes back at once may
	// be faster than the end of its old session.
	seatWait = 2 * time.Second

	// maxWaiting is how many connections are kept waiting. The rest are
	// closed at once.
	maxWaiting = 64

	// The pause after a failed accept, which is mostly a lack of file
	// descriptors, doubles up to the longest.
	shortestPause = 5 * time.Millisecond
	longestPause  = time.Second
)

// Serve plays with those who connect to l, one at a time; the next one is told
// "busy" and sent away. Nothing a peer does ends it. It returns nil when the
// match of an initiator has been played, and otherwise the error of ctx or
// of l. It closes l, and no goroutine of it is left when it returns.
func Serve(ctx context.Context, l net.Listener, o Options) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stop := context.AfterFunc(ctx, func() { l.Close() })
	defer stop()
	h := newHost(o)
	h.enough = cancel
	h.journal.event(0, "listening on %s", l.Addr())
	err := h.accept(ctx, l)
	cancel()
	h.visitors.Wait()
	if o.Match != nil && o.Match.Over() {
		return nil
	}
	return err
}

// A host is what all connections have in common.
type host struct {
	Options
	journal  *journal
	seat     chan struct{} // holds a token while somebody plays
	waiting  chan struct{} // holds a token for each connection
	knocked  atomic.Bool   // somebody was sent away; see session.idleLate
	visitors sync.WaitGroup
	enough   context.CancelFunc // called when the match is over
}

func newHost(o Options) *host {
	return &host{
		Options: o,
		journal: &journal{log: o.Log, note: o.Note},
		seat:    make(chan struct{}, 1),
		waiting: make(chan struct{}, maxWaiting),
		enough:  func() {},
	}
}

// accept lets visitors in until l is closed.
func (h *host) accept(ctx context.Context, l net.Listener) error {
	pause := shortestPause
	for {
		c, err := l.Accept()
		switch {
		case ctx.Err() != nil:
			if err == nil {
				c.Close()
			}
			return ctx.Err()
		case errors.Is(err, net.ErrClosed):
			return err
		case err != nil:
			h.journal.event(0, "%v", err)
			sleep(ctx, pause)
			pause = min(2*pause, longestPause)
		default:
			pause = shortestPause
			h.admit(ctx, c)
		}
	}
}

// admit looks after c in a goroutine, if there are not too many.
func (h *host) admit(ctx context.Context, c net.Conn) {
	select {
	case h.waiting <- struct{}{}:
	default:
		c.Close()
		return
	}
	h.visitors.Go(func() {
		defer func() { <-h.waiting }()
		h.receive(ctx, c)
	})
}

// receive plays with c, or sends it away if somebody else keeps us busy.
func (h *host) receive(ctx context.Context, c net.Conn) {
	patience := time.NewTimer(seatWait)
	defer patience.Stop()
	select {
	case h.seat <- struct{}{}:
		defer func() { <-h.seat }()
		h.play(ctx, c)
		if h.Match != nil && h.Match.Over() {
			h.enough()
		}
	case <-patience.C:
		h.sendAway(ctx, c)
	case <-ctx.Done():
		c.Close()
	}
}

// play holds a session on c and closes it.
func (h *host) play(ctx context.Context, c net.Conn) error {
	conn, line := h.open(c)
	h.journal.event(line, "connected with %s", c.RemoteAddr())
	hangUp := context.AfterFunc(ctx, func() { c.Close() })
	defer hangUp()
	frames := arrivals(conn)
	s := &session{Options: h.Options, ctx: ctx, conn: conn, journal: h.journal, line: line, knocked: &h.knocked}
	err := s.run(frames)
	if err != nil {
		h.journal.event(line, "%v", err)
	}
	conn.part(frames)
	h.journal.event(line, "disconnected")
	return err
}

// sendAway tells the peer on c that there is somebody else.
func (h *host) sendAway(ctx context.Context, c net.Conn) {
	conn, line := h.open(c)
	h.journal.event(line, "busy, sent away %s", c.RemoteAddr())
	hangUp := context.AfterFunc(ctx, func() { c.Close() })
	defer hangUp()
	h.knocked.Store(true)
	conn.Write(ctx, Chat("busy"))
	conn.part(arrivals(conn))
}

// open makes a logged Conn with a number of its own.
func (h *host) open(c net.Conn) (*Conn, int) {
	line := h.journal.open()
	return NewConn(c, func(sign, frame string) { h.journal.frame(line, sign, frame) }), line
}
