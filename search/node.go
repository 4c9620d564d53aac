package search

import "stupol/movegen"

// A node is a position on the line that a worker searches: its window, its
// moves, and the best of them so far. The root is one. Slices keep their space from visit to visit,
// so that no node allocates.
type node struct {
	ply        int // distance from the root
	depth      int // of the search of this position
	childDepth int // of the search after each move
	turn       movegen.Color

	alpha, beta Score // the window; alpha rises with the best move
	best        ttEntry
	raised      []int // the moves that raised alpha, in that order

	moves  []movegen.Move
	scores []int32        // of moves, for the order in which they are tried
	pv     []movegen.Move // the best line, if its score is exact

	cut      bool // an answer is expected to reach beta, in a zero window
	singular bool // the table's move, which is the first, is singular
}

// open begins the search of n within a window.
func (n *node) open(alpha, beta Score, depth int) {
	n.alpha, n.beta, n.depth = alpha, beta, depth
	n.childDepth = depth - 1
	n.best = ttEntry{score: -Infinite, depth: depth, bound: upper}
	n.raised = n.raised[:0]
	n.singular = false
}

// update takes the score of the i-th move into account. It reports whether the
// score reaches beta, so that the other moves do not matter.
func (n *node) update(i int, score Score, child *node) (cutoff bool) {
	if score <= n.best.score {
		return false
	}
	n.best.score = score
	if score <= n.alpha {
		return false
	}
	m := n.moves[i]
	n.alpha = score
	n.best.move, n.best.bound = keyOf(m), exact
	n.raised = append(n.raised, i)
	n.updatePV(m, child)
	if score < n.beta {
		return false
	}
	n.best.bound = lower
	return true
}

// updatePV makes the best line of n the move m and the line that follows it.
func (n *node) updatePV(m movegen.Move, child *node) {
	n.pv = append(append(n.pv[:0], m), child.pv...)
}

// search returns the score of the position ply moves below the root for the
// side to move, from a search of depth plies and the captures beyond. A score
// within (alpha, beta) is exact; one outside is a bound on that side.
func (w *worker) search(alpha, beta Score, depth, ply int) Score {
	n := &w.nodes[ply]
	n.pv = n.pv[:0]
	if w.game.RepeatedSince(w.rootPlies) {
		return w.leaf(Draw, ply)
	}
	if depth <= 0 || ply == maxPly {
		return w.quiesce(alpha, beta, ply)
	}
	p := w.game.Position()
	hash := w.key(p)
	drawn := w.game.DrawReason() != ""
	entry := w.table.get(hash).fromTT(ply)
	reduced := depth - w.internalIterativeReduction(entry.move, depth)
	if !drawn && beta-alpha == 1 && entry.cutsOff(reduced, alpha, beta) {
		return entry.score
	}
	bounds := noBounds
	if !drawn {
		bounds = w.probeBounds(p, ply)
	}
	if score, ok := bounds.cutOff(alpha, beta); ok {
		return w.leaf(score, ply)
	}
	captures := w.rules.HasCapture(p)
	if !drawn && !captures {
		if score, ok := w.futility(p, entry, alpha, beta, depth); ok {
			return w.leaf(score, ply)
		}
	}
	if captures {
		n.moves = w.rules.Captures(n.moves[:0], p)
	} else {
		n.moves = w.rules.Quiets(n.moves[:0], p)
	}
	switch {
	case len(n.moves) == 0:
		return w.leaf(w.gameOver(p, ply), ply)
	case drawn:
		return w.leaf(Draw, ply)
	}
	n.open(max(alpha, bounds.low), min(beta, bounds.high), reduced)
	n.ply, n.turn = ply, p.Turn
	if w.team != nil {
		n.best.depth = depth // or the second to come, who finds the move that the first has found, would search a ply deeper
	}
	n.childDepth += w.extension(n.moves)
	w.scoreMoves(n, entry.move)
	if score, ok := w.singular(n, entry); ok {
		return score
	}
	w.searchMoves(n)
	n.best.score = min(max(n.best.score, bounds.low), bounds.high)
	if !w.stopped {
		w.table.put(hash, n.best.toTT(ply))
	}
	return n.best.score
}

// searchMoves tries the moves of n in their order until one reaches beta. The first is in
// its place already. It is the one move loop, of the root and of every position below.
func (w *worker) searchMoves(n *node) {
	if n.childDepth > 0 {
		w.prefetchChild(n.moves[0])
	}
	for i := range n.moves {
		// The next move is picked early only where that helps: it may come to nothing.
		if n.childDepth > 0 {
			if i+1 < len(n.moves) {
				w.prefetchChild(n.pickBest(i + 1))
			}
		} else if i > 0 {
			n.pickBest(i)
		}
		score := w.searchMove(n, i, n.alpha)
		if w.stopped || n.update(i, score, &w.nodes[n.ply+1]) {
			break
		}
	}
	if n.best.bound == lower {
		w.updateHistory(n)
	}
}

// searchMove returns the score of the i-th move of n for the side that makes
// it. The first move is searched with the whole window. The others are first
// searched with a zero window above alpha, which asks no more than whether
// they are better (principal variation search, Marsland and Campbell 1982).
func (w *worker) searchMove(n *node, i int, alpha Score) Score {
	m := n.moves[i]
	if w.stopped || !w.play(m) {
		return Draw // the search is over: nobody looks at the score
	}
	depth := n.childDepth + w.forcingExtension(m)
	if i == 0 && n.singular {
		depth++
	}
	var score Score
	if i > 0 {
		score = w.scout(n, i, alpha, depth)
	}
	if i == 0 || score > alpha && score < n.beta {
		score = w.searchPlayed(n, alpha, n.beta, depth, n.beta-alpha == 1 && !n.cut)
	}
	w.game.Pop()
	return score
}

// scout returns a score that is above alpha if that of the i-th move of n is,
// which has just been played and is to be searched to that depth. A late move is
// searched less deep at first.
func (w *worker) scout(n *node, i int, alpha Score, depth int) Score {
	score := alpha + 1
	if r := w.lateMoveReduction(n, i, alpha, depth); r > 0 {
		score = w.searchPlayed(n, alpha, alpha+1, depth-r, true)
	}
	if score > alpha {
		score = w.searchPlayed(n, alpha, alpha+1, depth, !n.cut)
	}
	return score
}

// searchPlayed returns the score of the move of n that has just been played, for the side
// that made it. Cut tells whether an answer is expected to refute it: so it is for a move
// that is reduced, being late, and for what is tried where the move before refuted nothing.
func (w *worker) searchPlayed(n *node, alpha, beta Score, depth int, cut bool) Score {
	w.nodes[n.ply+1].cut = cut
	return -w.search(-beta, -alpha, depth, n.ply+1)
}

// extension returns by how many plies to search deeper than usual. A forced move
// is no choice and costs no depth. Where the aim is to lose all pieces, captures
// are what the plans are made of, so that none costs depth.
func (w *worker) extension(moves []movegen.Move) int {
	if len(moves) == 1 || w.rules.Goal == movegen.LoseAll && moves[0].IsCapture() {
		return 1
	}
	return 0
}

// forcingExtension returns by how many plies to search deeper after m, which has
// just been played: where the aim is to lose all pieces, a quiet move that forces a
// capture is half of an exchange, and costs no depth either. A forced move of this kind
// has both extensions: what follows is searched a ply deeper than the position before.
func (w *worker) forcingExtension(m movegen.Move) int {
	if w.rules.Goal != movegen.LoseAll || w.exhaustive || m.IsCapture() || !w.rules.HasCapture(w.game.Position()) {
		return 0
	}
	return 1
}

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
		if !w.play(m) {
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
	w.leaves.add(ply)
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
