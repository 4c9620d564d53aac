package search

import "stupol/movegen"

// A history remembers which moves turned out well elsewhere in the search, by
// who moved, from where and to where.
type history [2][64][64]int32

const (
	// historyLimit bounds the merit of a move. The larger it is, the longer
	// old lessons last.
	historyLimit = 1 << 12

	// lessonLimit bounds what one lesson counts.
	lessonLimit = 1 << 10
)

// of returns the merit of m, within ±historyLimit.
func (h *history) of(us movegen.Color, m movegen.Move) int32 {
	return h[us&1][m.From&63][m.To&63]
}

// learn adds a lesson to the merit of m. The nearer the merit is to its
// limit, the less it grows.
func (h *history) learn(us movegen.Color, m movegen.Move, lesson int32) {
	merit := &h[us&1][m.From&63][m.To&63]
	*merit += lesson - *merit*max(lesson, -lesson)/historyLimit
}

// learn draws the lesson from a position where the move n.moves[i] was too
// good for the opponent to allow, and those before it were not.
func (w *worker) learn(n *node, us movegen.Color, i, depth int) {
	lesson := int32(min(depth*depth, lessonLimit))
	for _, m := range n.moves[:i] {
		w.history.learn(us, m, -lesson)
	}
	w.history.learn(us, n.moves[i], lesson)
}
