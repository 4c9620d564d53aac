package match

import (
	"context"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"stupol/eval"
	"stupol/eval/files/input"
	"stupol/movegen"
	"stupol/protocol/params"
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
func startSelf(e *EngineConfig, env *environment) (Player, error) {
	v, constants, err := e.values()
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

// ConstantPrefix begins the name of a parameter, of an engine in this process, that
// sets a constant of the search.
const ConstantPrefix = "search."

// values returns the values of the parameters of an engine in this process. Its table
// is small unless they say otherwise, because it has to be cleared for every game, its
// moves have no way to the clock, and it has no opening book: matches begin with openings.
func (e *EngineConfig) values() (params.Values, *search.Constants, error) {
	v := params.Defaults()
	v.TTSize, v.Overhead = 16, 0
	v.Book.Use, v.Book.Margin = false, 0
	constants := map[string]int{}
	for _, name := range slices.Sorted(maps.Keys(e.Params)) {
		if err := setValue(&v, constants, name, e.Params[name]); err != nil {
			return v, nil, fmt.Errorf("engine %s: %w", e.Name, err)
		}
	}
	c, err := search.NewConstants(constants)
	if err != nil {
		return v, nil, fmt.Errorf("engine %s: %w", e.Name, err)
	}
	return v, c, nil
}

// setValue sets a parameter in v, or a constant. The range of a constant is not
// checked.
func setValue(v *params.Values, constants map[string]int, name, value string) error {
	if constant, ok := strings.CutPrefix(name, ConstantPrefix); ok {
		n, err := strconv.Atoi(value)
		if err != nil {
			return fmt.Errorf("%s=%s: want a number", name, value)
		}
		constants[constant] = n
		return nil
	}
	p, ok := params.Named(name)
	if !ok {
		return fmt.Errorf("unknown parameter %q", name)
	}
	if err := p.Set(v, value); err != nil {
		return fmt.Errorf("%s=%s: %w", name, value, err)
	}
	return nil
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
