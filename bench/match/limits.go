package match

import (
	"time"

	"stupol/protocol/peer"
	"stupol/search"
)

// A clock keeps the time of one side in one game.
type clock struct {
	search.Clock // means nothing without a time limit
	limits       peer.Limits
}

func newClock(l peer.Limits) clock { return clock{l.Control().Start(), l} }

// search returns the limits of the next move. Of a clock that is overdrawn, which a margin
// forgives, engines are told no time below zero: not all could read it.
func (c *clock) search() search.Limits {
	l := search.Limits{Depth: c.limits.Depth, Nodes: c.limits.Nodes, MoveTime: c.limits.MoveTime, Pace: c.limits.Pace}
	if c.limits.Time != 0 {
		told := c.Positive()
		l.Clock = &told
	}
	return l
}

// allowed returns the time the next move may take; timed is false if there is no
// limit.
func (c *clock) allowed() (d time.Duration, timed bool) {
	switch l := c.limits; {
	case l.MoveTime != 0 && l.Time != 0:
		return min(l.MoveTime, c.Available()), true
	case l.Time != 0:
		return c.Available(), true
	default:
		return l.MoveTime, l.MoveTime != 0
	}
}

// spent returns the time of a move that was answered after so long: with a pace, that of its
// nodes.
func (c *clock) spent(real time.Duration, nodes int64) time.Duration {
	if c.limits.Pace == 0 {
		return real
	}
	return time.Duration(nodes) * time.Millisecond / time.Duration(c.limits.Pace)
}

// spend takes the time of a move off the clock.
func (c *clock) spend(used time.Duration) { c.Clock = c.limits.Control().After(c.Clock, used) }
