package match

import (
	"stupol/movegen"
)

// An environment is what the engines of one worker need from the match.
type environment struct {
	rules     *movegen.Rules
	databases *databases

	// maxMoves is how many moves of each side a game may have; 0: any number.
	maxMoves int

	// worker tells the processes of an engine apart in the logs if several games
	// are played at a time; "" otherwise.
	worker string

	protocol, stderr *logger // nil: no log
}

// logOf returns the log of a process of the engine.
func (env *environment) logOf(e *EngineConfig) engineLog {
	return engineLog{e.Name + env.worker, env.protocol, env.stderr}
}
