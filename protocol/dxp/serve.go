package dxp

import (
	"context"
	"errors"
	"fmt"
	"math"
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

	// maxWaiting is how many connections are kept waiting. The rest are told
	// and closed at once.
	maxWaiting = 64

	// busyTime is what there is to tell them.
	busyTime = 10 * time.Millisecond

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
	h.enough, h.listens = cancel, true
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
	door     door
	knocks   knocks
	saved    int // games, by whoever has the seat
	visitors sync.WaitGroup
	enough   context.CancelFunc // called when the match is over
	listens  bool               // peers come to us, rather than we to them
}

// knocks remembers when somebody was last sent away because we were busy.
type knocks struct{ last atomic.Int64 } // in Unix nanoseconds

func (k *knocks) add() { k.last.Store(time.Now().UnixNano()) }

// since reports whether there was a knock after t.
func (k *knocks) since(t time.Time) bool { return k.last.Load() > t.UnixNano() }

func newHost(o Options) *host {
	return &host{
		Options: o,
		journal: newJournal(&o),
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
			h.journal.aside(0, "%v", err)
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
	if !h.door.enter(c) {
		turnAway(c)
		return
	}
	select {
	case h.waiting <- struct{}{}:
	default:
		h.door.leave(c)
		turnAway(c)
		return
	}
	h.visitors.Go(func() {
		defer func() {
			h.door.leave(c)
			<-h.waiting
		}()
		h.receive(ctx, c)
	})
}

// turnAway tells c that we are busy, if it listens, and closes it.
func turnAway(c net.Conn) {
	c.SetWriteDeadline(time.Now().Add(busyTime))
	_, _ = c.Write([]byte(Encode(busy) + "\x00"))
	c.Close()
}

// receive plays with c, or sends it away if somebody else keeps us busy or if
// it has to stay away for a while.
func (h *host) receive(ctx context.Context, c net.Conn) {
	if h.door.barredFor(c) > 0 || !h.takeSeat(ctx) {
		h.sendAway(ctx, c)
		return
	}
	defer func() { <-h.seat }()
	if h.door.barredFor(c) > 0 { // since it came in
		turnAway(c)
		return
	}
	h.play(ctx, c)
	if h.Match != nil && h.Match.Over() {
		h.enough()
	}
}

// takeSeat waits for the seat to be free, but not for long, and reports
// whether it was.
func (h *host) takeSeat(ctx context.Context) bool {
	patience := time.NewTimer(seatWait)
	defer patience.Stop()
	select {
	case h.seat <- struct{}{}:
		return true
	case <-patience.C:
		h.knocks.add()
	case <-ctx.Done():
	}
	return false
}

// play holds a session on c and closes it.
func (h *host) play(ctx context.Context, c net.Conn) error {
	conn, line := h.open(c)
	h.journal.aside(line, "connected with %s", c.RemoteAddr())
	hangUp := context.AfterFunc(ctx, func() { c.Close() })
	defer hangUp()
	frames := arrivals(conn)
	s := &session{
		Options: h.Options, ctx: ctx, conn: conn, journal: h.journal, line: line,
		limits: h.Peer.forPeer(h.listens && isStranger(c.RemoteAddr())), knocks: &h.knocks, saved: &h.saved,
	}
	err := s.run(frames)
	if err != nil {
		h.journal.aside(line, "%v", err)
	}
	h.door.bar(c, s.penalty())
	conn.part(frames)
	h.journal.aside(line, "disconnected")
	return err
}

// busy is what a peer is told when there is somebody else.
const busy = Chat("busy")

// sendAway tells the peer on c that there is somebody else, or when it may
// come back.
func (h *host) sendAway(ctx context.Context, c net.Conn) {
	if ctx.Err() != nil {
		c.Close()
		return
	}
	why := busy
	if wait := h.door.barredFor(c); wait > 0 {
		why = Chat(fmt.Sprintf("come back in %.0f s", math.Ceil(wait.Seconds())))
	}
	conn, line := h.open(c)
	h.journal.aside(line, "sent away %s: %s", c.RemoteAddr(), why)
	hangUp := context.AfterFunc(ctx, func() { c.Close() })
	defer hangUp()
	conn.Write(ctx, why)
	conn.part(arrivals(conn))
}

// open makes a logged Conn with a number of its own.
func (h *host) open(c net.Conn) (*Conn, int) {
	line := h.journal.open()
	return NewConn(c, func(sign, frame string) { h.journal.frame(line, sign, frame) }), line
}
