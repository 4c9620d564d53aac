package search

import "stupol/movegen"

// reverseFutility reports whether the position p can be cut off without a search
// of that depth: the evaluation is above beta by more than the plies that are left
// can be expected to cost. That is said only of quiet positions in which nothing
// can be captured by either side, and never where beta is a win or a loss.
func (w *worker) reverseFutility(p *movegen.Position, alpha, beta Score, depth int) bool {
	if depth > w.rfpDepth || w.exhaustive || beta-alpha > 1 || beta > MaxEval || beta < -MaxEval {
		return false
	}
	if w.rules.HasCapture(p) || w.rules.CanCapture(p, p.Turn.Opponent()) || !w.rules.HasQuiet(p) {
		return false
	}
	return w.evaluate(p) >= beta+Score(w.rfpMargin*depth)
}

// lateMoveReduction returns by how many plies less than depth to search the i-th
// move of n at first, with a zero window above alpha. Captures and promotions change too
// much to be judged by their place in the order, and a principal variation is
// reduced later.
func (w *worker) lateMoveReduction(n *node, i int, alpha Score, depth int) int {
	m, pv := n.moves[i], n.beta-alpha > 1
	from := w.lmrFrom
	if pv {
		from = w.lmrFromPV
	}
	if w.exhaustive || i < from || depth < w.lmrDepth || m.IsCapture() || m.Promotes {
		return 0
	}
	plies := 1
	if !pv && i >= w.lmrMoreFrom {
		plies++
	}
	if i >= w.lmrMostFrom && depth >= w.lmrMostDepth {
		plies++
	}
	return plies
}

// internalIterativeReduction returns by how many plies less to search a position
// of which the table knows no good move: the search would begin with a guess, and
// no search before came by, so that the position can hardly be important.
func (w *worker) internalIterativeReduction(tableMove moveKey, depth int) int {
	if w.exhaustive || tableMove != noMove || depth < w.iirDepth {
		return 0
	}
	return 1
}
