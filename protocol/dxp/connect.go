package dxp

import (
	"context"
	"errors"
	"net"
	"time"
)

// A dialer tries for dialTime to reach a peer, which may just be starting, or
// starting again, and pauses in between.
const (
	dialTime  = 15 * time.Second
	dialPause = 500 * time.Millisecond

	maxDrops = 5 // in a row, without a game
)

// Connect plays with the peer that listens on addr. A follower stays until
// the peer leaves. An initiator stays until its match has been played; if the
// line drops it connects again, unless that keeps happening before a game has
// begun. What it waits for is noted. Connect returns an error if the peer
// cannot be reached or does not want to play, and the error of ctx. No
// goroutine of it is left when it returns.
func Connect(ctx context.Context, addr string, o Options) error {
	h := newHost(o)
	for drops := 0; ; {
		c, err := h.dial(ctx, addr)
		if err != nil {
			return err
		}
		began := o.Match.answered()
		err = h.play(ctx, c)
		switch {
		case o.Match == nil || o.Match.Over() || !errors.Is(err, errDropped):
			return err
		case o.Match.answered() > began:
			drops = 0
		}
		if drops++; drops == maxDrops {
			return err
		}
		h.journal.event(0, "connecting again with %s", addr)
		sleep(ctx, dialPause)
	}
}

// dial connects with addr.
func (h *host) dial(ctx context.Context, addr string) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, dialTime)
	defer cancel()
	var d net.Dialer
	for failed := false; ; failed = true {
		c, err := d.DialContext(ctx, "tcp", addr)
		if err == nil {
			return c, nil
		}
		if !failed {
			h.journal.event(0, "%v; trying for %v", err, dialTime)
		}
		if sleep(ctx, dialPause) != nil {
			return nil, err
		}
	}
}
