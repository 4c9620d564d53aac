package search

import "stupol/movegen"

const (
	// From which move on, in the order of their promise, quiet moves are
	// searched less deep. A principal variation is given more of a chance.
	reduceFrom     = 1
	reduceFromPV   = 3
	reduceMoreFrom = 4 // by two plies, outside the principal variation

	// reduceDepth is the shallowest search behind a move that is reduced.
	reduceDepth = 2

	// unknownDepth is the shallowest search that is reduced for want of a
	// move to begin with.
	unknownDepth = 4
)

// reduction returns by how many plies less than the others to search the i-th
// move of a position at first. If it turns out better than expected it is
// searched in full after all (late-move reductions). Captures and promotions
// change too much to be judged by their place.
func (w *worker) reduction(m movegen.Move, i, depth int, pv bool) int {
	from := reduceFrom
	if pv {
		from = reduceFromPV
	}
	switch {
	case w.exhaustive, i < from, depth < reduceDepth, m.IsCapture(), m.Promotes:
		return 0
	case !pv && i >= reduceMoreFrom:
		return 2
	}
	return 1
}

// unknownReduction returns by how many plies less to search a position of
// which the table knows no good move: the search would begin with a guess, and
// the position can hardly be an important one if no search before came by
// (internal iterative reduction).
func (w *worker) unknownReduction(best moveKey, depth int) int {
	if w.exhaustive || best != noMove || depth < unknownDepth {
		return 0
	}
	return 1
}
