package search

// quiesce returns the worth of a position beyond the nominal depth: all
// captures are followed, since all are forced, and the quiet positions behind
// them are evaluated. Alpha and beta are as in search.
func (w *worker) quiesce(alpha, beta Score, ply int) Score {
	n := &w.nodes[ply]
	n.line = n.line[:0]
	p := w.game.Position()
	n.moves = w.rules.Captures(n.moves[:0], p)
	switch {
	case len(n.moves) == 0 && !w.rules.HasQuiet(p):
		return w.leaf(w.ended(p, ply), ply)
	case w.game.DrawReason() != "":
		return w.leaf(Draw, ply)
	case len(n.moves) == 0:
		return w.leaf(w.worth(p, ply), ply)
	case ply == maxPly:
		return w.leaf(w.evaluate(p), ply)
	}
	best := -Infinite
	for _, m := range n.moves {
		if !w.play(m, 0) {
			break
		}
		score := -w.quiesce(-beta, -max(alpha, best), ply+1)
		w.game.Pop()
		if score <= best || w.stopped {
			continue
		}
		best = score
		if score > alpha {
			n.lead(m, &w.nodes[ply+1])
		}
		if score >= beta {
			break
		}
	}
	return best
}
