package match

import (
	"fmt"
	"math"
)

// SPRT is a sequential probability ratio test: after every pair it weighs two
// hypotheses on the true difference and ends the match as soon as one of them
// is clearly the better explanation of the results.
type SPRT struct {
	Elo0, Elo1  float64 // the difference under each hypothesis; Elo0 < Elo1
	Alpha, Beta float64 // how often to accept the wrong one: H1 under H0, H0 under H1
	Model       EloModel
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

// Validate returns an error if the numbers make no test.
func (s SPRT) Validate() error {
	switch {
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
func (s SPRT) Verdict(p Pairs) Verdict {
	lower, upper := s.Bounds()
	switch llr := s.LLR(p); {
	case llr <= lower:
		return AcceptH0
	case llr >= upper:
		return AcceptH1
	}
	return Undecided
}

// eloPerDeviation turns standard deviations of a game into normalized Elo:
// the slope of the logistic Elo curve at 0 against a deviation of one half.
const eloPerDeviation = 800 / math.Ln10

// emptyCount stands for a count of 0, under which no likelihood is defined.
const emptyCount = 1e-3

// LLR returns the logarithm of how much more likely the results p are under
// H1 than under H0. Each hypothesis fixes only the difference; everything else
// about the distribution is fitted to the results: the generalized SPRT (Van
// den Bergh, "A Practical Introduction to the GSPRT", 2020).
func (s SPRT) LLR(p Pairs) float64 {
	if p.Count() == 0 {
		return 0
	}
	seen := p.distribution(emptyCount)
	h0, h1 := s.likeliest(seen, s.Elo0), s.likeliest(seen, s.Elo1)
	llr := 0.0
	for i, share := range seen {
		llr += share * math.Log(h1[i]/h0[i])
	}
	weight := 0.0
	for _, n := range p {
		weight += max(float64(n), emptyCount)
	}
	return llr * weight
}

// likeliest returns the distribution under which the shares seen are most
// likely, of all those with that difference.
func (s SPRT) likeliest(seen distribution, elo float64) distribution {
	if s.Model == Logistic {
		return seen.withMean(scoreAt(elo))
	}
	return seen.withDeviations(elo / eloPerDeviation * math.Sqrt2)
}

// withMean returns the likeliest distribution whose mean is score.
func (d distribution) withMean(score float64) distribution {
	var gradient [5]float64
	for i := range gradient {
		gradient[i] = points[i] - score
	}
	return d.constrained(gradient)
}

// withDeviations returns the likeliest distribution whose mean lies t of its
// own standard deviations above one half. That is not a linear constraint, so
// it is approached by linear ones, the gradients of (mean - 1/2 - t deviation)
// at the last estimate (Van den Bergh, "Comments on Normalized Elo", 2021).
func (d distribution) withDeviations(t float64) distribution {
	const (
		rounds = 50
		enough = 1e-10
	)
	p := distribution{0.2, 0.2, 0.2, 0.2, 0.2}
	for range rounds {
		mean, deviation := p.moments()
		var gradient [5]float64
		for i := range gradient {
			z := (points[i] - mean) / deviation
			gradient[i] = points[i] - 0.5 - t*deviation*(1+z*z)/2
		}
		next := d.constrained(gradient)
		change := 0.0
		for i := range p {
			change = max(change, math.Abs(next[i]-p[i]))
		}
		p = next
		if change < enough {
			break
		}
	}
	return p
}

// constrained returns the distribution p under which the shares d are most
// likely, of all those with sum(p[i]*gradient[i]) = 0. By Lagrange p[i] is
// d[i]/(1+k*gradient[i]) for the one k that fulfils the constraint and keeps
// all of them positive. The gradient must have values of both signs.
func (d distribution) constrained(gradient [5]float64) distribution {
	least, most := 0.0, 0.0
	for _, g := range gradient {
		least, most = min(least, g), max(most, g)
	}
	excess := func(k float64) (sum float64) {
		for i, g := range gradient {
			sum += d[i] * g / (1 + k*g)
		}
		return sum
	}
	k := decreasingRoot(excess, -1/most, -1/least)
	var p distribution
	for i, g := range gradient {
		p[i] = d[i] / (1 + k*g)
	}
	return p
}

// decreasingRoot returns where f, which falls from plus to minus infinity
// between low and high, is 0.
func decreasingRoot(f func(float64) float64, low, high float64) float64 {
	const halvings = 100
	for range halvings {
		middle := (low + high) / 2
		if f(middle) > 0 {
			low = middle
		} else {
			high = middle
		}
	}
	return (low + high) / 2
}
