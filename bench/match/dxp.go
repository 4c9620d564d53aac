package match

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
	"stupol/search"
)

// A dxpPlayer is an engine that speaks the DamExchange protocol over TCP. It is asked
// for a game from the position in which it first has to move, and told that a game is
// over when the next one begins.
type dxpPlayer struct {
	process   *process // nil if the program was not started by us
	initiator *dxp.Initiator
	maxMoves  int // of each side in a game; 0: any number
}

const (
	// dxpName is our name for engines that speak DXP.
	dxpName = "Stupol"

	// maxDXPMoves is the largest limit of moves that a request has room for.
	maxDXPMoves = 999
)

// dxpTime returns the time that a request for d asks for.
func dxpTime(d time.Duration) time.Duration { return dxp.AskedTime(d) }

// NewGame ends the game before, if there was one.
func (p *dxpPlayer) NewGame(ctx context.Context) error { return p.initiator.EndGame(ctx) }

// Begin asks for a game from the present position, unless one is being played. The
// engine's clock begins to run when it has accepted.
func (p *dxpPlayer) Begin(ctx context.Context, g *movegen.Game, l search.Limits) error {
	if p.initiator.Playing() {
		return nil
	}
	moves := p.maxMoves
	if moves > maxDXPMoves {
		moves = 0
	}
	return p.forfeit(p.initiator.Request(ctx, g, l.Clock.Remaining, moves))
}

// Move sends the opponent's last move and waits for the answer.
func (p *dxpPlayer) Move(ctx context.Context, g *movegen.Game, _ search.Limits) (Answer, error) {
	m, err := p.initiator.Move(ctx, g)
	return Answer{Move: m}, p.forfeit(err)
}

// forfeit returns what an error of the initiator means for the game.
func (p *dxpPlayer) forfeit(err error) error {
	var ended dxp.EndedError
	illegal := (*dxp.IllegalMoveError)(nil)
	switch {
	case errors.Is(err, dxp.ErrDropped) && p.process != nil:
		return p.process.crash()
	case errors.Is(err, dxp.ErrDropped):
		return &Forfeit{Crash, dxp.ErrDropped.Error()}
	case errors.As(err, &illegal):
		return &Forfeit{IllegalMove, illegal.Move.String()}
	case errors.As(err, &ended):
		return [...]error{
			dxp.Unknown: ClaimNothing, dxp.Loss: &Forfeit{Kind: Resignation}, dxp.Draw: ClaimDraw, dxp.Win: ClaimWin,
		}[ended.Reason]
	}
	return err
}

// group returns that of the program, 0 if we have not started it.
func (p *dxpPlayer) group() int {
	if p.process == nil {
		return 0
	}
	return p.process.group()
}

// program returns what the engine calls itself.
func (p *dxpPlayer) program() string { return p.initiator.Opponent() }

// Close hangs up.
func (p *dxpPlayer) Close() error { return errors.Join(p.initiator.Close(), p.endProcess()) }

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
	listener, err := gate.Listen(ctx, e.Listen)
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
