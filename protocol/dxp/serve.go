package dxp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"stupol/protocol/gate"
)

// How a server treats connections while its slot is taken.
const (
	// slotWait is how long a connection waits for the slot before it is told
	// "busy". A peer that reconnects may be faster than the end of its old session.
	slotWait = 2 * time.Second

	// maxConnections is how many connections there may be. More are told "busy" and
	// closed at once.
	maxConnections = 64

	// rejectTimeout is how long telling them may take.
	rejectTimeout = 10 * time.Millisecond

	// The pause after a failed accept, which is mostly a lack of file
	// descriptors, doubles up to the longest.
	minAcceptPause = 5 * time.Millisecond
	maxAcceptPause = time.Second
)

// Serve plays with those who connect to l, one at a time; others are told "busy".
// Nothing a peer does ends it. It returns nil when the match of an initiator has
// been played, and otherwise the error of ctx or of l. It closes l, and leaves no
// goroutine behind.
func Serve(ctx context.Context, l net.Listener, o Options) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer gate.CloseWith(ctx, l)()
	srv := newServer(o)
	srv.matchOver, srv.listens = cancel, true
	srv.events.event(0, "listening on %s", l.Addr())
	err := srv.accept(ctx, l)
	cancel()
	srv.sessions.Wait()
	if o.Match != nil && o.Match.Over() {
		return nil
	}
	return err
}

// A server is the state that all connections share.
type server struct {
	Options
	events      *eventLog
	slot        chan struct{} // holds a token while somebody plays: one session at a time
	connections chan struct{} // holds a token for each connection
	gate        gate.Gate
	turnedAway  turnedAway
	saved       int // games; belongs to the session in the slot
	sessions    sync.WaitGroup
	matchOver   context.CancelFunc // called when the match is over
	listens     bool               // peers come to us, rather than we to them
}

// turnedAway remembers when a connection was last told "busy".
type turnedAway struct{ last atomic.Int64 } // in Unix nanoseconds

func (k *turnedAway) record() { k.last.Store(time.Now().UnixNano()) }

// since reports whether a connection was turned away after t.
func (k *turnedAway) since(t time.Time) bool { return k.last.Load() > t.UnixNano() }

func newServer(o Options) *server {
	return &server{
		Options:     o,
		events:      newEventLog(&o),
		slot:        make(chan struct{}, 1),
		connections: make(chan struct{}, maxConnections),
		gate:        gate.Gate{PerAddress: maxPerAddress},
		matchOver:   func() {},
	}
}

// accept accepts connections until l is closed.
func (srv *server) accept(ctx context.Context, l net.Listener) error {
	pause := minAcceptPause
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
			srv.events.frequentEvent(0, "%v", err)
			sleep(ctx, pause)
			pause = min(2*pause, maxAcceptPause)
		default:
			pause = minAcceptPause
			srv.admit(ctx, c)
		}
	}
}

// admit serves c in a goroutine, if there are not too many connections.
func (srv *server) admit(ctx context.Context, c net.Conn) {
	if !srv.gate.Admit(c) {
		rejectBusy(c)
		return
	}
	select {
	case srv.connections <- struct{}{}:
	default:
		srv.gate.Release(c)
		rejectBusy(c)
		return
	}
	srv.sessions.Go(func() {
		defer func() {
			srv.gate.Release(c)
			<-srv.connections
		}()
		srv.receive(ctx, c)
	})
}

// rejectBusy sends "busy" to c, if it can be sent at once, and closes it.
func rejectBusy(c net.Conn) {
	c.SetWriteDeadline(time.Now().Add(rejectTimeout))
	_, _ = c.Write([]byte(Encode(busy) + "\x00"))
	c.Close()
}

// receive plays with c. It rejects c if it is banned or if the slot is taken.
func (srv *server) receive(ctx context.Context, c net.Conn) {
	if srv.gate.BannedFor(c) > 0 || !srv.takeSlot(ctx) {
		srv.reject(ctx, c)
		return
	}
	defer func() { <-srv.slot }()
	if srv.gate.BannedFor(c) > 0 { // while it waited
		rejectBusy(c)
		return
	}
	srv.play(ctx, c)
	if srv.Match != nil && srv.Match.Over() {
		srv.matchOver()
	}
}

// takeSlot takes the slot and reports whether it became free in time.
func (srv *server) takeSlot(ctx context.Context) bool {
	timeout := time.NewTimer(slotWait)
	defer timeout.Stop()
	select {
	case srv.slot <- struct{}{}:
		return true
	case <-timeout.C:
		srv.turnedAway.record()
	case <-ctx.Done():
	}
	return false
}

// play runs a session on c and closes it.
func (srv *server) play(ctx context.Context, c net.Conn) error {
	conn, number := srv.open(c)
	srv.events.frequentEvent(number, "connected with %s", c.RemoteAddr())
	hangUp := context.AfterFunc(ctx, func() { c.Close() })
	defer hangUp()
	frames := readFrames(conn)
	s := &session{
		Options: srv.Options, ctx: ctx, conn: conn, events: srv.events, connection: number,
		limits: srv.Peer.forPeer(srv.listens && gate.IsRemote(c.RemoteAddr())), turnedAway: &srv.turnedAway, saved: &srv.saved,
	}
	err := s.run(frames)
	if err != nil {
		srv.events.frequentEvent(number, "%v", err)
	}
	srv.gate.Ban(c, s.banDuration())
	conn.linger(frames)
	srv.events.frequentEvent(number, "disconnected")
	return err
}

// busy is what a peer is told when the slot is taken.
const busy = Chat("busy")

// reject tells the peer on c that the slot is taken, or when its ban is over.
func (srv *server) reject(ctx context.Context, c net.Conn) {
	if ctx.Err() != nil {
		c.Close()
		return
	}
	why := busy
	if wait := srv.gate.BannedFor(c); wait > 0 {
		why = Chat(fmt.Sprintf("come back in %.0f s", math.Ceil(wait.Seconds())))
	}
	conn, number := srv.open(c)
	srv.events.frequentEvent(number, "sent away %s: %s", c.RemoteAddr(), why)
	hangUp := context.AfterFunc(ctx, func() { c.Close() })
	defer hangUp()
	conn.Write(ctx, why)
	conn.linger(readFrames(conn))
}

// open makes a logged Conn with a number of its own.
func (srv *server) open(c net.Conn) (*Conn, int) {
	number := srv.events.open()
	return NewConn(c, func(sign, frame string) { srv.events.frame(number, sign, frame) }), number
}

// PeerLimits limits how long a peer may keep others from playing. A field that is 0
// means the default for a peer of another machine that connected to us, and no limit
// for all others. Any other value holds for every peer. The package comment lists
// more limits, which are fixed.
type PeerLimits struct {
	// Game is the longest game a follower accepts, as the time of one side.
	Game time.Duration

	// Wait is how long to wait for a peer between two moves of it, including the
	// request for a game. A whole game may last that long, and three times the time
	// of one side.
	Wait time.Duration

	// Session is the time after which a peer gets no other game if somebody else
	// was turned away since it connected.
	Session time.Duration
}

// DefaultPeerLimits are those for peers of other machines.
var DefaultPeerLimits = PeerLimits{
	Game:    time.Hour,
	Wait:    30 * time.Minute,
	Session: 8 * time.Hour,
}

const (
	// banTime is how long a peer of another machine is banned after a limit.
	banTime = time.Minute

	// maxPerAddress is how many connections an address of another machine may
	// have, including the one that plays.
	maxPerAddress = 4
)

const unlimited time.Duration = 1 << 60 // 36 years; sums of it do not overflow

// forPeer returns the limits for a peer, with a value in each field.
func (l PeerLimits) forPeer(remote bool) PeerLimits {
	defaults := PeerLimits{unlimited, unlimited, unlimited}
	if remote {
		defaults = DefaultPeerLimits
	}
	return PeerLimits{
		Game:    cmp.Or(l.Game, defaults.Game),
		Wait:    cmp.Or(l.Wait, defaults.Wait),
		Session: cmp.Or(l.Session, defaults.Session),
	}
}

// A limitError is the limit for which a peer is disconnected.
type limitError string

// Error returns the reason in words that suit the peer as well.
func (e limitError) Error() string { return string(e) }

// The limits.
const (
	errBadFrames limitError = "too many frames that make no sense"
	errFrames    limitError = "too many frames without a move"
	errEndless   limitError = "a frame without an end"
	errSlow      limitError = "a frame took longer than a minute"
	errSilent    limitError = "no move in time"
	errIdle      limitError = "no request for a game in time"
	errSession   limitError = "others want to play"
)

// A stopwatch measures the time it runs. The zero value stands still.
type stopwatch struct {
	measured time.Duration // until it was started
	started  time.Time     // zero while it stands still
}

func (w *stopwatch) start() {
	if w.started.IsZero() {
		w.started = time.Now()
	}
}

func (w *stopwatch) stop() { *w = stopwatch{measured: w.elapsed()} }

func (w *stopwatch) elapsed() time.Duration {
	if w.started.IsZero() {
		return w.measured
	}
	return w.measured + time.Since(w.started)
}
