package dxp

import (
	"cmp"
	"net"
	"time"
)

// PeerLimits bounds how long a peer may keep others from playing. Of a field
// that is 0 the default holds for a peer of another machine, and no limit for
// one of this machine or one that we have connected with; any other value
// holds for all. See also the limits in the package comment, which cannot be
// changed.
type PeerLimits struct {
	// Game is the longest game a follower accepts, as the time of one side.
	Game time.Duration

	// Wait is how long to wait for a peer in all, from one move to its next:
	// for the move itself, and for the request for a game before. A game as a
	// whole may last three times the time of one side, and that much more.
	Wait time.Duration

	// Session is after how long a peer gets no other game if somebody else
	// has asked for one since it came.
	Session time.Duration
}

// DefaultPeerLimits are those for peers of other machines.
var DefaultPeerLimits = PeerLimits{
	Game:    time.Hour,
	Wait:    30 * time.Minute,
	Session: 8 * time.Hour,
}

const unlimited time.Duration = 1 << 60 // some decades; sums of it do not overflow

// forPeer returns the limits for a peer, with a value in each field.
func (l PeerLimits) forPeer(stranger bool) PeerLimits {
	defaults := PeerLimits{unlimited, unlimited, unlimited}
	if stranger {
		defaults = DefaultPeerLimits
	}
	return PeerLimits{
		Game:    cmp.Or(l.Game, defaults.Game),
		Wait:    cmp.Or(l.Wait, defaults.Wait),
		Session: cmp.Or(l.Session, defaults.Session),
	}
}

// isStranger reports whether addr is that of another machine.
func isStranger(addr net.Addr) bool {
	tcp, ok := addr.(*net.TCPAddr)
	return ok && !tcp.IP.IsLoopback()
}

// A limitError is the limit because of which a peer is sent away.
type limitError string

// Error returns the reason in words that suit the peer as well.
func (e limitError) Error() string { return string(e) }

// The limits.
const (
	errFaults  limitError = "too many frames that make no sense"
	errFrames  limitError = "too many frames without a move"
	errEndless limitError = "a frame without an end"
	errSlow    limitError = "a frame took longer than a minute"
	errSilent  limitError = "no move in time"
	errIdle    limitError = "no request for a game in time"
	errSession limitError = "others want to play"
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
