package bench

import "stupol/movegen"

// kingValue is the value of a king in men.
const kingValue = 3

// lostScore is below any material.
const lostScore = -1000

// A prover searches with material as its only evaluation: all moves to the same
// depth, captures to their end. So its results do not depend on the engine's search
// and evaluation. A forced move costs no depth.
type prover struct {
	rules *movegen.Rules
	moves [maxProof][]movegen.Move
	nodes int
}

// maxProof is the longest line of a prover, in plies.
const maxProof = 120

// Prove returns the only move of p that wins at least gain within that depth, if it
// is a sacrifice and does not win anything two plies earlier. Ok is false if there
// is no such move, or if it takes more nodes to prove.
func Prove(r *movegen.Rules, p *movegen.Position, gain, depth, nodes int) (best movegen.Move, ok bool) {
	v := &prover{rules: r, nodes: nodes}
	moves := r.Moves(nil, p)
	if len(moves) < 2 || moves[0].IsCapture() {
		return best, false
	}
	for _, m := range moves {
		if after := r.Play(p, m); r.HasCapture(&after) && v.wins(p, m, gain, depth) {
			if ok {
				return best, false
			}
			best, ok = m, true
		}
	}
	if !ok || v.wins(p, best, 1, depth-2) {
		return best, false
	}
	for _, m := range moves {
		if m != best && v.wins(p, m, 1, depth) {
			return best, false
		}
	}
	return best, v.nodes > 0
}

// wins reports whether m wins at least gain within that depth.
func (v *prover) wins(p *movegen.Position, m movegen.Move, gain, depth int) bool {
	want := material(p) + gain
	after := v.rules.Play(p, m)
	return -v.search(&after, depth-1, -want, 1-want, 0) >= want
}

// search returns a bound on the material that the side to move comes out with, on
// the same side of (alpha, beta) as the exact value.
func (v *prover) search(p *movegen.Position, depth, alpha, beta, ply int) int {
	v.nodes--
	moves := v.rules.Moves(v.moves[ply][:0], p)
	v.moves[ply] = moves
	switch {
	case len(moves) == 0:
		return lostScore
	case v.nodes <= 0 || ply == maxProof-1, depth <= 0 && !moves[0].IsCapture():
		return material(p)
	case len(moves) > 1:
		depth--
	}
	best := lostScore
	for _, m := range moves {
		after := v.rules.Play(p, m)
		best = max(best, -v.search(&after, depth, -beta, -max(alpha, best), ply+1))
		if best >= beta {
			break
		}
	}
	return best
}

// material returns by how many men the side to move is ahead.
func material(p *movegen.Position) int { return menOf(p, p.Turn) - menOf(p, p.Turn.Opponent()) }

func menOf(p *movegen.Position, c movegen.Color) int {
	return p.Men(c).Len() + kingValue*p.KingsOf(c).Len()
}
