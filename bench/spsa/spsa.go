package spsa

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
)

// A Param is a whole number to be tuned, within bounds.
type Param struct {
	Name  string `json:"name"`
	Start int    `json:"start"`
	Min   int    `json:"min"`
	Max   int    `json:"max"`
}

// step returns the size of the perturbation of p in the last iteration: a twentieth
// of the range, as in Fishtest, but so much that plus and minus differ (see played).
func (p Param) step() float64 { return max(float64(p.Max-p.Min)/20, 0.5) }

// played returns the whole number that is played for the value v, which may be
// out of bounds. It is v rounded down or, with the probability that makes v the
// mean, up: for a random dither of 0 to 1. Thus the games measure the gradient
// between whole numbers too. With the same dither two values that are 1 apart
// never become the same number, unless at a bound.
func (p Param) played(v, dither float64) int {
	return min(max(int(math.Floor(v+dither)), p.Min), p.Max)
}

// A Plan says what to tune and how.
type Plan struct {
	Params     []Param `json:"params"`
	Iterations int     `json:"iterations"`

	// Rate is how many steps a value moves in the last iteration for a lead of
	// a point a game.
	Rate float64 `json:"rate"`
	Seed uint64  `json:"seed"`
}

// DefaultRate is a Rate for some hundred iterations of some dozen games. The noise
// of 500 times 32 games, of which 40 % are draws, moves a value by one and a half
// steps.
const DefaultRate = 0.3

// Validate returns an error if p makes no sense.
func (p *Plan) Validate() error {
	switch {
	case len(p.Params) == 0:
		return errors.New("nothing to tune")
	case p.Iterations < 1:
		return fmt.Errorf("%d iterations", p.Iterations)
	case !(p.Rate > 0):
		return fmt.Errorf("a rate of %v", p.Rate)
	}
	seen := map[string]bool{}
	for _, c := range p.Params {
		if seen[c.Name] {
			return fmt.Errorf("%s is to be tuned twice", c.Name)
		}
		seen[c.Name] = true
		if c.Min >= c.Max || c.Start < c.Min || c.Start > c.Max {
			return fmt.Errorf("%s: %d to %d is no range around %d", c.Name, c.Min, c.Max, c.Start)
		}
	}
	return nil
}

// A state is the values of the parameters after some iterations of a Plan.
type state struct {
	plan   *Plan
	done   int // iterations
	values []float64
}

// newState returns the state before the first iteration.
func newState(p *Plan) *state {
	s := &state{plan: p}
	for _, param := range p.Params {
		s.values = append(s.values, float64(param.Start))
	}
	return s
}

// A perturbation is the two points that the next iteration compares.
type perturbation struct {
	delta       []float64 // from the values to plus; minus is as far the other way
	plus, minus []int     // what is played
}

// perturb draws the perturbation of the next iteration.
func (s *state) perturb() perturbation {
	const gamma = 0.101 // Spall 1998
	random := rand.New(rand.NewPCG(s.plan.Seed, uint64(s.done)))
	width := math.Pow(float64(s.plan.Iterations)/float64(s.done+1), gamma)
	var p perturbation
	for i, param := range s.plan.Params {
		delta := width * param.step()
		if random.IntN(2) == 0 {
			delta = -delta
		}
		dither := random.Float64()
		p.delta = append(p.delta, delta)
		p.plus = append(p.plus, param.played(s.values[i]+delta, dither))
		p.minus = append(p.minus, param.played(s.values[i]-delta, dither))
	}
	return p
}

// update ends an iteration in which plus was ahead of minus by that many points
// a game, from -1 to 1.
func (s *state) update(p perturbation, lead float64) {
	const alpha, stability = 0.602, 0.1 // Spall 1998; stability is his A as a share of the iterations
	n := float64(s.plan.Iterations)
	gain := s.plan.Rate * math.Pow((stability+1)*n/(stability*n+float64(s.done+1)), alpha)
	for i, param := range s.plan.Params {
		v := s.values[i] + gain*lead*param.step()*param.step()/p.delta[i]
		s.values[i] = min(max(v, float64(param.Min)), float64(param.Max))
	}
	s.done++
}
