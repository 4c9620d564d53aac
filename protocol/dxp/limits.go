package dxp

import (
	"cmp"
	"time"
)

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
