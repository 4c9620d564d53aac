package spsa

import (
	"math"
	"math/rand/v2"
	"testing"
)

// top is where the hill of these tests is highest.
var top = []float64{9, 30.5, 2}

func hillPlan() Plan {
	return Plan{
		Params:     []Param{{"a", 3, 1, 21}, {"b", 50, 0, 100}, {"c", 4, 1, 5}},
		Iterations: 500, Rate: DefaultRate, Seed: 1,
	}
}

// lead returns how far up is ahead of down after 32 games, 40 % of them draws:
// by what it is higher on the hill, and by luck.
func lead(p *Plan, t perturbation, luck *rand.Rand) float64 {
	const perStep = 0.004 // 1.4 Elo
	height := func(values []int) (sum float64) {
		for i, v := range values {
			steps := (float64(v) - top[i]) / p.Params[i].step()
			sum -= perStep * steps * steps
		}
		return sum
	}
	return min(max(height(t.plus)-height(t.minus)+math.Sqrt(0.6/32)*luck.NormFloat64(), -1), 1)
}

// However the luck falls, the values get near the top.
func TestClimb(t *testing.T) {
	for seed := range uint64(10) {
		p := hillPlan()
		p.Seed = seed
		luck := rand.New(rand.NewPCG(1, seed))
		c := newState(&p)
		for range p.Iterations {
			next := c.perturb()
			c.update(next, lead(&p, next, luck))
		}
		for i, param := range p.Params {
			if off := (c.values[i] - top[i]) / param.step(); math.Abs(off) > 1.5 {
				t.Errorf("seed %d: %s is %.2f in the end, %.1f steps from %v", seed, param.Name, c.values[i], off, top[i])
			}
		}
	}
}

// What is played is within bounds and differs, and its mean is the value.
func TestPlayed(t *testing.T) {
	p := Param{"a", 3, 1, 5}
	const tries = 100_000
	random := rand.New(rand.NewPCG(1, 2))
	sum := 0
	for range tries {
		dither := random.Float64()
		low, high := p.played(2.3, dither), p.played(3.3, dither)
		if high != low+1 {
			t.Fatalf("2.3 and 3.3 with dither %v: %d and %d", dither, low, high)
		}
		sum += low
	}
	if mean := float64(sum) / tries; math.Abs(mean-2.3) > 0.01 {
		t.Errorf("mean of what is played for 2.3: %.3f", mean)
	}
	for v, want := range map[float64]int{-1.5: 1, 7: 5} {
		if got := p.played(v, 0.5); got != want {
			t.Errorf("%v: played %d, want %d", v, got, want)
		}
	}
}
