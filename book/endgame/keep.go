package endgame

import "stupol/movegen"

// Keep returns those of the legal moves of p that keep its value, and the
// value. If p is not in the database, or what its moves lead to is not, all
// moves are returned and the value is Unknown.
func (pr *Prober) Keep(p *movegen.Position, moves []movegen.Move) ([]movegen.Move, Value) {
	value := pr.Probe(p)
	if value == Unknown {
		return moves, Unknown
	}
	var kept []movegen.Move
	for _, m := range moves {
		if pr.after(*p, m, pr.line[:0]) == value {
			kept = append(kept, m)
		}
	}
	if kept == nil {
		return moves, Unknown
	}
	return kept, value
}
