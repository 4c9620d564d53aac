package peer

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"stupol/search"
)

// Limits say how long a side may think. Those that are set hold together; at
// least one must be.
type Limits struct {
	Nodes    int64         `json:"nodes,omitempty"`
	Depth    int           `json:"depth,omitempty"`
	MoveTime time.Duration `json:"move_time,omitempty"` // a move

	Time      time.Duration `json:"time,omitempty"`  // on the clock; 0: no clock
	Increment time.Duration `json:"inc,omitempty"`   // added before each move: see search.Clock
	Moves     int           `json:"moves,omitempty"` // Time is for that many moves, then again; 0: for the game

	// Pace lets the time of an engine in this process pass with its nodes, so many a
	// millisecond: its games are then the same whatever else the machine does. 0: the time
	// is the real one.
	Pace int64 `json:"pace,omitempty"`
}

// Validate returns an error if the limits do not limit or make no sense.
func (l Limits) Validate() error {
	switch {
	case l.Nodes < 0 || l.Depth < 0 || l.MoveTime < 0 || l.Time < 0 || l.Increment < 0 || l.Moves < 0 || l.Pace < 0:
		return errors.New("a limit is negative")
	case l.Time == 0 && (l.Increment != 0 || l.Moves != 0):
		return errors.New("an increment or a number of moves needs a time on the clock")
	case l.Pace != 0 && l.Time == 0 && l.MoveTime == 0:
		return errors.New("a pace needs a time that passes with it")
	case l == Limits{}:
		return errors.New("no limit: set nodes, depth, move-time or time")
	}
	return nil
}

// String returns the limits for people: "1000 nodes", "60s+0.6s for 40 moves".
func (l Limits) String() string {
	var parts []string
	add := func(set bool, format string, args ...any) {
		if set {
			parts = append(parts, fmt.Sprintf(format, args...))
		}
	}
	add(l.Nodes != 0, "%d nodes", l.Nodes)
	add(l.Depth != 0, "depth %d", l.Depth)
	add(l.MoveTime != 0, "%v a move", l.MoveTime)
	switch {
	case l.Time != 0 && l.Moves != 0:
		add(true, "%v+%v for %d moves", l.Time, l.Increment, l.Moves)
	case l.Time != 0:
		add(true, "%v+%v", l.Time, l.Increment)
	}
	add(l.Pace != 0, "%d nodes a millisecond", l.Pace)
	return strings.Join(parts, ", ")
}

// Control returns the time control, which is none without a time.
func (l Limits) Control() search.TimeControl {
	return search.TimeControl{Time: l.Time, Increment: l.Increment, Moves: l.Moves}
}

// OtherTime says that the clock of e has another time than was asked for, if so.
func (e *EngineConfig) OtherTime() string {
	told := e.EffectiveLimits().Time
	if told == e.Limits.Time {
		return ""
	}
	return fmt.Sprintf("engine %s: DXP cannot say %v; it is told %v, which its clock has too (for all engines: --time %v)", e.Name, e.Limits.Time, told, told)
}
