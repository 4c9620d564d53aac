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

// step returns by how much a trial moves p up and down in the end: a twentieth
// of the range, as in Fishtest, but so much that the two differ (see played).
func (p Param) step() float64 { return max(float64(p.Max-p.Min)/20, 0.5) }

// played returns the whole number that is played for the value v, which may be
// out of bounds. It is v rounded down or, with the probability that makes v the
// mean, up: for a random dither of 0 to 1. Thus the games tell of the slope
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

// DefaultRate is a Rate for some hundred iterations of some dozen games. The luck
// of 500 times 32 games, of which 40 % are draws, would by itself lead a value
// astray by one and a half steps.
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

// A climb is a Plan and how far it has been followed.
type climb struct {
	plan   *Plan
	done   int // iterations
	values []float64
}

func newClimb(p *Plan) *climb {
	c := &climb{plan: p}
	for _, param := range p.Params {
		c.values = append(c.values, float64(param.Start))
	}
	return c
}

// A trial is what the next iteration compares.
type trial struct {
	moves    []float64 // from the values up, which is not always to larger ones
	up, down []int     // what is played
}

// trial tosses the coins of the next iteration.
func (c *climb) trial() trial {
	const gamma = 0.101 // Spall 1998
	random := rand.New(rand.NewPCG(c.plan.Seed, uint64(c.done)))
	width := math.Pow(float64(c.plan.Iterations)/float64(c.done+1), gamma)
	var t trial
	for i, p := range c.plan.Params {
		move := width * p.step()
		if random.IntN(2) == 0 {
			move = -move
		}
		dither := random.Float64()
		t.moves = append(t.moves, move)
		t.up = append(t.up, p.played(c.values[i]+move, dither))
		t.down = append(t.down, p.played(c.values[i]-move, dither))
	}
	return t
}

// learn ends an iteration in which t gave up a lead, in points a game from -1
// to 1, over down.
func (c *climb) learn(t trial, lead float64) {
	const alpha, calm = 0.602, 0.1 // Spall 1998; calm is his A as a share of the iterations
	n := float64(c.plan.Iterations)
	gain := c.plan.Rate * math.Pow((calm+1)*n/(calm*n+float64(c.done+1)), alpha)
	for i, p := range c.plan.Params {
		v := c.values[i] + gain*lead*p.step()*p.step()/t.moves[i]
		c.values[i] = min(max(v, float64(p.Min)), float64(p.Max))
	}
	c.done++
}
