package eval

import (
	"stupol/eval/network"
	"stupol/movegen"
)

// A Scorer evaluates one position after the other, for one goroutine. If the evaluation
// is a network, a position that resembles the one before is evaluated faster, and one
// that was evaluated a short while ago is looked up.
type Scorer struct {
	evaluator   *Evaluator
	accumulator network.Accumulator
	recent      *recent // nil: nothing is looked up
}

// recent are evaluations, by the lower bits of the hash of the position: of all that share
// a place, the last. A search comes by the same positions again, by other moves and less
// or more deep.
//
// Two positions are taken for one if 46 bits of their hashes are equal: less than once in
// half an hour of a search of two million evaluations a second, and then one is wrong.
type recent [1 << recentBits]struct {
	upper uint32 // half of the hash
	score int32
}

// recentBits makes 128 KB, a fraction of a processor's own cache.
const recentBits = 14

// Scorer returns a new Scorer of e.
func (e *Evaluator) Scorer() *Scorer {
	s := &Scorer{evaluator: e}
	if e.network != nil {
		s.recent = &recent{}
	}
	return s
}

// Evaluate returns what Evaluator.Evaluate does.
func (s *Scorer) Evaluate(p *movegen.Position) int {
	if s.recent == nil {
		return s.evaluator.evaluate(&s.accumulator, p)
	}
	known, upper := &s.recent[p.Hash%(1<<recentBits)], uint32(p.Hash>>32)
	if known.upper != upper {
		known.upper, known.score = upper, int32(s.evaluator.evaluate(&s.accumulator, p))
	}
	return int(known.score)
}

// networkScore returns the score of p for the side to move.
func (e *Evaluator) networkScore(a *network.Accumulator, p *movegen.Position) int {
	score := int(float64(e.network.Evaluate(a, p)) * e.perOutput)
	if p.Kings != 0 {
		score /= e.divisor(p, score)
	}
	return score
}
