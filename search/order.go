package search

import "stupol/movegen"

// The ranks of moves: the larger is tried first. What the table knew comes
// before all, then the captures of most pieces where the rules leave a
// choice, then merit, which is at most historyLimit.
const (
	rankTable    = 1 << 24
	rankCaptured = 1 << 16 // for each piece
)

// rank ranks the moves of n, which side us has to choose from. The table knew
// the one with the key best, if any.
func (w *worker) rank(n *node, us movegen.Color, best moveKey) {
	n.ranks = n.ranks[:0]
	for _, m := range n.moves {
		n.ranks = append(n.ranks, w.rankOf(us, m, best))
	}
}

// rankOf returns the rank of m.
func (w *worker) rankOf(us movegen.Color, m movegen.Move, best moveKey) int32 {
	if best != noMove && keyOf(m) == best {
		return rankTable
	}
	return rankCaptured*int32(m.Captured.Len()) + w.history.of(us, m)
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
