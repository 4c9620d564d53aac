package search

import (
	"slices"

	"stupol/movegen"
)

// A finding is the best that a worker knows of the root.
type finding struct {
	score Score
	depth int            // the last completed one
	line  []movegen.Move // at least one move
}

// lastDepth returns the depth at which a search under l ends.
func (l *Limits) lastDepth() int {
	if l.Depth <= 0 {
		return maxDepth
	}
	return min(l.Depth, maxDepth)
}

// deepen searches the root to the first depth, then to the next, and so on to
// the last, unless the search is over before. It calls report after each,
// and after a depth that was cut short.
func (w *worker) deepen(first, last int, report func()) {
	for w.depth = first; w.depth <= last; w.depth++ {
		w.leaves = leafCount{}
		w.searchRoot()
		report()
		if w.stopped || w.best.score.IsProven() || w.leads && !w.control.allowsDepth() {
			return
		}
	}
}

// searchRoot searches all legal moves to the current depth, and keeps the
// best of those it has finished.
func (w *worker) searchRoot() {
	alpha := -Infinite
	depth := w.depth - 1 + extension(w.root)
	for i, m := range w.root {
		score := w.searchMove(m, i, alpha, Infinite, depth, 0)
		if w.stopped {
			return
		}
		if score > alpha {
			alpha = score
			w.best.score = score
			w.best.line = append(append(w.best.line[:0], m), w.nodes[1].line...)
			copy(w.root[1:i+1], w.root[:i])
			w.root[0] = m
		}
	}
	w.best.depth = w.depth
}

// guess sets the finding before anything was searched.
func (w *worker) guess() {
	w.best.score = w.evaluate(w.game.Position())
	w.best.depth = 0
	w.best.line = append(w.best.line[:0], w.root[0])
}

// info returns the report of what w knows now.
func (w *worker) info() Info {
	return Info{
		Depth:     w.best.depth,
		MeanDepth: w.leaves.mean(),
		Score:     w.best.score,
		Nodes:     w.visited(),
		Time:      w.control.elapsed(),
		PV:        slices.Clone(w.best.line),
	}
}

// A leafCount adds up the places where the search ended and a position was
// given its worth.
type leafCount struct{ leaves, plies int64 }

func (c *leafCount) add(ply int) {
	c.leaves++
	c.plies += int64(ply)
}

// mean returns the average distance from the root to a leaf, in plies.
func (c *leafCount) mean() float64 {
	return float64(c.plies) / float64(max(c.leaves, 1))
}
