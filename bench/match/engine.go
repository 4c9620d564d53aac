package match

import (
	"context"
	"fmt"
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
		_, _, err := e.values()
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
func (e *EngineConfig) start(ctx context.Context, env *environment) (Player, error) {
	switch e.Protocol {
	case Hub, Hub1:
		return startHub(ctx, e, env)
	case DXP:
		return startDXP(ctx, e, env)
	}
	return startSelf(e, env)
}
