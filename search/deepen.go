package search

import (
	"slices"

	"stupol/movegen"
)

// A finding is what a worker knows of one line from the root.
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
		w.searchLines()
		report()
		if w.stopped || w.solved() || !w.control.allowsDepth(&w.lines[0]) {
			return
		}
	}
}

// searchLines searches the best line to the current depth, then the best of
// the moves that are left, and so on for as many lines as are asked for.
func (w *worker) searchLines() {
	for k := range w.lines {
		w.searchRoot(k)
		if w.stopped {
			return
		}
	}
	w.sortLines()
}

// searchRoot searches all moves of the root but the first k to the current
// depth, and keeps the best of those it has finished as the k-th line and move.
func (w *worker) searchRoot(k int) {
	n := &w.nodes[0]
	n.moves = append(n.moves[:0], w.root[k:]...)
	n.ranks = slices.Grow(n.ranks[:0], len(n.moves))[:len(n.moves)]
	clear(n.ranks) // they are in order already
	alpha, best := -Infinite, &w.lines[k]
	w.before.keep(best)
	depth := w.depth - 1 + extension(w.control.legal)
	for i := 0; i < len(n.moves) && !w.stopped; i++ {
		if i > 0 && w.wanted(len(n.moves)-i, depth) {
			s := w.newSplit(n, 0)
			s.next, s.alpha, s.beta, s.depth, s.found = i, alpha, Infinite, depth, record{score: alpha}
			w.share(s)
			w.takeOver(k, s)
			break
		}
		m := n.moves[i]
		score := w.searchMove(m, i, alpha, Infinite, depth, 0)
		if !w.stopped && score > alpha {
			alpha = score
			best.score = score
			best.line = append(append(best.line[:0], m), w.nodes[1].line...)
			w.toFront(k, m)
		}
	}
	if !w.stopped {
		best.depth = w.depth
	} else if best.score < w.before.score && best.line[0] == w.before.line[0] {
		best.keep(&w.before) // a move not yet searched to this depth may be better
	}
}

// takeOver is what searchRoot does with better moves, for those found at s.
func (w *worker) takeOver(k int, s *split) {
	for _, i := range s.better {
		w.toFront(k, s.node.moves[i])
	}
	if len(s.better) > 0 {
		w.lines[k].score = s.found.score
		w.lines[k].line = append(w.lines[k].line[:0], s.node.line...)
	}
}

// keep makes f a copy of other.
func (f *finding) keep(other *finding) {
	f.score, f.depth = other.score, other.depth
	f.line = append(f.line[:0], other.line...)
}

// toFront makes m the k-th move of the root and leaves the others in order.
func (w *worker) toFront(k int, m movegen.Move) {
	i := slices.Index(w.root, m)
	copy(w.root[k+1:i+1], w.root[k:i])
	w.root[k] = m
}

// sortLines puts the lines, and their moves among those of the root, in the
// order of their scores. They are found in that order, but for what the later
// searches learned from the earlier.
func (w *worker) sortLines() {
	for k := 1; k < len(w.lines); k++ {
		for i := k; i > 0 && w.lines[i].score > w.lines[i-1].score; i-- {
			w.lines[i], w.lines[i-1] = w.lines[i-1], w.lines[i]
			w.root[i], w.root[i-1] = w.root[i-1], w.root[i]
		}
	}
}

// solved reports whether the end of the game is known along every line.
func (w *worker) solved() bool {
	for i := range w.lines {
		if !w.lines[i].score.IsProven() {
			return false
		}
	}
	return true
}

// guess sets n lines before anything was searched.
func (w *worker) guess(n int) {
	w.lines = slices.Grow(w.lines[:0], n)[:n]
	for k := range w.lines {
		best := &w.lines[k]
		best.score = w.evaluate(w.game.Position())
		best.depth = 0
		best.line = append(best.line[:0], w.root[k])
	}
}

// shown returns how many lines there are to report. In a depth that was cut
// short only the best is sure to differ from the others.
func (w *worker) shown() int {
	if w.stopped {
		return 1
	}
	return len(w.lines)
}

// info returns the report of what w knows now of the k-th line.
func (w *worker) info(k int) Info {
	return Info{
		Depth:     w.lines[k].depth,
		MeanDepth: w.leaves.mean(),
		Line:      k + 1,
		Score:     w.control.ending.assured(w.lines[k].score),
		Nodes:     w.visited(),
		Time:      w.control.elapsed(),
		PV:        slices.Clone(w.lines[k].line),
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
