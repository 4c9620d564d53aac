package search

import "stupol/movegen"

// The ranks of moves: the larger is tried first. Within a class, merit
// decides, which is at most historyLimit.
const (
	rankTable     = 1 << 24
	rankPromotion = 1 << 22
	rankKiller    = 1 << 20
	rankCaptured  = 1 << 16 // for each piece
)

// rank ranks the moves of n for side us. The table knew the move with the
// key best, or noMove.
func (w *worker) rank(n *node, us movegen.Color, best moveKey) {
	n.ranks = n.ranks[:0]
	for _, m := range n.moves {
		n.ranks = append(n.ranks, w.rankOf(n, us, m, best))
	}
}

func (w *worker) rankOf(n *node, us movegen.Color, m movegen.Move, best moveKey) int32 {
	switch {
	case best != noMove && keyOf(m) == best:
		return rankTable
	case m.IsCapture():
		return rankCaptured * int32(m.Captured.Len())
	case m.Promotes:
		return rankPromotion
	case m == n.killers[0]:
		return rankKiller + 1
	case m == n.killers[1]:
		return rankKiller
	}
	return w.history.of(us, m)
}

// next brings the best of the moves from the i-th on to place i, and returns
// it. Most positions are done with after one or two, so sorting all would be
// wasted.
func (n *node) next(i int) movegen.Move {
	best := i
	for j := i + 1; j < len(n.ranks); j++ {
		if n.ranks[j] > n.ranks[best] {
			best = j
		}
	}
	n.moves[i], n.moves[best] = n.moves[best], n.moves[i]
	n.ranks[i], n.ranks[best] = n.ranks[best], n.ranks[i]
	return n.moves[i]
}
