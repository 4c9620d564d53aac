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
	conn     *dxp.Conn
	messages chan dxp.Message // closed when the line has dropped
	rules    *movegen.Rules
	playing  bool
}

const (
	// usualDXPAddress is where a program listens that has not been told
	// otherwise.
	usualDXPAddress = "127.0.0.1:27531"

	// goodbyeTime is how long to wait for the confirmation of a game's end. A
	// program may finish its thought first.
	goodbyeTime = 30 * time.Second
)

// startDXP starts an engine and meets it.
func startDXP(ctx context.Context, e *Engine, r *movegen.Rules) (Player, error) {
	ctx, cancel := context.WithTimeout(ctx, helloTime)
	defer cancel()
	p := &dxpPlayer{messages: make(chan dxp.Message), rules: r}
	line, err := p.meet(ctx, e)
	if err != nil {
		return nil, errors.Join(err, p.endProcess())
	}
	p.conn = dxp.NewConn(line, nil)
	go p.read()
	return p, nil
}

// meet starts the program, if there is one to start, and connects with it.
func (p *dxpPlayer) meet(ctx context.Context, e *Engine) (net.Conn, error) {
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

// startProcess starts the program. What it says is not listened to.
func (p *dxpPlayer) startProcess(e *Engine) (err error) {
	if len(e.Command) == 0 {
		return nil
	}
	if p.process, err = startProcess(e.Command, e.Dir); err != nil {
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
	if !p.playing {
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
		if _, ok := m.(dxp.GameEnd); ok {
			return nil
		}
	}
}

// Move begins a game or tells the opponent's last move, and waits for the
// answer.
func (p *dxpPlayer) Move(ctx context.Context, g *movegen.Game, l search.Limits) (Answer, error) {
	if err := p.ask(ctx, g, l); err != nil {
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
				return Answer{}, &Fault{IllegalMove, m.String()}
			}
			return Answer{Move: move}, nil
		case dxp.GameEnd:
			p.playing = false
			_ = p.conn.Write(ctx, dxp.GameEnd{Reason: dxp.Unknown}) // it may have hung up
			return Answer{}, gaveUp(m)
		case dxp.BackRequest:
			if err := p.conn.Write(ctx, dxp.BackAccept{Code: dxp.BackUnsupported}); err != nil {
				return Answer{}, p.dropped()
			}
		}
	}
}

// gaveUp returns the fault of an engine that ends a game which is not over.
func gaveUp(m dxp.GameEnd) error {
	claims := map[dxp.Reason]string{dxp.Draw: "claiming a draw", dxp.Win: "claiming a win"}
	if m.Reason == dxp.Loss {
		return &Fault{Kind: Resignation}
	}
	return &Fault{NoMove, "it ended the game " + cmp.Or(claims[m.Reason], "for no reason")}
}

// ask tells the engine that it is to move.
func (p *dxpPlayer) ask(ctx context.Context, g *movegen.Game, l search.Limits) error {
	if !p.playing {
		return p.begin(ctx, g, l)
	}
	moves := g.Moves()
	if p.conn.Write(ctx, dxp.NewMove(p.rules, moves[len(moves)-1], 0)) != nil {
		return p.dropped()
	}
	return nil
}

// begin asks for a game from the present position.
func (p *dxpPlayer) begin(ctx context.Context, g *movegen.Game, l search.Limits) error {
	request := dxp.GameRequest{
		Version: dxp.Version, Name: "Stupol", Follower: g.Position().Turn,
		Time: l.Clock.Remaining, Moves: l.Clock.Moves, Setup: dxp.Setup(p.rules, g.Position()),
	}
	if err := p.conn.Write(ctx, request); err != nil {
		return p.dropped()
	}
	for {
		m, err := p.receive(ctx)
		if err != nil {
			return err
		}
		answer, ok := m.(dxp.GameAccept)
		switch {
		case ok && answer.Code != dxp.Accepted:
			return fmt.Errorf("it refused the game, code %d", answer.Code)
		case ok:
			p.playing = true
			return nil
		}
	}
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
	return &Fault{Crash, "the line dropped"}
}

// Close hangs up.
func (p *dxpPlayer) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), leaveTime)
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
