package dxp

import (
	"context"
	"errors"
	"net"
	"time"
)

const (
	dialTimeout = 15 * time.Second
	dialPause   = 100 * time.Millisecond

	maxDrops  = 5 // in a row, without a game
	dropPause = 500 * time.Millisecond
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
		case o.Match == nil || o.Match.Over() || !errors.Is(err, ErrDropped):
			return err
		case o.Match.answered() > began:
			drops = 0
		}
		if drops++; drops == maxDrops {
			return err
		}
		srv.events.event(0, "connecting again with %s", addr)
		sleep(ctx, dropPause)
	}
}

// dial connects with addr.
func (srv *server) dial(ctx context.Context, addr string) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	return Dial(ctx, addr, func(err error) { srv.events.event(0, "%v; trying for %v", err, dialTimeout) })
}

// Dial connects with a program at addr that may not be listening yet: it tries until
// ctx is done. Failed, unless nil, is called with the first error.
func Dial(ctx context.Context, addr string, failed func(error)) (net.Conn, error) {
	for {
		c, err := new(net.Dialer).DialContext(ctx, "tcp", addr)
		if err == nil {
			return c, nil
		}
		if failed != nil {
			failed(err)
			failed = nil
		}
		if sleep(ctx, dialPause) != nil {
			return nil, err
		}
	}
}
