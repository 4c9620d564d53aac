package hub

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"stupol/movegen"
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
}

// The ranges of numbers. Others are clamped and not refused: some clients subtract
// increments from clocks, for instance, and send negative times.
const (
	minMoveTime = 3 * time.Millisecond
	maxSeconds  = 1e8
	maxCount    = 1e15
	maxDepth    = 1000
	maxHandicap = 4

	weakTTSize = 16 // log2 of the entries of the table for searches with a handicap
)

// limitSetters says what each argument of level does. Others change nothing, nor does
// infinite.
var limitSetters = map[string]func(*level, float64){
	"depth":     func(l *level, v float64) { l.depth = int(clamp(1, v, maxDepth)) },
	"nodes":     func(l *level, v float64) { l.nodes = int64(clamp(1, v, maxCount)) },
	"move-time": func(l *level, v float64) { l.moveTime = max(secondsToDuration(v), minMoveTime) },
	"moves":     func(l *level, v float64) { l.clock.Moves = int(clamp(0, v, maxCount)) },
	"time":      func(l *level, v float64) { l.clock.Remaining, l.hasClock = secondsToDuration(v), true },
	"handicap":  func(l *level, v float64) { l.handicap = int(clamp(0, v, maxHandicap)) },
	"inc":       func(l *level, v float64) { l.clock.Increment, l.hasClock = max(secondsToDuration(v), 0), true },
}

// with returns l with the limits of a level message added. On an error it returns l.
func (l level) with(m Message) (level, error) {
	sum := l
	for _, a := range m.Args {
		set, known := limitSetters[a.Name]
		if !known {
			continue
		}
		v, ok := number(a.Value)
		if !ok {
			return l, badNumber(m, a)
		}
		set(&sum, v)
	}
	return sum, nil
}

// unknownLimits returns a level message with the arguments of m that mean nothing.
func unknownLimits(m Message) Message {
	return Message{Command: m.Command, Args: slices.DeleteFunc(slices.Clone(m.Args), func(a Arg) bool {
		return limitSetters[a.Name] != nil || a.Name == "infinite"
	})}
}

// limits returns l as the search wants it.
func (l level) limits() search.Limits {
	limits := search.Limits{Depth: l.depth, Nodes: l.nodes, MoveTime: l.moveTime}
	if l.hasClock {
		limits.Clock = &l.clock
	}
	return limits
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
	v, err := strconv.ParseFloat(strings.Replace(s, ",", ".", 1), 64)
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
