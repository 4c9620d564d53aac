package search

import "stupol/movegen"

// quiesce returns the score of a position beyond the nominal depth: all captures
// are searched, since all are forced, and the quiet positions behind them are
// evaluated. Alpha and beta are as in search.
func (w *worker) quiesce(alpha, beta Score, ply int) Score {
	n := &w.nodes[ply]
	n.pv = n.pv[:0]
	p := w.game.Position()
	n.moves = w.rules.Captures(n.moves[:0], p)
	switch {
	case len(n.moves) == 0 && !w.rules.HasQuiet(p):
		return w.leaf(w.gameOver(p, ply), ply)
	case w.game.DrawReason() != "":
		return w.leaf(Draw, ply)
	case len(n.moves) == 0:
		return w.leaf(w.leafScore(p, ply), ply)
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
			n.updatePV(m, &w.nodes[ply+1])
		}
		if score >= beta {
			break
		}
	}
	return best
}

// leaf counts a position where the search ends, and returns its score.
func (w *worker) leaf(s Score, ply int) Score {
	w.root.leaves.add(ply)
	return s
}

// evaluate returns the evaluation of p, as if it were quiet.
func (w *worker) evaluate(p *movegen.Position) Score {
	if w.observer != nil {
		w.observer.Evaluated(p)
	}
	score := Score(w.eval.Evaluate(p)) + w.skill.mistake(p.Hash, w.seed)
	return min(max(score, -MaxEval), MaxEval)
}

// gameOver returns the score of p, where the side to move has no legal move.
func (w *worker) gameOver(p *movegen.Position, ply int) Score {
	switch {
	case w.rules.Goal == movegen.LoseAll:
		return WinIn(ply)
	case w.rules.Goal == movegen.FirstKing && p.KingsOf(p.Turn) != 0:
		return WinIn(ply)
	}
	return LossIn(ply)
}
