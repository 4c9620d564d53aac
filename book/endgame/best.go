package endgame

import (
	"slices"

	"stupol/movegen"
)

// Best returns those of the legal moves of p that are best, and the value of
// p. Where distances are known plies is that of p, and the best moves win
// soonest or lose latest; elsewhere it is 0, and they are all that keep the
// value. If p is not in the database, or what its moves lead to is not, they
// are all moves, and the value is Unknown.
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
