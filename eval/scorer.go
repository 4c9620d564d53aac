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
// or more deep. An entry is the rest of the hash and, in place of the lower bits, the score
// plus recentMost and 1, so that two positions of different hashes never share a score.
type recent [1 << recentBits]uint64

// recentMost is the largest score kept, either side of 0.
const recentMost = 1<<(recentBits-1) - 1

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

// Clear forgets all positions.
func (s *Scorer) Clear() {
	if s.recent != nil {
		clear(s.recent[:])
	}
}

// Evaluate returns what Evaluator.Evaluate does.
func (s *Scorer) Evaluate(p *movegen.Position) int {
	if s.recent == nil {
		return s.evaluator.evaluate(&s.accumulator, p)
	}
	const lower = 1<<recentBits - 1
	known := &s.recent[p.Hash&lower]
	if *known&^lower == p.Hash&^lower && *known&lower != 0 {
		return int(*known&lower) - recentMost - 1
	}
	score := s.evaluator.evaluate(&s.accumulator, p)
	if -recentMost <= score && score <= recentMost {
		*known = p.Hash&^lower | uint64(score+recentMost+1)
	}
	return score
}

// networkScore returns the score of p for the side to move.
func (e *Evaluator) networkScore(a *network.Accumulator, p *movegen.Position) int {
	score := int(float64(e.network.Evaluate(a, p)) * e.perOutput)
	if p.Kings != 0 {
		score /= e.divisor(p, score)
	}
	return score
}
