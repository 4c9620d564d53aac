package search

import "stupol/movegen"

// reduction returns by how many plies less than the others to search the i-th
// move of a position at first. If it turns out better than expected it is
// searched in full after all (late-move reductions). Captures and promotions
// change too much to be judged by their place, and a principal variation is
// given more of a chance.
func (w *worker) reduction(m movegen.Move, i, depth int, pv bool) int {
	from := w.reduceFrom
	if pv {
		from = w.reduceFromPV
	}
	if w.exhaustive || i < from || depth < w.reduceDepth || m.IsCapture() || m.Promotes {
		return 0
	}
	plies := 1
	if !pv && i >= w.reduceMoreFrom {
		plies++
	}
	if i >= w.reduceMostFrom && depth >= w.reduceMostDepth {
		plies++
	}
	return plies
}

// unknownReduction returns by how many plies less to search a position of
// which the table knows no good move: the search would begin with a guess, and
// the position can hardly be an important one if no search before came by
// (internal iterative reduction).
func (w *worker) unknownReduction(best moveKey, depth int) int {
	if w.exhaustive || best != noMove || depth < w.unknownDepth {
		return 0
	}
	return 1
}
