package match

import (
	"fmt"
	"math"
)

// SPRT is a sequential probability ratio test of two hypotheses on the true
// difference. It looks at the results after every pair and ends the match as soon
// as one hypothesis explains them clearly better.
type SPRT struct {
	Elo0  float64  `json:"elo0"` // the difference under each hypothesis; Elo0 < Elo1
	Elo1  float64  `json:"elo1"`
	Alpha float64  `json:"alpha"` // how often to accept the wrong one: H1 under H0
	Beta  float64  `json:"beta"`  // H0 under H1
	Model EloModel `json:"model"`
}

// EloModel says what kind of Elo the bounds of an SPRT are in.
type EloModel uint8

// The Elo models. Bounds in normalized Elo make a test equally long whatever
// the share of draws; logistic Elo is what rating lists show.
const (
	Normalized EloModel = iota
	Logistic
)

// String returns "normalized" or "logistic".
func (m EloModel) String() string { return [...]string{"normalized", "logistic"}[m&1] }

// EloModelNamed is the inverse of String.
func EloModelNamed(name string) (EloModel, error) {
	for _, m := range []EloModel{Normalized, Logistic} {
		if name == m.String() {
			return m, nil
		}
	}
	return 0, fmt.Errorf("unknown Elo model %q (known: normalized, logistic)", name)
}

// Verdict is what an SPRT has found so far.
type Verdict uint8

// The verdicts.
const (
	Undecided Verdict = iota
	AcceptH0          // the difference is Elo0 or less
	AcceptH1          // the difference is Elo1 or more
)

// String returns "undecided", "H0 accepted" or "H1 accepted".
func (v Verdict) String() string {
	return [...]string{"undecided", "H0 accepted", "H1 accepted", ""}[v&3]
}

// maxElo is the largest difference, of either sign, that a test can be about: a score
// of 85 %, which needs no test.
const maxElo = 300

// Validate returns an error if the numbers make no test.
func (s SPRT) Validate() error {
	switch {
	case !(math.Abs(s.Elo0) <= maxElo && math.Abs(s.Elo1) <= maxElo):
		return fmt.Errorf("sprt: elo0 %g and elo1 %g are not both between -%d and %d", s.Elo0, s.Elo1, maxElo, maxElo)
	case !(s.Elo0 < s.Elo1):
		return fmt.Errorf("sprt: elo0 %g is not below elo1 %g", s.Elo0, s.Elo1)
	case !(0 < s.Alpha && s.Alpha < 0.5):
		return fmt.Errorf("sprt: alpha %g is not between 0 and 0.5", s.Alpha)
	case !(0 < s.Beta && s.Beta < 0.5):
		return fmt.Errorf("sprt: beta %g is not between 0 and 0.5", s.Beta)
	}
	return nil
}

// Bounds returns the log-likelihood ratios at which H0 and H1 are accepted
// (Wald, "Sequential Tests of Statistical Hypotheses", 1945, eq. 3.9).
func (s SPRT) Bounds() (lower, upper float64) {
	return math.Log(s.Beta / (1 - s.Alpha)), math.Log((1 - s.Beta) / s.Alpha)
}

// Verdict returns what the test finds in p.
func (s SPRT) Verdict(p Pentanomial) Verdict {
	lower, upper := s.Bounds()
	switch llr := s.LLR(p); {
	case llr <= lower:
		return AcceptH0
	case llr >= upper:
		return AcceptH1
	}
	return Undecided
}

// eloPerDeviation is the normalized Elo of one standard deviation of a game: the
// slope of the logistic Elo curve at 0, for a deviation of one half.
const eloPerDeviation = 800 / math.Ln10

// pseudoCount replaces a count of 0, for which no likelihood is defined.
const pseudoCount = 1e-3

// LLR returns the log-likelihood ratio of H1 to H0 for the results p. Each
// hypothesis fixes only the difference; the rest of the distribution is fitted to
// the results. This is the generalized SPRT (Van den Bergh, "A Practical
// Introduction to the GSPRT", 2020).
func (s SPRT) LLR(p Pentanomial) float64 {
	if p.Count() == 0 {
		return 0
	}
	seen := p.distribution(pseudoCount)
	h0, h1 := s.maxLikelihood(seen, s.Elo0), s.maxLikelihood(seen, s.Elo1)
	llr := 0.0
	for i, share := range seen {
		llr += share * math.Log(h1[i]/h0[i])
	}
	weight := 0.0
	for _, n := range p {
		weight += max(float64(n), pseudoCount)
	}
	return llr * weight
}

// maxLikelihood returns the distribution with that difference under which the
// frequencies seen are most likely.
func (s SPRT) maxLikelihood(seen distribution, elo float64) distribution {
	if s.Model == Logistic {
		return seen.withMean(scoreAt(elo))
	}
	return seen.withDeviations(elo / eloPerDeviation * math.Sqrt2)
}

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
// The constraint is not linear, but the maximum fulfils a linear one, too, which
// depends only on its own deviation. So we look for a deviation that reproduces
// itself under that constraint. With large t there can be several; which of them is
// found makes a difference only for results far from t, whose test has long ended.
func (d distribution) withDeviations(t float64) distribution {
	const (
		negligible = 1e-7 // 0.00002 Elo
		rounds     = 100
		enough     = 1e-11
		x          = 0.25 // the points of a win and a draw, above one half
	)
	switch {
	case math.Abs(t) < negligible:
		return d.withMean(0.5)
	case t < 0:
		return d.swapped().withDeviations(-t).swapped()
	}
	// Between these deviations the gradient is positive at x, so that it has both signs.
	r := math.Sqrt(1 + t*t)
	low, high := (1+enough)*x*t/(r*(r+1)), (1-enough)*min(x*(1+1/r)/t, 0.5)
	deviation := min(max(x, low), high)
	for i := 0; ; i++ {
		p := d.withGradientAt(t, deviation)
		_, next := p.moments()
		next = min(max(next, low), high)
		if math.Abs(next-deviation) < enough || i == rounds {
			return p
		}
		if i%2 == 1 { // against swinging to and fro
			next = (next + deviation) / 2
		}
		deviation = next
	}
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
