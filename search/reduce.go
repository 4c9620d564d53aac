package search

import "stupol/movegen"

// From which move on, in the order of their promise, quiet moves are searched
// less deep. A principal variation is given more of a chance.
const (
	reduceFrom     = 1
	reduceFromPV   = 3
	reduceMoreFrom = 4 // by two plies, outside the principal variation
	reduceDepth    = 2 // the shallowest search behind a move that is reduced
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
