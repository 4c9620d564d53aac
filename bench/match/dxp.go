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
	"stupol/search"
)

// A dxpPlayer is an engine that speaks the DamExchange protocol over TCP. It is
// asked for a game from the position in which it first has to move, and told
// that a game is over when it next waits for a move of ours.
type dxpPlayer struct {
	process  *process // nil if the program was not started by us
	wire     engineLog
	conn     *dxp.Conn
	messages chan dxp.Message // closed when the line has dropped
	rules    *movegen.Rules
	maxMoves int    // of each side in a game; 0: any number
	name     string // what it calls itself, once it has accepted a game
	playing  bool
	known    int  // how many moves of the game it knows, those before Begin included
	stopped  bool // it wants no more games
}

const (
	// usualDXPAddress is where a program listens that has not been told
	// otherwise.
	usualDXPAddress = "127.0.0.1:27531"

	// goodbyeTime is how long to wait for the confirmation of a game's end. A
	// program may finish its thought first.
	goodbyeTime = 30 * time.Second

	// acceptTime is how long to wait for the answer to a request for a game.
	acceptTime = 30 * time.Second

	// mostMoves is the largest limit of moves that a request has room for.
	mostMoves = 999
)

// dxpTime returns the time that an engine understands that is asked for a game
// with time d for each side: a request has three characters for minutes, so that
// only some fractions fit.
func dxpTime(d time.Duration) time.Duration {
	m, _ := dxp.Parse(dxp.Encode(dxp.GameRequest{Version: dxp.Version, Name: ourName, Time: d}))
	request, _ := m.(dxp.GameRequest)
	return request.Time
}

// ourName is what engines that speak DXP are told.
const ourName = "Stupol"

// startDXP starts an engine and meets it.
func startDXP(ctx context.Context, e *EngineConfig, h *environment) (Player, error) {
	ctx, cancel := context.WithTimeout(ctx, helloTime)
	defer cancel()
	p := &dxpPlayer{messages: make(chan dxp.Message), rules: h.rules, maxMoves: h.maxMoves, wire: h.logOf(e)}
	line, err := p.meet(ctx, e)
	if err != nil {
		return nil, errors.Join(err, p.endProcess())
	}
	p.conn = dxp.NewConn(line, p.wire.line)
	go p.read()
	return p, nil
}

// meet starts the program, if there is one to start, and connects with it.
func (p *dxpPlayer) meet(ctx context.Context, e *EngineConfig) (net.Conn, error) {
	if e.Listen == "" {
		if err := p.startProcess(e); err != nil {
			return nil, err
		}
		return dial(ctx, cmp.Or(e.Connect, usualDXPAddress))
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", e.Listen)
	if err != nil {
		return nil, err
	}
	defer listener.Close()
	defer context.AfterFunc(ctx, func() { listener.Close() })()
	if err := p.startProcess(e); err != nil {
		return nil, err
	}
	line, err := listener.Accept()
	if err != nil && ctx.Err() != nil {
		return nil, fmt.Errorf("nobody connected to %s", e.Listen)
	}
	return line, err
}

// startProcess starts the program. What it says on its standard output is
// nothing to us but a complaint.
func (p *dxpPlayer) startProcess(e *EngineConfig) (err error) {
	if len(e.Command) == 0 {
		return nil
	}
	if p.process, err = startProcess(e, p.wire, p.wire.stderrLine); err != nil {
		return err
	}
	go func() {
		for range p.process.lines {
		}
	}()
	return nil
}

// dial connects with a program that may not be listening yet.
func dial(ctx context.Context, address string) (net.Conn, error) {
	const pause = 50 * time.Millisecond
	for {
		line, err := new(net.Dialer).DialContext(ctx, "tcp", address)
		if err == nil {
			return line, nil
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(pause):
		}
	}
}

// read passes on what can be understood until the line drops.
func (p *dxpPlayer) read() {
	defer close(p.messages)
	for {
		frame, err := p.conn.Read()
		if err != nil && !errors.Is(err, dxp.ErrTooLong) {
			return
		}
		if m, err := dxp.Parse(frame); err == nil {
			p.messages <- m
		}
	}
}

// NewGame ends the game before, if there was one.
func (p *dxpPlayer) NewGame(ctx context.Context) error {
	switch {
	case p.stopped:
		return errors.New("it wants no more games")
	case !p.playing:
		return nil
	}
	p.playing = false
	if err := p.conn.Write(ctx, dxp.GameEnd{Reason: dxp.Unknown}); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, goodbyeTime)
	defer cancel()
	for {
		m, err := p.receive(ctx)
		if err != nil {
			return err
		}
		if end, ok := m.(dxp.GameEnd); ok {
			p.stopped = end.Stop
			return nil
		}
	}
}

// Begin asks for a game from the present position, unless one is being played.
// The time this takes is on nobody's clock: the engine's own begins to run when
// it has accepted.
func (p *dxpPlayer) Begin(ctx context.Context, g *movegen.Game, l search.Limits) error {
	if p.playing {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, acceptTime)
	defer cancel()
	request := dxp.GameRequest{
		Version: dxp.Version, Name: ourName, Follower: g.Position().Turn,
		Time: l.Clock.Remaining, Setup: dxp.Setup(p.rules, g.Position()),
	}
	if p.maxMoves <= mostMoves {
		request.Moves = p.maxMoves
	}
	if err := p.conn.Write(ctx, request); err != nil {
		return p.dropped()
	}
	for {
		m, err := p.receive(ctx)
		if errors.Is(err, context.DeadlineExceeded) {
			return fmt.Errorf("no answer to the request for a game within %v", acceptTime)
		}
		if err != nil {
			return err
		}
		answer, ok := m.(dxp.GameAccept)
		switch {
		case ok && answer.Code != dxp.Accepted:
			return fmt.Errorf("it refused the game, code %d", answer.Code)
		case ok:
			p.playing, p.name, p.known = true, answer.Name, len(g.Moves())
			return nil
		}
	}
}

// Move tells the opponent's last move, if the engine does not know the position
// from Begin, and waits for the answer.
func (p *dxpPlayer) Move(ctx context.Context, g *movegen.Game, l search.Limits) (Answer, error) {
	if err := p.tell(ctx, g); err != nil {
		return Answer{}, err
	}
	for {
		m, err := p.receive(ctx)
		if err != nil {
			return Answer{}, err
		}
		switch m := m.(type) {
		case dxp.Move:
			move, err := m.Find(p.rules, g.Position())
			if err != nil {
				return Answer{}, &Forfeit{IllegalMove, m.String()}
			}
			p.known = len(g.Moves()) + 1
			return Answer{Move: move}, nil
		case dxp.GameEnd:
			return Answer{}, p.ended(ctx, m)
		case dxp.BackRequest:
			if err := p.conn.Write(ctx, dxp.BackAccept{Code: dxp.BackUnsupported}); err != nil {
				return Answer{}, p.dropped()
			}
		}
	}
}

// tell tells the engine the last move of g if it does not know that.
func (p *dxpPlayer) tell(ctx context.Context, g *movegen.Game) error {
	moves := g.Moves()
	if p.known == len(moves) {
		return nil
	}
	if p.conn.Write(ctx, dxp.NewMove(p.rules, moves[len(moves)-1], 0)) != nil {
		return p.dropped()
	}
	return nil
}

// ended confirms the end of a game that is not over by the rules, and returns
// what the engine means by it.
func (p *dxpPlayer) ended(ctx context.Context, m dxp.GameEnd) error {
	p.playing, p.stopped = false, m.Stop
	_ = p.conn.Write(ctx, dxp.GameEnd{Reason: dxp.Unknown, Stop: m.Stop}) // it may have hung up
	switch m.Reason {
	case dxp.Loss:
		return &Forfeit{Kind: Resignation}
	case dxp.Draw:
		return ClaimDraw
	case dxp.Win:
		return ClaimWin
	}
	return ClaimNothing
}

// receive waits for a message.
func (p *dxpPlayer) receive(ctx context.Context) (dxp.Message, error) {
	select {
	case m, ok := <-p.messages:
		if !ok {
			return nil, p.dropped()
		}
		p.conn.Answered()
		return m, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// dropped returns the fault of a line that is no more.
func (p *dxpPlayer) dropped() error {
	if p.process != nil {
		return p.process.crash()
	}
	return &Forfeit{Crash, "the line dropped"}
}

// group returns that of the program, 0 if we have not started it.
func (p *dxpPlayer) group() int {
	if p.process == nil {
		return 0
	}
	return p.process.group()
}

// program returns what the engine calls itself.
func (p *dxpPlayer) program() string { return p.name }

// Close hangs up.
func (p *dxpPlayer) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), exitTimeout)
	defer cancel()
	if p.playing {
		_ = p.conn.Write(ctx, dxp.GameEnd{Reason: dxp.Unknown, Stop: true})
	}
	err := p.conn.Close()
	for range p.messages {
	}
	return errors.Join(err, p.endProcess())
}

func (p *dxpPlayer) endProcess() error {
	if p.process == nil {
		return nil
	}
	return p.process.close("")
}
