package search

// singular looks whether the first move of n, which the table knows, is singular: better
// by a margin than every other. For that the others are searched half as deep. A singular
// move is as good as forced, and extended (Anantharaman, Campbell and Hsu, "Singular
// Extensions", ICCA Journal 11(4), 1988). If another move turns out to reach beta as well
// as the first is said to, n is cut off, with the score returned: of two such moves at least
// one will hold (Björnsson and Marsland, "Multi-cut Pruning in Alpha-Beta Search", Computers
// and Games 1998).
func (w *worker) singular(n *node, known *ttEntry) (score Score, cutoff bool) {
	if !w.mayBeSingular(n, known) {
		return 0, false
	}
	least := known.score - Score(w.singularMargin*n.depth)
	for i := 1; i < len(n.moves); i++ {
		m := n.pickBest(i)
		if w.cutOff() || !w.play(m, n.depth/2) {
			return 0, false
		}
		score := -w.search(-least, -least+1, n.depth/2-1, n.ply+1)
		w.game.Pop()
		if w.stopped {
			return 0, false
		}
		if score >= least {
			return least, least >= n.beta && n.beta-n.alpha == 1
		}
	}
	n.singular = true
	return 0, false
}

// mayBeSingular reports whether the table knows so much of n that singular is worth its
// searches, and brings the table's move to the front.
func (w *worker) mayBeSingular(n *node, known *ttEntry) bool {
	if w.exhaustive || w.singularDepth == 0 || n.depth < w.singularDepth || len(n.moves) < 2 {
		return false
	}
	if known.bound == upper || known.depth < n.depth-3 || known.score > MaxEval || known.score < -MaxEval {
		return false
	}
	return known.move != noMove && keyOf(n.pickBest(0)) == known.move
}
