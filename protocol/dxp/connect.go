package dxp

import (
	"context"
	"errors"
	"net"
	"time"
)

// Dial tries for dialTimeout to reach a peer, which may just be starting.
const (
	dialTimeout = 15 * time.Second
	dialPause   = 500 * time.Millisecond

	maxDrops = 5 // in a row, without a game
)

// Connect plays with the peer that listens on addr. A follower stays until the peer
// leaves, an initiator until its match has been played. If the connection drops an
// initiator connects again, but not after maxDrops in a row without a game. Connect
// returns an error if the peer cannot be reached or does not want to play, and the
// error of ctx. It leaves no goroutine behind.
func Connect(ctx context.Context, addr string, o Options) error {
	srv := newServer(o)
	for drops := 0; ; {
		c, err := srv.dial(ctx, addr)
		if err != nil {
			return err
		}
		began := o.Match.answered()
		err = srv.play(ctx, c)
		switch {
		case o.Match == nil || o.Match.Over() || !errors.Is(err, errDropped):
			return err
		case o.Match.answered() > began:
			drops = 0
		}
		if drops++; drops == maxDrops {
			return err
		}
		srv.events.event(0, "connecting again with %s", addr)
		sleep(ctx, dialPause)
	}
}

// dial connects with addr.
func (srv *server) dial(ctx context.Context, addr string) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	var d net.Dialer
	for failed := false; ; failed = true {
		c, err := d.DialContext(ctx, "tcp", addr)
		if err == nil {
			return c, nil
		}
		if !failed {
			srv.events.event(0, "%v; trying for %v", err, dialTimeout)
		}
		if sleep(ctx, dialPause) != nil {
			return nil, err
		}
	}
}
