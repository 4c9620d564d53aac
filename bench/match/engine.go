package match

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"stupol/book/endgame"
	"stupol/eval"
	"stupol/movegen"
	"stupol/search"
)

// EngineConfig says how to start an engine, and its limits.
type EngineConfig struct {
	Name     string            `json:"name"`
	Protocol Protocol          `json:"protocol"`
	Command  []string          `json:"command,omitempty"` // program and arguments
	Dir      string            `json:"dir,omitempty"`     // where it runs; "": here
	Params   map[string]string `json:"params,omitempty"`  // parameters of the engine
	Limits   Limits            `json:"limits"`

	// Where an engine that speaks DXP is met: it listens at Connect, or it
	// connects to us at Listen. Without either it is met at port 27531 of this
	// machine. Without a command somebody else has started it.
	Connect string `json:"connect,omitempty"`
	Listen  string `json:"listen,omitempty"`
}

// Protocol is the language a player is spoken to in.
type Protocol string

// The protocols.
const (
	Self Protocol = "self" // no other program: a search in this process
	Hub  Protocol = "hub"  // Hub, version 2
	Hub1 Protocol = "hub1" // Hub, version 1, as Scan 2.0 speaks it
	DXP  Protocol = "dxp"  // the DamExchange protocol; the engine is the follower
)

// Validate returns an error if e is not complete.
func (e *EngineConfig) Validate() error {
	if err := e.Limits.Validate(); err != nil {
		return fmt.Errorf("engine %s: %w", e.Name, err)
	}
	switch e.Protocol {
	case Self:
		_, err := e.options(movegen.International())
		return err
	case Hub, Hub1:
		if len(e.Command) == 0 {
			return fmt.Errorf("engine %s: no command", e.Name)
		}
		return nil
	case DXP:
		if (e.Limits != Limits{Time: e.Limits.Time}) {
			return fmt.Errorf("engine %s: DXP has a time for the whole game and no other limit, not %v; how many moves a game may have is for the match to say", e.Name, e.Limits)
		}
		return nil
	}
	return fmt.Errorf("engine %s: unknown protocol %q (known: %s, %s, %s, %s)", e.Name, e.Protocol, Self, Hub, Hub1, DXP)
}

// EffectiveLimits returns the limits that the engine and its clock have. They differ
// from Limits if a DXP request has no room for the time: see dxpTime.
func (e *EngineConfig) EffectiveLimits() Limits {
	l := e.Limits
	if e.Protocol == DXP {
		l.Time = dxpTime(l.Time)
	}
	return l
}

// start returns a player of the engine.
func (e *EngineConfig) start(ctx context.Context, h *environment) (Player, error) {
	switch e.Protocol {
	case Hub:
		return startHub(ctx, e, h)
	case Hub1:
		return startHub1(ctx, e, h)
	case DXP:
		return startDXP(ctx, e, h)
	}
	o, err := e.options(h.rules)
	if err != nil {
		return nil, err
	}
	if o.Endgames, err = h.databases.from(o.endgames, h.rules); err != nil {
		return nil, err
	}
	if o.Eval, err = eval.Named(h.rules, o.evalFile); err != nil {
		return nil, fmt.Errorf("engine %s: %w", e.Name, err)
	}
	return newSelfPlayer(o.Options)
}

// tableEntryBytes is what one entry of a table takes, as Hub's tt-size has it.
const tableEntryBytes = 16

// selfOptions are what the parameters of an engine in this process set.
type selfOptions struct {
	search.Options
	endgames  source
	evalFile  string         // see eval.Named
	constants map[string]int // those of the search with a value of their own
}

// selfParams says what each parameter of an engine in this process does. They
// are those of Hub; selfOptions.set knows others.
var selfParams = map[string]struct {
	lowest, highest int
	set             func(*selfOptions, int)
}{
	"skill":    {1, search.FullSkill, func(o *selfOptions, v int) { o.Skill = v }},
	"threads":  {1, 256, func(o *selfOptions, v int) { o.Threads = v }},
	"tt-size":  {10, 30, func(o *selfOptions, v int) { o.TableBytes = tableEntryBytes << v }},
	"bb-size":  {0, endgame.MaxPieces, func(o *selfOptions, v int) { o.endgames.pieces = v }},
	"bb-cache": {1, 1 << 20, func(o *selfOptions, v int) { o.endgames.memory = int64(v) << 20 }},
}

// evalFile is the parameter, of an engine in this process, that names its weights.
const evalFile = "eval-file"

// ConstantPrefix begins the name of a parameter, of an engine in this process,
// that sets a constant of the search.
const ConstantPrefix = "search."

// options returns the options of an engine in this process. Its table is small
// unless the parameters say otherwise: it has to be cleared for every game.
func (e *EngineConfig) options(r *movegen.Rules) (selfOptions, error) {
	const logTable = 16
	o := selfOptions{
		Options:   search.Options{Rules: r, TableBytes: tableEntryBytes << logTable},
		endgames:  source{pieces: endgame.MaxPieces},
		constants: map[string]int{},
	}
	for _, name := range slices.Sorted(maps.Keys(e.Params)) {
		if err := o.set(name, e.Params[name]); err != nil {
			return o, fmt.Errorf("engine %s: %w", e.Name, err)
		}
	}
	var err error
	if o.Constants, err = search.NewConstants(o.constants); err != nil {
		return o, fmt.Errorf("engine %s: %w", e.Name, err)
	}
	return o, nil
}

// set sets a parameter. The range of a constant is not looked at.
func (o *selfOptions) set(name, value string) error {
	switch name {
	case "bb-dir":
		o.endgames.dir = value
		return nil
	case evalFile:
		o.evalFile = value
		return nil
	}
	v, err := strconv.Atoi(value)
	if constant, ok := strings.CutPrefix(name, ConstantPrefix); ok {
		o.constants[constant] = v
		if err != nil {
			return fmt.Errorf("%s=%s: want a number", name, value)
		}
		return nil
	}
	p, ok := selfParams[name]
	if !ok {
		return fmt.Errorf("unknown parameter %q", name)
	}
	if err != nil || v < p.lowest || v > p.highest {
		return fmt.Errorf("%s=%s: want a number from %d to %d", name, value, p.lowest, p.highest)
	}
	p.set(o, v)
	return nil
}
