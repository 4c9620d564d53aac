package search

import (
	"slices"

	"stupol/movegen"
)

// A rootSearch is iterative deepening as far as it has come. The leading worker
// has it.
type rootSearch struct {
	depth    int            // of the current iteration
	moves    []movegen.Move // best first
	lines    []rootLine     // of the first moves
	previous rootLine       // the line being searched, as it was at the depth before

	report   func(lines int) // reports so many lines, best last
	reported rootLine        // the best line reported last, from the early report on; before it no moves
}

// A rootLine is what a search knows of one line from the root.
type rootLine struct {
	score Score
	depth int            // the last completed one
	pv    []movegen.Move // at least one move
}

// copyFrom makes l a copy of other.
func (l *rootLine) copyFrom(other *rootLine) {
	l.score, l.depth = other.score, other.depth
	l.pv = append(l.pv[:0], other.pv...)
}

// equal reports whether l says the same as other.
func (l *rootLine) equal(other *rootLine) bool {
	return l.score == other.score && l.depth == other.depth && slices.Equal(l.pv, other.pv)
}

// reportEarly makes the early report, once.
func (r *rootSearch) reportEarly() {
	if len(r.reported.pv) == 0 {
		r.reported.copyFrom(&r.lines[0])
		r.report(1)
	}
}

// lastDepth returns the depth at which a search under l ends.
func (l *Limits) lastDepth() int {
	if l.Depth <= 0 {
		return maxDepth
	}
	return min(l.Depth, maxDepth)
}

// deepen searches the root to the first depth, then to the next, and so on to
// the last, unless the search is over before. It calls report after each depth.
// With one line, or a depth that was cut short, it is left out if nothing is new since
// the early report or a later one: the early one may have come after the last change
// at that depth, before its end.
func (w *worker) deepen(first, last int, report func(lines int)) {
	r := &w.root
	r.report, r.reported.pv = report, r.reported.pv[:0]
	for r.depth = first; r.depth <= last; r.depth++ {
		w.leaves = leafCount{}
		if w.team != nil {
			w.team.depth.Store(int32(r.depth))
		}
		w.searchLines()
		switch {
		case !w.stopped && len(r.lines) > 1:
			report(len(r.lines))
		case !r.lines[0].equal(&r.reported):
			report(1) // only the best is sure to differ from the others
		}
		if len(r.reported.pv) > 0 || w.control.nearlyPassed() { // then this was the early report
			r.reported.copyFrom(&r.lines[0])
		}
		if w.stopped || r.proven() || !w.control.allowsDepth(&r.lines[0]) {
			return
		}
	}
}

// searchLines searches the best line to the current depth, then the best of the
// moves that are left, and so on for as many lines as are asked for.
func (w *worker) searchLines() {
	for k := range w.root.lines {
		w.searchRoot(k)
		if w.stopped {
			return
		}
	}
	w.root.sortLines()
}

// aspirationLimit is the score from which on a root's window has no end: that far from
// the last score a win or a loss may have been found, and more small steps would not help.
const aspirationLimit Score = 1000

// searchRoot searches all moves of the root but the first k to the current
// depth, and keeps the best of those it has finished as the k-th line and move.
// The window is small around the score of the depth before (aspiration); where
// the score falls out of it, the search is repeated with a window that is wider there.
func (w *worker) searchRoot(k int) {
	r, n := &w.root, &w.nodes[0]
	line := &r.lines[k]
	r.previous.copyFrom(line)
	step := Score(w.aspirationWindow)
	alpha, beta := -Infinite, Infinite
	if step > 0 && r.depth >= w.aspirationDepth && !line.score.IsProven() {
		alpha, beta = lowEnd(line.score-step), highEnd(line.score+step)
	}
	for {
		w.searchRootWithin(k, alpha, beta)
		r.keepBest(k, n)
		step *= 2
		if w.stopped {
			break
		}
		if n.best.score <= alpha && alpha > -Infinite {
			alpha = lowEnd(n.best.score - step)
		} else if n.best.score >= beta && beta < Infinite {
			beta = highEnd(n.best.score + step)
		} else {
			break
		}
	}
	switch {
	case !w.stopped:
		line.depth = r.depth
	case line.score >= r.previous.score:
	case line.pv[0] == r.previous.pv[0]:
		line.copyFrom(&r.previous) // a move not yet searched to this depth may be better
	default:
		// So it may be here: the moves searched lose, but the game is not proven to be lost.
		line.score = max(line.score, min(r.previous.score, -MaxEval))
	}
}

// lowEnd returns the low end of a root's window that would begin at s.
func lowEnd(s Score) Score {
	if s < -aspirationLimit {
		return -Infinite
	}
	return s
}

// highEnd returns the high end of a root's window that would end at s.
func highEnd(s Score) Score { return -lowEnd(-s) }

// searchRootWithin searches all moves of the root but the first k to the current
// depth, for scores between alpha and beta.
func (w *worker) searchRootWithin(k int, alpha, beta Score) {
	r, n := &w.root, &w.nodes[0]
	n.ply, n.turn = 0, w.game.Position().Turn
	n.moves = append(n.moves[:0], r.moves[k:]...)
	n.scores = slices.Grow(n.scores[:0], len(n.moves))[:len(n.moves)]
	clear(n.scores) // the moves are in order already
	n.open(alpha, beta, r.depth)
	n.childDepth += w.extension(w.control.position.legal)
	w.searchMoves(n)
}

// keepBest makes the best move of n the k-th move and its line the k-th line.
// The better of the moves that raised alpha follow it.
func (r *rootSearch) keepBest(k int, n *node) {
	if len(n.raised) == 0 {
		return
	}
	for _, i := range n.raised {
		r.toFront(k, n.moves[i])
	}
	r.lines[k].score = n.best.score
	r.lines[k].pv = append(r.lines[k].pv[:0], n.pv...)
}

// toFront makes m the k-th move and leaves the others in order.
func (r *rootSearch) toFront(k int, m movegen.Move) {
	i := slices.Index(r.moves, m)
	copy(r.moves[k+1:i+1], r.moves[k:i])
	r.moves[k] = m
}

// sortLines sorts the lines, and their moves, by score. They are found in that
// order, but for what the later searches learned from the earlier.
func (r *rootSearch) sortLines() {
	for k := 1; k < len(r.lines); k++ {
		for i := k; i > 0 && r.lines[i].score > r.lines[i-1].score; i-- {
			r.lines[i], r.lines[i-1] = r.lines[i-1], r.lines[i]
			r.moves[i], r.moves[i-1] = r.moves[i-1], r.moves[i]
		}
	}
}

// proven reports whether every line is a proven win or loss.
func (r *rootSearch) proven() bool {
	for i := range r.lines {
		if !r.lines[i].score.IsProven() {
			return false
		}
	}
	return true
}

// beginRoot prepares n lines, with the first moves and the evaluation as their
// score, in case nothing is searched at all.
func (w *worker) beginRoot(n int) {
	r := &w.root
	r.moves = append(r.moves[:0], w.control.position.moves...)
	n = min(n, len(r.moves))
	r.lines = slices.Grow(r.lines[:0], n)[:n]
	for k := range r.lines {
		line := &r.lines[k]
		line.score, line.depth = w.evaluate(w.game.Position()), 0
		line.pv = append(line.pv[:0], r.moves[k])
	}
}

// info returns the report of what w knows now of the k-th line.
func (w *worker) info(k int) Info {
	line := &w.root.lines[k]
	return Info{
		Depth:     line.depth,
		MeanDepth: w.leaves.mean(),
		Line:      k + 1,
		Score:     w.control.position.databaseScore(line.score),
		Nodes:     w.visited(),
		Time:      w.control.elapsed(),
		PV:        slices.Clone(line.pv),
	}
}

// A leafCount adds up the depths at which the search ended and a position got
// its score.
type leafCount struct{ leaves, plies int64 }

func (c *leafCount) add(ply int) {
	c.leaves++
	c.plies += int64(ply)
}

// mean returns the average distance from the root to a leaf, in plies.
func (c *leafCount) mean() float64 {
	return float64(c.plies) / float64(max(c.leaves, 1))
}
