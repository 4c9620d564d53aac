package search

import "stupol/movegen"

// leaf counts a place where the search ends and returns the score it has.
func (w *worker) leaf(s Score, ply int) Score {
	w.leaves.add(ply)
	return s
}

// evaluate returns the worth of p as if it were quiet.
func (w *worker) evaluate(p *movegen.Position) Score {
	if w.observer != nil {
		w.observer.Evaluated(p)
	}
	score := Score(w.eval.Evaluate(p)) + w.skill.mistake(p.Hash, w.seed)
	return min(max(score, -MaxEval), MaxEval)
}

// ended returns the score of p, where the side to move has no legal move.
func (w *worker) ended(p *movegen.Position, ply int) Score {
	switch {
	case w.rules.Goal == movegen.LoseAll:
		return WinIn(ply)
	case w.rules.Goal == movegen.FirstKing && p.KingsOf(p.Turn) != 0:
		return WinIn(ply)
	}
	return LossIn(ply)
}
