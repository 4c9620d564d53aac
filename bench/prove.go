package bench

import (
	"stupol/movegen"
	"stupol/search/material"
)

// kingValue is the value of a king in men, in all games.
const kingValue = 3

// Prove returns the only move of p that wins at least gain within that depth, if it
// is a sacrifice and does not win anything two plies earlier. Ok is false if there
// is no such move, or if it takes more nodes to prove.
func Prove(r *movegen.Rules, p *movegen.Position, gain, depth, nodes int) (best movegen.Move, ok bool) {
	v := &material.Prover{Rules: r, Nodes: nodes, King: kingValue}
	moves := r.Moves(nil, p)
	if len(moves) < 2 || moves[0].IsCapture() {
		return best, false
	}
	for _, m := range moves {
		if after := r.Play(p, m); r.HasCapture(&after) && wins(v, p, m, gain, depth) {
			if ok {
				return best, false
			}
			best, ok = m, true
		}
	}
	if !ok || wins(v, p, best, 1, depth-2) {
		return best, false
	}
	for _, m := range moves {
		if m != best && wins(v, p, m, 1, depth) {
			return best, false
		}
	}
	return best, v.Nodes > 0
}

// wins reports whether m wins at least gain within that depth.
func wins(v *material.Prover, p *movegen.Position, m movegen.Move, gain, depth int) bool {
	want := v.Balance(p, p.Turn) + gain
	return !v.Reaches(v.Rules.Play(p, m), depth-1, 1-want)
}
