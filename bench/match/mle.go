package match

import "math"

// withMean returns the maximum likelihood distribution whose mean is score.
func (d distribution) withMean(score float64) distribution {
	var gradient [5]float64
	for i := range gradient {
		gradient[i] = points[i] - score
	}
	return d.constrained(gradient)
}

// withDeviations returns the maximum likelihood distribution whose mean lies t of
// its own standard deviations above one half (Van den Bergh, "Comments on
// Normalized Elo", 2021).
//
// The constraint is not linear, so there can be several local maxima, and
// iteration from one start can end in the wrong one or nowhere. But every maximum
// also fulfils a linear constraint, which depends only on its own deviation. So
// we search the whole range for deviations that reproduce themselves under that
// constraint, and take the one with the greatest likelihood.
func (d distribution) withDeviations(t float64) distribution {
	const negligible = 1e-7 // 0.00002 Elo
	switch {
	case math.Abs(t) < negligible:
		return d.withMean(0.5)
	case t < 0:
		return d.swapped().withDeviations(-t).swapped()
	}
	best, most := distribution{}, math.Inf(-1)
	for _, x := range []float64{0.25, 0.5} { // the points above one half
		for _, deviation := range d.consistent(t, x) {
			p := d.withGradientAt(t, deviation)
			if l := d.logLikelihood(p); l > most {
				best, most = p, l
			}
		}
	}
	return best
}

// consistent returns the deviations for which withGradientAt yields a distribution
// with a mean of 1/2 + t*deviation, of those whose gradient is positive at the
// result 1/2 + x. They are the roots of a function, found by its changes of sign
// on a grid that is finer towards the ends.
func (d distribution) consistent(t, x float64) []float64 {
	const steps = 32
	// The gradient at x is positive for means above one half by x(1-1/r) to
	// x(1+1/r), and no deviation of numbers from 0 to 1 is above one half.
	r := math.Sqrt(1 + t*t)
	low, high := x*t/(r*(r+1)), min(x*(1+1/r)/t, 0.5, 0.5/t)
	excess := func(deviation float64) float64 {
		mean, _ := d.withGradientAt(t, deviation).moments()
		return mean - 0.5 - t*deviation
	}
	var roots []float64
	const inside = 1e-9 // at the very ends the gradient may not have both signs
	before, sign := 0.0, false
	for i := range steps + 1 {
		at := (1 - math.Cos(math.Pi*float64(i)/steps)) / 2
		deviation := low + (high-low)*min(max(at, inside), 1-inside)
		positive := excess(deviation) > 0
		if i > 0 && positive != sign {
			roots = append(roots, signChange(excess, before, deviation))
		}
		before, sign = deviation, positive
	}
	return roots
}

// withGradientAt returns the maximum likelihood distribution under the constraint
// mean - 1/2 - t*deviation = 0, linearized at the given deviation and the mean
// that belongs to it.
func (d distribution) withGradientAt(t, deviation float64) distribution {
	var gradient [5]float64
	for i := range gradient {
		above := points[i] - 0.5
		z := above/deviation - t
		gradient[i] = above - t*deviation*(1+z*z)/2
	}
	return d.constrained(gradient)
}

// swapped returns d as the other side sees it.
func (d distribution) swapped() distribution { return distribution{d[4], d[3], d[2], d[1], d[0]} }

// logLikelihood returns the log-likelihood, per pair, of the frequencies d under p.
func (d distribution) logLikelihood(p distribution) (sum float64) {
	for i := range d {
		sum += d[i] * math.Log(p[i])
	}
	return sum
}

// constrained returns the distribution p under which the frequencies d are most
// likely, of all with sum(p[i]*gradient[i]) = 0. By Lagrange p[i] is
// d[i]/(1+k*gradient[i]), with the one k that fulfils the constraint and keeps
// every p[i] positive. The gradient must have values of both signs.
func (d distribution) constrained(gradient [5]float64) distribution {
	least, most := 0.0, 0.0
	for _, g := range gradient {
		least, most = min(least, g), max(most, g)
	}
	k := decreasingRoot(func(k float64) (value, slope float64) {
		for i, g := range gradient {
			share := d[i] * g / (1 + k*g)
			value += share
			slope -= share * g / (1 + k*g)
		}
		return value, slope
	}, -1/most, -1/least)
	var p distribution
	for i, g := range gradient {
		p[i] = d[i] / (1 + k*g)
	}
	return p
}

// decreasingRoot returns the root of f, which falls from plus to minus infinity
// between low and high. It takes Newton steps, and halves the interval where they
// leave it, and in every fourth step.
func decreasingRoot(f func(float64) (value, slope float64), low, high float64) float64 {
	const most = 200
	x := (low + high) / 2
	for i := range most {
		value, slope := f(x)
		if value == 0 {
			break
		}
		if value > 0 {
			low = x
		} else {
			high = x
		}
		next := x - value/slope
		if !(low < next && next < high) || i%4 == 3 {
			next = (low + high) / 2
		}
		if next == x || next <= low || next >= high {
			break
		}
		x = next
	}
	return x
}

// signChange returns a point between low and high where f changes its sign.
func signChange(f func(float64) float64, low, high float64) float64 {
	const halvings = 50
	sign := f(low) > 0
	for range halvings {
		middle := (low + high) / 2
		if f(middle) > 0 == sign {
			low = middle
		} else {
			high = middle
		}
	}
	return (low + high) / 2
}
