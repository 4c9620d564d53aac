package eval

import (
	"stupol/eval/network"
	"stupol/movegen"
)

// A Scorer evaluates one position after the other, for one goroutine. If the evaluation
// is a network, a position that resembles the one before is evaluated faster.
type Scorer struct {
	evaluator   *Evaluator
	accumulator network.Accumulator
}

// Scorer returns a new Scorer of e.
func (e *Evaluator) Scorer() *Scorer { return &Scorer{evaluator: e} }

// Evaluate returns what Evaluator.Evaluate does.
func (s *Scorer) Evaluate(p *movegen.Position) int {
	return s.evaluator.evaluate(&s.accumulator, p)
}

// networkScore returns the score of p for the side to move.
func (e *Evaluator) networkScore(a *network.Accumulator, p *movegen.Position) int {
	score := int(float64(e.network.Evaluate(a, p)) * e.perOutput)
	if p.Kings != 0 {
		score /= e.divisor(p, score)
	}
	return score
}
