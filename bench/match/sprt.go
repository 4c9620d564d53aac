package match

import (
	"fmt"
	"math"
)

// SPRT is a sequential probability ratio test of two hypotheses on the true
// difference. It looks at the results after every pair and ends the match as soon
// as one hypothesis explains them clearly better.
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

// maxElo is the largest difference, of either sign, that a test can be about. A
// thousand Elo is a score of 99.7 %, which needs no test.
const maxElo = 1000

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
