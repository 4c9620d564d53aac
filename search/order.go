package search

import (
	"math"
	"slices"

	"stupol/movegen"
)

// The scores that order moves: the larger is tried first. The table's move comes
// before all, then captures of most pieces where the rules leave a choice, then
// the history, which is at most historyLimit.
const (
	tableMoveScore = 1 << 24
	captureScore   = 1 << 16 // for each piece captured
)

// scoreMoves scores the moves of n, and brings the best to the front. The table knew the
// one with the key tableMove, if any.
func (w *worker) scoreMoves(n *node, tableMove moveKey) {
	n.scores = slices.Grow(n.scores[:0], len(n.moves))[:len(n.moves)]
	moves, scores := n.moves, n.scores[:len(n.moves)]
	best, most := 0, int32(math.MinInt32)
	for i := range moves {
		m := &moves[i]
		score := w.history.score(n.turn, *m)
		if m.Captured != 0 {
			score += captureScore * int32(m.Captured.Len())
		}
		if tableMove.mayBe(m.From, m.To) && keyOf(*m) == tableMove {
			score = tableMoveScore
		}
		scores[i] = score
		if score > most {
			best, most = i, score
		}
	}
	n.swap(0, best)
}

// pickBest brings the best of the moves from the i-th on to place i, and returns
// it. Most positions are done with after one or two, so sorting all would be
// wasted.
func (n *node) pickBest(i int) movegen.Move {
	scores := n.scores[i:]
	best, most := 0, scores[0]
	for j, score := range scores {
		if score > most {
			best, most = j, score
		}
	}
	n.swap(i, i+best)
	return n.moves[i]
}

// swap swaps two moves and their scores.
func (n *node) swap(i, j int) {
	n.moves[i], n.moves[j] = n.moves[j], n.moves[i]
	n.scores[i], n.scores[j] = n.scores[j], n.scores[i]
}

// A history scores moves by how they did elsewhere in the search, by who moved,
// from where and to where (Schaeffer, "The History Heuristic", ICCA Journal
// 6(3), 1983).
type history [2][64][64]int32

const (
	// historyLimit bounds the score of a move. The larger it is, the longer old
	// bonuses last.
	historyLimit = 1 << 12

	// maxBonus bounds one bonus.
	maxBonus = 1 << 10
)

// score returns the score of m, within ±historyLimit.
func (h *history) score(turn movegen.Color, m movegen.Move) int32 {
	return h[turn&1][m.From&63][m.To&63]
}

// update adds a bonus to the score of m. The nearer the score is to its limit,
// the less it grows.
func (h *history) update(turn movegen.Color, m movegen.Move, bonus int32) {
	score := &h[turn&1][m.From&63][m.To&63]
	*score += bonus - *score*max(bonus, -bonus)/historyLimit
}

// updateHistory gives a bonus to the move of n that reached beta, and a penalty
// to those tried before it.
func (w *worker) updateHistory(n *node) {
	bonus := int32(min(n.depth*n.depth, maxBonus))
	i := n.raised[len(n.raised)-1]
	for _, m := range n.moves[:i] {
		w.history.update(n.turn, m, -bonus)
	}
	w.history.update(n.turn, n.moves[i], bonus)
}
