package match

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	"stupol/protocol/dxp"
)

const (
	// defaultDXPAddress is where a program listens by default.
	defaultDXPAddress = "127.0.0.1:27531"

	// connectTimeout is the time to connect with a program.
	connectTimeout = 30 * time.Second

	// leftoverTimeout is how long one that is not ours may take to be met.
	leftoverTimeout = time.Second
)

// startDXP starts an engine and connects with it.
func startDXP(ctx context.Context, e *EngineConfig, env *environment) (Player, error) {
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	log := env.logOf(e)
	p := &dxpPlayer{maxMoves: env.maxMoves}
	conn, err := p.connect(ctx, e, log)
	if err != nil {
		return nil, errors.Join(err, p.endProcess())
	}
	p.initiator = dxp.NewInitiator(conn, dxpName, env.rules, log.line)
	return p, nil
}

// connect starts the program, if there is one to start, and connects with it.
func (p *dxpPlayer) connect(ctx context.Context, e *EngineConfig, log engineLog) (net.Conn, error) {
	if e.Listen == "" {
		return p.dial(ctx, e, log)
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", e.Listen)
	if err != nil {
		return nil, err
	}
	defer listener.Close()
	defer context.AfterFunc(ctx, func() { listener.Close() })()
	if err := p.startProcess(e, log); err != nil {
		return nil, err
	}
	conn, err := listener.Accept()
	if err != nil && ctx.Err() != nil {
		return nil, fmt.Errorf("nobody connected to %s", e.Listen)
	}
	return conn, err
}

// dial starts the program, if there is one to start, and connects with it where it
// listens. It makes sure that nobody else listens there, as a program may that an earlier
// match has left behind.
func (p *dxpPlayer) dial(ctx context.Context, e *EngineConfig, log engineLog) (net.Conn, error) {
	address := cmp.Or(e.Connect, defaultDXPAddress)
	if len(e.Command) == 0 {
		return dxp.Dial(ctx, address, nil)
	}
	if conn, err := (&net.Dialer{Timeout: leftoverTimeout}).DialContext(ctx, "tcp", address); err == nil {
		conn.Close()
		return nil, fmt.Errorf("another program listens at %s already", address)
	}
	if err := p.startProcess(e, log); err != nil {
		return nil, err
	}
	return dxp.Dial(ctx, address, nil)
}

// startProcess starts the program, if there is one. Its standard output is logged and
// not read.
func (p *dxpPlayer) startProcess(e *EngineConfig, log engineLog) (err error) {
	if len(e.Command) == 0 {
		return nil
	}
	if p.process, err = startProcess(e, log, log.stderrLine); err != nil {
		return err
	}
	go func() {
		for range p.process.lines {
		}
	}()
	return nil
}

// endProcess ends the program, if we have started one.
func (p *dxpPlayer) endProcess() error {
	if p.process == nil {
		return nil
	}
	return p.process.close("")
}
