package search

import "stupol/movegen"

// beyond returns a score that the side to move of p is sure enough to reach to
// do without a search of that depth: it is beta, if the position stands beyond
// it by more than the plies that are left can be expected to take away (reverse
// futility pruning). That is said only of quiet positions in which nothing is
// about to be lost, and never of the end of the game.
func (w *worker) beyond(p *movegen.Position, alpha, beta Score, depth int) (score Score, ok bool) {
	if depth > w.aheadDepth || w.exhaustive || beta-alpha > 1 || beta > MaxEval || beta < -MaxEval {
		return 0, false
	}
	if w.rules.HasCapture(p) || w.rules.CanCapture(p, p.Turn.Opponent()) || !w.rules.HasQuiet(p) {
		return 0, false
	}
	return beta, w.evaluate(p) >= beta+Score(w.aheadMargin*depth)
}
