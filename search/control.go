package search

import (
	"context"
	"math"
	"sync/atomic"
	"time"

	"stupol/movegen"
)

// A control is what the workers of one search share: its position, and how long the
// search may go on.
type control struct {
	position rootPosition
	nodePool
	deadline
}

// A nodePool holds the nodes that a search may still visit. Its workers take them
// in small grants, and that is when they learn that the search is over: nothing
// is tested at every node.
type nodePool struct {
	nodes int64        // limit for all workers together
	size  int64        // of a grant
	left  atomic.Int64 // nodes not yet granted; negative when overdrawn
	stop  atomic.Bool  // set once, by whoever finds that the search is over
}

// grantSize is the nodes granted at a time: a fraction of a millisecond.
const grantSize = 1024

// A deadline is what ends a search from outside: the caller's context, the
// clock, and the opponent's move.
type deadline struct {
	ctx       context.Context
	start     time.Time
	budget    budget
	early     time.Duration   // when the early report is due; 0: never
	stability stability       // kept by the leading worker
	ponder    <-chan struct{} // nil when the clock binds
}

// newControl returns the control of a search of g that starts now. A forced
// move needs no thought unless the limits ask for analysis.
func newControl(ctx context.Context, l *Limits, g *movegen.Game) *control {
	pieces := g.Position().Pieces[movegen.White] | g.Position().Pieces[movegen.Black]
	c := &control{
		position: newRootPosition(g, l),
		nodePool: nodePool{nodes: math.MaxInt64, size: grantSize},
		deadline: deadline{ctx: ctx, start: time.Now(), budget: newBudget(l, pieces.Len()), ponder: l.Ponder},
	}
	if l.Nodes > 0 {
		c.nodes = l.Nodes
	}
	c.left.Store(c.nodes)
	if len(c.position.legal) == 1 && !l.Analyze {
		c.budget = budget{}
	}
	if l.EarlyReport > 0 && c.budget.hard != unlimited {
		c.early = c.budget.hard - l.EarlyReport
	}
	return c
}

// grant returns how many more nodes a worker may visit, at most that many; 0 ends its
// search.
func (p *nodePool) grant(most int64) int64 {
	if p.stop.Load() {
		return 0
	}
	size := min(p.size, most)
	before := p.left.Add(-size) + size
	if before <= 0 {
		p.stop.Store(true)
		return 0
	}
	return min(before, size)
}

// granted returns the nodes granted so far.
func (p *nodePool) granted() int64 { return p.nodes - max(p.left.Load(), 0) }

// passed reports whether the search must end at once.
func (d *deadline) passed() bool {
	return d.ctx.Err() != nil || d.timed() && d.elapsed() >= d.budget.hard
}

// nearlyPassed reports whether an early report is due.
func (d *deadline) nearlyPassed() bool {
	return d.early > 0 && d.timed() && d.elapsed() >= d.early
}

// allowsDepth reports whether there is time to begin another depth after one
// that ended with best.
func (d *deadline) allowsDepth(best *rootLine) bool {
	d.stability.add(best)
	return !d.passed() && (!d.timed() || d.budget.allowsDepth(d.elapsed(), d.stability.timeFactor()))
}

// timed reports whether the clock binds: not while the opponent thinks.
func (d *deadline) timed() bool {
	if d.ponder == nil {
		return true
	}
	select {
	case <-d.ponder:
		return true
	default:
		return false
	}
}

func (d *deadline) elapsed() time.Duration { return time.Since(d.start) }
