package hub

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"stupol/movegen"
	"stupol/protocol/params"
	"stupol/search"
)

// A level is the sum of the level lines since the last pos or done. The zero level
// has no limit.
type level struct {
	depth    int
	nodes    int64
	moveTime time.Duration
	clock    search.Clock
	hasClock bool // clock counts
	handicap int  // see withHandicap

	infinite bool // no limit is what the GUI wants
	misread  bool // part of a level line was not understood
}

// The ranges of numbers. Others are clamped and not refused: some clients subtract
// increments from clocks, for instance, and send negative times.
const (
	minMoveTime = 3 * time.Millisecond
	maxSeconds  = 1e8
	maxCount    = 1e15
	maxDepth    = 1000
	maxHandicap = 4

	// misreadMoveTime is for a search that would have no limit, but part of a level line
	// was not understood.
	misreadMoveTime = time.Second

	weakTTSize = 16 // log2 of the entries of the table for searches with a handicap
)

// limitSetters says what each argument of level does. Others change nothing.
var limitSetters = map[string]func(*level, float64){
	"depth":     func(l *level, v float64) { l.depth = int(clamp(1, v, maxDepth)) },
	"nodes":     func(l *level, v float64) { l.nodes = int64(clamp(1, v, maxCount)) },
	"move-time": func(l *level, v float64) { l.moveTime = max(secondsToDuration(v), minMoveTime) },
	"moves":     func(l *level, v float64) { l.clock.Moves = int(clamp(0, v, maxCount)) },
	"time":      func(l *level, v float64) { l.clock.Remaining, l.hasClock = secondsToDuration(v), true },
	"handicap":  func(l *level, v float64) { l.handicap = int(clamp(0, v, maxHandicap)) },
	"inc":       func(l *level, v float64) { l.clock.Increment, l.hasClock = max(secondsToDuration(v), 0), true },
	"infinite":  func(l *level, _ float64) { l.infinite = true },
}

// with returns l with the limits of a level message added that are understood, and an
// error for each of the others.
func (l level) with(m Message) (_ level, errs []error) {
	for _, a := range m.Args {
		set, known := limitSetters[a.Name]
		if !known {
			l.misread = true
			continue
		}
		v, ok := limitValue(a)
		if !ok {
			l.misread = true
			errs = append(errs, badNumber(m, a))
			continue
		}
		set(&l, v)
	}
	return l, errs
}

// limitValue returns the number of a limit. A time may have a unit: "50ms".
func limitValue(a Arg) (v float64, ok bool) {
	if a.Name == "infinite" {
		return 0, true
	}
	if v, ok = number(a.Value); ok {
		return v, true
	}
	switch a.Name {
	case "move-time", "time", "inc":
		d, err := time.ParseDuration(params.Plain(a.Value))
		return d.Seconds(), err == nil
	}
	return 0, false
}

// unknownLimits returns a level message with the arguments of m that mean nothing.
func unknownLimits(m Message) Message {
	return Message{Command: m.Command, Args: slices.DeleteFunc(slices.Clone(m.Args), func(a Arg) bool {
		return limitSetters[a.Name] != nil
	})}
}

// limits returns l as the search wants it.
func (l level) limits() search.Limits {
	limits := search.Limits{Depth: l.depth, Nodes: l.nodes, MoveTime: l.moveTime}
	if l.hasClock {
		limits.Clock = &l.clock
	}
	if unlimited := l.depth == 0 && l.nodes == 0 && l.moveTime == 0 && !l.hasClock; unlimited && l.misread && !l.infinite {
		limits.MoveTime = misreadMoveTime
	}
	return limits
}

// endless reports whether the search is to go on until it is stopped.
func (l level) endless() bool {
	return l.infinite && l.depth == 0 && l.nodes == 0 && l.moveTime == 0 && !l.hasClock
}

// withHandicap returns the settings for a search with the handicap of this level. Each
// step of handicap, which lidraughts' server asks for, takes two levels of skill. Searches
// that weak need a small table only.
func (l level) withHandicap(s settings) settings {
	s.Skill = max(s.Skill-2*l.handicap, 1)
	s.TTSize, s.TTMB = min(s.TTSize, weakTTSize), 0
	return s
}

// number reads a number in any form that clients write, including a decimal comma
// and numbers out of range.
func number(s string) (float64, bool) {
	v, err := strconv.ParseFloat(strings.Replace(params.Plain(s), ",", ".", 1), 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, false
	}
	return v, !math.IsNaN(v)
}

// badNumber returns the error for argument a of m.
func badNumber(m Message, a Arg) error {
	e := &movegen.SyntaxError{What: m.Command, Text: a.Value, Column: a.Column, Reason: a.Name + " is not a number"}
	if a.Value == "" {
		e.Text, e.Reason = a.Name, "number missing"
	}
	return e
}

// clamp returns v, or the bound it lies beyond.
func clamp(low, v, high float64) float64 { return min(max(v, low), high) }

// secondsToDuration returns v seconds as a duration.
func secondsToDuration(v float64) time.Duration {
	return time.Duration(clamp(-maxSeconds, v, maxSeconds) * float64(time.Second))
}
