package endgame

import (
	"slices"

	"stupol/movegen"
)

// Best returns the best of the legal moves of p, and the value of p. Where
// distances are known, plies is the distance of p, and the best moves win fastest
// or lose slowest; elsewhere plies is 0, and the best moves are all that keep the
// value. If p or a position after it is unknown, Best returns all moves and
// Unknown.
func (pr *Prober) Best(p *movegen.Position, moves []movegen.Move) (best []movegen.Move, v Value, plies int) {
	if v = pr.Probe(p); v == Unknown {
		return moves, Unknown, 0
	}
	for _, m := range moves {
		if pr.after(*p, m, pr.line[:0]) == v {
			best = append(best, m)
		}
	}
	if best == nil {
		return moves, Unknown, 0
	}
	plies, ok := pr.Distance(p)
	if !ok {
		return best, v, 0
	}
	return slices.DeleteFunc(best, func(m movegen.Move) bool {
		next := pr.next(*p, m)
		n, ok := pr.Distance(&next)
		return ok && n != plies-1
	}), v, plies
}
