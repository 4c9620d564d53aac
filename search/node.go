package search

import "stupol/movegen"

// search returns the worth of the position ply moves below the root for the
// side to move, from a search of depth plies and the captures beyond. A
// result within (alpha, beta) is exact; one outside is a bound on that side.
func (w *worker) search(alpha, beta Score, depth, ply int) Score {
	n := &w.nodes[ply]
	n.line = n.line[:0]
	if w.game.Repeated() {
		return w.leaf(Draw, ply)
	}
	if depth <= 0 || ply == maxPly {
		return w.quiesce(alpha, beta, ply)
	}
	p := w.game.Position()
	hash, us := w.key(p), p.Turn
	drawn := w.game.DrawReason() != ""
	known := w.table.get(hash).seenFrom(ply)
	if !drawn && beta-alpha == 1 && known.decides(depth, alpha, beta) {
		return known.score
	}
	promised := nothing
	if !drawn {
		promised = w.lookUp(p, ply)
	}
	if score, ok := promised.decides(alpha, beta); ok {
		return w.leaf(score, ply)
	}
	if score, ok := w.beyond(p, alpha, beta, depth); ok && !drawn {
		return w.leaf(score, ply)
	}
	n.moves = w.rules.Moves(n.moves[:0], p)
	switch {
	case len(n.moves) == 0:
		return w.leaf(w.ended(p, ply), ply)
	case drawn:
		return w.leaf(Draw, ply)
	}
	depth -= w.unknownReduction(known.move, depth)
	w.rank(n, us, known.move)
	found := w.loop(n, us, max(alpha, promised.low), min(beta, promised.high), depth, ply)
	found.score = min(max(found.score, promised.low), promised.high)
	if !w.stopped {
		w.table.put(hash, found.storedFrom(ply))
	}
	return found.score
}

// loop tries the moves of n in their order until one reaches beta, and
// returns what is to be remembered of the position.
func (w *worker) loop(n *node, us movegen.Color, alpha, beta Score, depth, ply int) record {
	found := record{score: -Infinite, depth: depth, bound: atMost}
	reach := depth - 1 + extension(n.moves)
	n.next(0)
	for i := range n.moves {
		if i > 0 && w.wanted(len(n.moves)-i, reach) {
			s := w.newSplit(n, ply)
			s.next, s.alpha, s.beta, s.depth, s.found = i, alpha, beta, reach, found
			w.share(s)
			if s.found.bound == atLeast {
				w.learn(n, us, s.better[len(s.better)-1], depth)
			}
			return s.found
		}
		if i+1 < len(n.moves) {
			w.expect(n.next(i+1), reach)
		}
		m := n.moves[i]
		score := w.searchMove(m, i, alpha, beta, reach, ply)
		if w.stopped {
			break
		}
		if score <= found.score {
			continue
		}
		found.score = score
		if score <= alpha {
			continue
		}
		alpha, found.move, found.bound = score, keyOf(m), exactly
		n.lead(m, &w.nodes[ply+1])
		if score >= beta {
			found.bound = atLeast
			w.learn(n, us, i, depth)
			break
		}
	}
	return found
}

// searchMove returns what m, the i-th move tried, is worth to the side that
// makes it. The first move of a position is searched in full; of the others
// it is first asked, perhaps of a shallower search, whether they are better
// than alpha at all (principal variation search, Marsland and Campbell 1982).
func (w *worker) searchMove(m movegen.Move, i int, alpha, beta Score, depth, ply int) Score {
	if w.cutOff() || !w.play(m, depth) {
		return Draw
	}
	score := alpha + 1
	if i > 0 {
		score = w.scout(m, i, alpha, beta, depth, ply)
	}
	if score > alpha && (i == 0 || score < beta) {
		score = -w.search(-beta, -alpha, depth, ply+1)
	}
	w.game.Pop()
	return score
}

// scout asks whether m is better than alpha.
func (w *worker) scout(m movegen.Move, i int, alpha, beta Score, depth, ply int) Score {
	score := alpha + 1
	if less := w.reduction(m, i, depth, beta-alpha > 1); less > 0 {
		score = -w.search(-alpha-1, -alpha, depth-less, ply+1)
	}
	if score > alpha {
		score = -w.search(-alpha-1, -alpha, depth, ply+1)
	}
	return score
}

// extension returns by how many plies to search deeper than usual: a forced
// move is no choice and costs no depth.
func extension(moves []movegen.Move) int {
	if len(moves) == 1 {
		return 1
	}
	return 0
}
