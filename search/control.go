package search

import (
	"context"
	"math"
	"slices"
	"sync/atomic"
	"time"

	"stupol/movegen"
)

// A control says how long one search may go on. Its workers share it. They
// take the nodes they may visit from it in small grants, and that is when
// they learn that it is over: nothing is tested at every node.
type control struct {
	legal []movegen.Move // at the root
	root  []movegen.Move // those of them to choose from

	ending ending

	nodes int64        // limit for all workers together
	size  int64        // of a grant
	left  atomic.Int64 // nodes not yet granted; negative when overdrawn
	stop  atomic.Bool  // set once, by whoever finds that the search is over
	deadline
}

// grantSize is the nodes granted at a time: a fraction of a millisecond.
const grantSize = 1024

// A deadline is what ends a search from outside: the caller's patience, the
// clock, and the opponent's move.
type deadline struct {
	ctx       context.Context
	start     time.Time
	budget    budget
	stability stability       // kept by the leading worker
	ponder    <-chan struct{} // nil when the clock binds
}

// newControl returns the control of a search of g that starts now. A forced
// move needs no thought unless the limits ask for analysis.
func newControl(ctx context.Context, l *Limits, g *movegen.Game) *control {
	pieces := g.Position().Pieces[movegen.White] | g.Position().Pieces[movegen.Black]
	c := &control{
		legal:    g.LegalMoves(nil),
		nodes:    math.MaxInt64,
		size:     grantSize,
		deadline: deadline{ctx: ctx, start: time.Now(), budget: newBudget(l, pieces.Len()), ponder: l.Ponder},
	}
	c.root = l.among(c.legal)
	if l.Nodes > 0 {
		c.nodes = l.Nodes
	}
	c.left.Store(c.nodes)
	if len(c.legal) == 1 && !l.Analyze {
		c.budget = budget{}
	}
	return c
}

// among returns those of the legal moves that l lets a search choose from.
func (l *Limits) among(legal []movegen.Move) []movegen.Move {
	if len(l.Moves) == 0 {
		return legal
	}
	excluded := func(m movegen.Move) bool { return !slices.Contains(l.Moves, m) }
	return slices.DeleteFunc(slices.Clone(legal), excluded)
}

// grant returns how many more nodes a worker may visit; 0 ends its search.
func (c *control) grant() int64 {
	if c.stop.Load() {
		return 0
	}
	before := c.left.Add(-c.size) + c.size
	if before <= 0 {
		c.stop.Store(true)
		return 0
	}
	return min(before, c.size)
}

// granted returns the nodes granted so far.
func (c *control) granted() int64 { return c.nodes - max(c.left.Load(), 0) }

// passed reports whether the search must end at once.
func (d *deadline) passed() bool {
	return d.ctx.Err() != nil || d.timed() && d.elapsed() >= d.budget.hard
}

// allowsDepth reports whether there is time to begin another depth after one
// that ended with best.
func (d *deadline) allowsDepth(best *finding) bool {
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
