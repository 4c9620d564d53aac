package peer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	"stupol/movegen"
	"stupol/protocol/dxp"
	"stupol/protocol/gate"
)

// A DXPEngine is an engine that speaks the DamExchange protocol over TCP, as the follower.
type DXPEngine struct {
	*Process // nil if we have not started the program
	*dxp.Initiator
}

const (
	// dxpName is our name for engines that speak DXP.
	dxpName = "Stupol"

	// DefaultDXPAddress is where a program listens by default.
	DefaultDXPAddress = "127.0.0.1:27531"

	// connectTimeout is the time to connect with a program.
	connectTimeout = 30 * time.Second

	// leftoverTimeout is how long one that is not ours may take to be met.
	leftoverTimeout = time.Second
)

// StartDXP starts an engine, for games by rules r, and connects with it.
func StartDXP(ctx context.Context, e *EngineConfig, r *movegen.Rules, log Log) (*DXPEngine, error) {
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	d := &DXPEngine{}
	conn, err := d.connect(ctx, e, log)
	if err != nil {
		return nil, errors.Join(err, d.endProcess())
	}
	d.Initiator = dxp.NewInitiator(conn, dxpName, r, func(sign, frame string) {
		if sign == ">" {
			log.Sent(frame)
		} else {
			log.Received(frame)
		}
	})
	return d, nil
}

// connect starts the program, if there is one to start, and connects with it.
func (d *DXPEngine) connect(ctx context.Context, e *EngineConfig, log Log) (net.Conn, error) {
	if e.Listen == "" {
		return d.dial(ctx, e, log)
	}
	listener, err := gate.Listen(ctx, e.Listen)
	if err != nil {
		return nil, err
	}
	defer gate.CloseWith(ctx, listener)()
	if err := d.startProcess(e, log); err != nil {
		return nil, err
	}
	conn, err := listener.Accept()
	if err != nil && ctx.Err() != nil {
		return nil, fmt.Errorf("nobody connected to %s", e.Listen)
	}
	return conn, err
}

// dial starts the program, if there is one to start, and connects with it where it listens.
func (d *DXPEngine) dial(ctx context.Context, e *EngineConfig, log Log) (net.Conn, error) {
	address := cmp.Or(e.Connect, DefaultDXPAddress)
	if err := d.startAlone(ctx, e, address, log); err != nil {
		return nil, err
	}
	return dxp.Dial(ctx, address, nil)
}

// startAlone starts the program, if there is one, that is to listen at an address, where nobody else
// may, as a program does that an earlier match has left behind.
func (d *DXPEngine) startAlone(ctx context.Context, e *EngineConfig, address string, log Log) error {
	if len(e.Command) == 0 {
		return nil
	}
	if conn, err := (&net.Dialer{Timeout: leftoverTimeout}).DialContext(ctx, "tcp", address); err == nil {
		conn.Close()
		return fmt.Errorf("another program listens at %s already", address)
	}
	return d.startProcess(e, log)
}

// startProcess starts the program, if there is one. Its standard output is logged and
// not read.
func (d *DXPEngine) startProcess(e *EngineConfig, log Log) (err error) {
	if len(e.Command) == 0 {
		return nil
	}
	if d.Process, err = StartProcess(e, log, log.Stderr); err != nil {
		return err
	}
	go func() {
		for range d.lines {
		}
	}()
	return nil
}

// Crashed returns the error of a line that dropped: how the program has ended, if it is ours.
func (d *DXPEngine) Crashed() error {
	if d.Process != nil {
		return d.Crash()
	}
	return &CrashError{dxp.ErrDropped.Error()}
}

// Close hangs up, and ends the program if we have started it.
func (d *DXPEngine) Close() error { return errors.Join(d.Initiator.Close(), d.endProcess()) }

// endProcess ends the program, if we have started one.
func (d *DXPEngine) endProcess() error {
	if d.Process == nil {
		return nil
	}
	return d.Process.Close("")
}
