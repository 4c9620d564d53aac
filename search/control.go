package search

import (
	"context"
	"math"
	"sync/atomic"
	"time"
)

// A control says how long one search may go on. Its workers share it. They
// take the nodes they may visit from it in small grants, and that is when
// they learn that it is over: nothing is tested at every node.
type control struct {
	nodes    int64        // limit for all workers together
	left     atomic.Int64 // nodes not yet granted; negative when overdrawn
	stop     atomic.Bool  // set once, by whoever finds that the search is over
	deadline              // for the leading worker alone
}

// grantSize is the nodes granted at a time: a fraction of a millisecond.
const grantSize = 1024

// A deadline is the part of a control that the leading worker watches for
// all: the caller's patience, the clock, and the opponent's move.
type deadline struct {
	ctx    context.Context
	start  time.Time
	budget budget
	ponder <-chan struct{} // nil when the clock binds
}

// newControl returns the control of a search that starts now. A forced move
// needs no thought unless the limits ask for analysis.
func newControl(ctx context.Context, l *Limits, forced bool) *control {
	c := &control{
		nodes:    math.MaxInt64,
		deadline: deadline{ctx: ctx, start: time.Now(), budget: budgetOf(l), ponder: l.Ponder},
	}
	if l.Nodes > 0 {
		c.nodes = l.Nodes
	}
	c.left.Store(c.nodes)
	if forced && !l.Analyze {
		c.budget = budget{}
	}
	return c
}

// grant returns how many more nodes a worker may visit; 0 ends its search.
func (c *control) grant() int64 {
	if c.stop.Load() {
		return 0
	}
	before := c.left.Add(-grantSize) + grantSize
	if before <= 0 {
		c.stop.Store(true)
		return 0
	}
	return min(before, grantSize)
}

// granted returns the nodes granted so far.
func (c *control) granted() int64 { return c.nodes - max(c.left.Load(), 0) }

// passed reports whether the search must end at once.
func (d *deadline) passed() bool {
	return d.ctx.Err() != nil || d.timed() && d.elapsed() >= d.budget.ceiling
}

// allowsDepth reports whether there is time to begin another depth.
func (d *deadline) allowsDepth() bool {
	return !d.passed() && (!d.timed() || d.budget.lastsAnotherDepth(d.elapsed()))
}

// timed reports whether the clock binds: not while the opponent thinks.
func (d *deadline) timed() bool {
	if d.ponder == nil {
		return true
	}
	select {
	case <-d.ponder:
		d.ponder = nil
		return true
	default:
		return false
	}
}

func (d *deadline) elapsed() time.Duration { return time.Since(d.start) }
