package search

import (
	"math"

	"stupol/movegen"
)

// futility reports whether the position p can be cut off without a search of that depth, and
// with which score: the evaluation is further outside of the window than the plies that are
// left can be expected to change it. The side to move can capture nothing. Above beta that is
// reverse futility pruning, below alpha futility pruning. It is said only of quiet positions
// in which nothing can be captured by either side, and never where the bound is a win or a
// loss.
func (w *worker) futility(p *movegen.Position, known ttEntry, alpha, beta Score, depth int) (Score, bool) {
	if depth > max(w.rfpDepth, w.fpDepth) || w.exhaustive || beta-alpha > 1 || beta > MaxEval || alpha < -MaxEval {
		return 0, false
	}
	if w.rules.CanCapture(p, p.Turn.Opponent()) || !w.rules.HasQuiet(p) {
		return 0, false
	}
	score := w.correctedEval(p, known)
	switch {
	case depth <= w.rfpDepth && score >= beta+Score(w.rfpMargin*depth):
		return beta, true
	case depth <= w.fpDepth && score <= alpha-Score(w.fpMargin*depth):
		return alpha, true
	}
	return 0, false
}

// correctedEval returns the score that p, a quiet position, is likely to have: what the table
// knows from a search that was not deep enough is better than the evaluation.
func (w *worker) correctedEval(p *movegen.Position, known ttEntry) Score {
	bound := known.bound
	if w.ttEstimate == 0 {
		bound = noBound
	}
	if bound == exact {
		return known.score
	}
	score := w.evaluate(p)
	switch bound {
	case lower:
		return max(score, known.score)
	case upper:
		return min(score, known.score)
	}
	return score
}

// logarithms are those of the numbers up to maxDepth; for 0 there is 0.
var logarithms = func() (all [maxDepth + 1]float64) {
	for i := range all[1:] {
		all[i+1] = math.Log(float64(i + 1))
	}
	return all
}()

// lateMoveReduction returns by how many plies less than depth to search the i-th
// move of n, which has just been played, at first, with a zero window above alpha.
// A move that forces the opponent to capture may begin a combination: it looks like a loss
// from not deep enough, and is reduced less.
func (w *worker) lateMoveReduction(n *node, i int, alpha Score, depth int) int {
	plies := w.reductionByPlace(n, i, alpha, depth)
	if plies == 0 || w.lmrForcing == 0 || !w.rules.HasCapture(w.game.Position()) {
		return plies
	}
	return max(plies-w.lmrForcing, 0)
}

// reductionByPlace returns the reduction of the i-th move of n for its place in the order:
// the deeper the search and the later the move, the more. Captures and promotions change too
// much to be judged by that, and a principal variation is reduced later, and less.
func (w *worker) reductionByPlace(n *node, i int, alpha Score, depth int) int {
	m, pv := n.moves[i], n.beta-alpha > 1
	from := w.lmrFrom
	if pv {
		from = w.lmrFromPV
	}
	if w.exhaustive || i < from || depth < w.lmrDepth || m.IsCapture() || m.Promotes {
		return 0
	}
	if w.lmrLog == 0 {
		return w.reductionBySteps(i, depth, pv)
	}
	product := logarithms[min(depth, maxDepth)] * logarithms[min(i, maxDepth)]
	plies := (w.lmrBase + int(float64(w.lmrLog)*product)) / 100
	switch {
	case pv:
		plies--
	case n.cut && i >= w.lmrCutFrom && depth >= w.lmrCutDepth:
		plies++ // a move that refutes would have come earlier
	}
	return max(plies, 0)
}

// reductionBySteps is the reduction of a late move where the logarithms are too careful near
// the leaves: in games that a few plies decide.
func (w *worker) reductionBySteps(i, depth int, pv bool) int {
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

// singular looks whether the first move of n, which the table knows, is singular: better
// by a margin than every other. For that the others are searched half as deep. A singular
// move is as good as forced, and extended (Anantharaman, Campbell and Hsu, "Singular
// Extensions", ICCA Journal 11(4), 1988). If another move turns out to reach beta as well
// as the first is said to, n is cut off, with the score returned: of two such moves at least
// one will hold (Björnsson and Marsland, "Multi-cut Pruning in Alpha-Beta Search", Computers
// and Games 1998).
func (w *worker) singular(n *node, known ttEntry) (score Score, cutoff bool) {
	if !w.mayBeSingular(n, known) {
		return 0, false
	}
	least := known.score - Score(w.singularMargin*n.depth)
	for i := 1; i < len(n.moves); i++ {
		m := n.pickBest(i)
		w.prefetchChild(m)
		if w.stopped || !w.play(m) {
			return 0, false
		}
		score := w.searchPlayed(n, least-1, least, n.depth/2-1, !n.cut)
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
// searches.
func (w *worker) mayBeSingular(n *node, known ttEntry) bool {
	if w.exhaustive || w.singularDepth == 0 || n.depth < w.singularDepth || len(n.moves) < 2 {
		return false
	}
	if known.bound == upper || known.depth < n.depth-3 || known.score > MaxEval || known.score < -MaxEval {
		return false
	}
	return known.move != noMove && keyOf(n.moves[0]) == known.move
}
