package peer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"stupol/movegen"
	"stupol/protocol/dxp"
	"stupol/protocol/gate"
)

// The pauses before a line is made again.
const (
	redialPause  = 250 * time.Millisecond
	longestPause = 5 * time.Second
)

// opponentLimits are those of somebody at another machine who plays by hand.
var opponentLimits = dxp.PeerLimits{Game: 999 * time.Minute, Wait: 12 * time.Hour, Session: 24 * time.Hour}

// openOpponent starts the program, if there is one, and makes the line. Who is to connect with us
// may take any time.
func openOpponent(ctx context.Context, e *EngineConfig, r *movegen.Rules) (*Opponent, error) {
	running, end := context.WithCancel(context.Background())
	o := &Opponent{
		name: e.Name, rules: r, asks: e.Asks, hand: dxp.NewHand(), end: end,
		ended: make(chan struct{}), engine: &DXPEngine{}, changed: make(chan struct{}),
	}
	o.hand.Tell, o.hand.Takes = o.tell, o.takes
	if !o.asks {
		o.hand.Wants = o.wants
	}
	line, err := o.line(ctx, e)
	if err != nil {
		end()
		return nil, err
	}
	go func() {
		defer close(o.ended)
		o.run(running, line)
	}()
	return o, nil
}

// line starts the program and returns what makes the line once, and plays over it.
func (o *Opponent) line(ctx context.Context, e *EngineConfig) (func(context.Context) error, error) {
	options := dxp.Options{Name: dxpName, Engine: handEngine{o}, Rules: o.rules, Hand: o.hand, Peer: opponentLimits}
	if e.Listen == "" {
		address := dxp.Address(cmp.Or(e.Connect, DefaultDXPAddress))
		if err := o.engine.startAlone(ctx, e, address, unlogged{}); err != nil {
			return nil, err
		}
		return func(ctx context.Context) error { return dxp.Connect(ctx, address, options) }, nil
	}
	address := dxp.Address(e.Listen)
	l, err := gate.Listen(ctx, address)
	if err != nil {
		return nil, err
	}
	if err := o.engine.startProcess(e, unlogged{}); err != nil {
		l.Close()
		return nil, err
	}
	return func(ctx context.Context) error {
		if l == nil { // the first one has ended
			if l, err = gate.Listen(ctx, address); err != nil {
				return err
			}
		}
		served := l
		l = nil
		return dxp.Serve(ctx, served, options)
	}, nil
}

// run makes the line again and again, until ctx is done or the program has ended.
func (o *Opponent) run(ctx context.Context, line func(context.Context) error) {
	for pause := redialPause; ; pause = min(2*pause, longestPause) {
		began := time.Now()
		err := line(ctx) // once even if ctx is done, for it has a listener to close
		if ctx.Err() != nil {
			return
		}
		if p := o.engine.Process; p != nil && !p.Alive() {
			o.fail(fmt.Errorf("%s has ended: %s", o.name, lastWords(p.Crash().Error())))
			return
		}
		if errors.Is(err, dxp.ErrNoMoreGames) || errors.Is(err, dxp.ErrVersion) {
			o.rest(ctx, err)
		} else if err != nil {
			o.tell(dxp.News{Kind: dxp.Down, Text: err.Error()})
		}
		if time.Since(began) > longestPause {
			pause = redialPause
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return
		}
	}
}

// rest waits until a game is wanted again, unless another one is already than that which was refused.
func (o *Opponent) rest(ctx context.Context, why error) {
	o.mu.Lock()
	if o.stale() {
		o.mu.Unlock()
		return
	}
	o.finish(fmt.Errorf("%s does not play: %s", o.name, said(why.Error())))
	o.add(dxp.News{Kind: dxp.Refused})
	o.resting = true
	o.mu.Unlock()
	_ = o.until(ctx, func() bool { return !o.resting })
}

// fail ends all that waits for the opponent.
func (o *Opponent) fail(err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.fault = err
	o.add(dxp.News{Kind: dxp.Down, Text: err.Error()})
}
