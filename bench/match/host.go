package match

import (
	"stupol/movegen"
)

// A host is where engines are started: what they have to know of the match, and
// who listens in.
type host struct {
	rules     *movegen.Rules
	databases *databases

	// maxMoves is how many moves of each side a game may have; 0: any number.
	maxMoves int

	// worker tells the processes of an engine apart if several games are played
	// at a time; "" if not.
	worker string

	protocol, stderr *logger
}

// wire returns the logs of a process of the engine.
func (h *host) wire(e *Engine) wire { return wire{e.Name + h.worker, h.protocol, h.stderr} }
