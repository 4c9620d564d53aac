package match

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"stupol/eval"
	"stupol/eval/files/input"
	"stupol/movegen"
	"stupol/protocol/params"
	"stupol/protocol/peer"
	"stupol/search"
)

// A selfPlayer is an engine of our own in this process. It starts every game
// knowing nothing, so that, on one thread and limited by nodes or depth, it
// plays the same game again whenever it is asked to.
type selfPlayer struct {
	engine *search.Engine
	values params.Values
	used   time.Duration // of a processor, for all moves; -1: not known
}

// startSelf returns a player for an engine in this process.
func startSelf(e *peer.EngineConfig, env *environment) (Player, error) {
	v, constants, err := e.Values()
	if err != nil {
		return nil, err
	}
	o := v.Options(env.rules)
	o.Constants = constants
	if o.Endgames, err = env.databases.get(v.Databases, env.rules); err != nil {
		return nil, err
	}
	if o.Book, err = v.Book.Open(env.rules, input.Folder); err != nil {
		return nil, fmt.Errorf("engine %s: %w", e.Name, err)
	}
	if o.Eval, err = eval.Named(env.rules, v.EvalFile); err != nil {
		return nil, fmt.Errorf("engine %s: %w", e.Name, err)
	}
	engine, err := search.New(o)
	if err != nil {
		return nil, err
	}
	return &selfPlayer{engine, v, 0}, nil
}

// NewGame forgets the games before.
func (p *selfPlayer) NewGame(context.Context) error {
	p.engine.Clear()
	return nil
}

// Move searches. The processor time is that of this thread of the system, on which a search
// of one thread stays.
func (p *selfPlayer) Move(ctx context.Context, g *movegen.Game, l search.Limits) (Answer, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	before := threadTime()
	r, err := p.engine.Search(ctx, g, p.values.Limits(l), nil)
	if p.used += threadTime() - before; before < 0 || p.values.Threads > 1 {
		p.used = -1
	}
	if err != nil {
		return Answer{}, err
	}
	if !r.Found {
		return Answer{}, &Forfeit{Kind: NoMove}
	}
	return Answer{Move: r.Move, Score: r.Score, Scored: true, Depth: r.Depth, Nodes: r.Nodes}, nil
}

// Close ends the engine.
func (p *selfPlayer) Close() error {
	p.engine.Close()
	return nil
}
