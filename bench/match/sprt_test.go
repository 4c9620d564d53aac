package match

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestTwoOutcomes compares with Wald's test of a coin, to which the test comes
// down when pairs only are 0 or 4: the score fixes the whole distribution.
func TestTwoOutcomes(t *testing.T) {
	s := SPRT{Elo0: -10, Elo1: 30, Alpha: 0.05, Beta: 0.05, Model: Logistic}
	p0, p1 := 1/(1+math.Pow(10, 10.0/400)), 1/(1+math.Pow(10, -30.0/400))
	want := 70*math.Log(p1/p0) + 50*math.Log((1-p1)/(1-p0))
	near(t, "LLR", s.LLR(Pentanomial{50, 0, 0, 0, 70}), want, 1e-3)
}

// TestConstraints checks that the fitted distributions are distributions and
// have the difference they were asked for.
func TestConstraints(t *testing.T) {
	seen := Pentanomial{3, 17, 60, 15, 0}.distribution(pseudoCount)
	for _, elo := range []float64{-300, -100, -5, 0, 0.5, 10, 200, 231, 232, 300} {
		logistic := seen.withMean(scoreAt(elo))
		mean, _ := logistic.moments()
		near(t, "logistic Elo", eloOf(mean), elo, 1e-6)
		near(t, "sum", sum(logistic), 1, 1e-9)

		normalized := seen.withDeviations(elo / eloPerDeviation * math.Sqrt2)
		mean, deviation := normalized.moments()
		near(t, "normalized Elo", (mean-0.5)/(deviation*math.Sqrt2)*eloPerDeviation, elo, 1e-4)
		near(t, "sum", sum(normalized), 1, 1e-6)
	}
}

// TestLikeliest compares with distributions at random that have a difference as tests
// are about: the seen shares are less likely under each of them.
func TestLikeliest(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, pairs := range []Pentanomial{{3, 17, 60, 15, 0}, {0, 0, 1, 0, 0}, {0, 0, 0, 0, 9}, {5, 2, 0, 3, 0}, {0, 0, 300, 900, 40}, {40, 0, 0, 0, 60}} {
		seen := pairs.distribution(pseudoCount)
		for _, elo := range []float64{-50, -20, -3, 1, 5, 10, 50} {
			deviations := elo / eloPerDeviation * math.Sqrt2
			greatest := seen.logLikelihood(seen.withDeviations(deviations))
			for range 300 {
				other := anyWithDeviations(deviations, random)
				if l := seen.logLikelihood(other); !(l <= greatest+1e-9) {
					t.Fatalf("%v at %g Elo: the likelihood of %v is %g, that of the greatest %g", pairs, elo, other, l, greatest)
				}
			}
		}
	}
}

// logLikelihood returns the log-likelihood, per pair, of the frequencies d under p.
func (d distribution) logLikelihood(p distribution) (sum float64) {
	for i := range d {
		sum += d[i] * math.Log(p[i])
	}
	return sum
}

// anyWithDeviations returns a distribution at random whose mean is that many
// deviations above one half: a mixture of any with a win, a win and a draw, or
// the same of losses.
func anyWithDeviations(deviations float64, random *rand.Rand) (d distribution) {
	total := 0.0
	for i := range d {
		d[i] = math.Pow(random.Float64(), 4)
		total += d[i]
	}
	for i := range d {
		d[i] /= total
	}
	excess := func(p distribution) float64 {
		mean, deviation := p.moments()
		return mean - 0.5 - deviations*deviation
	}
	result := []int{0, 1, 3, 4}[random.IntN(2)+2*random.IntN(2)]
	mixed := func(share float64) (p distribution) {
		for i := range d {
			p[i] = d[i] * (1 - share)
		}
		p[result] += share
		return p
	}
	if excess(d) > 0 == (result > 2) {
		result = 4 - result
	}
	return mixed(signChange(func(share float64) float64 { return excess(mixed(share)) }, 0, 1))
}

// TestFiniteRatio asks for the ratio of samples of all kinds and bounds of all
// sizes.
func TestFiniteRatio(t *testing.T) {
	samples := []Pentanomial{{0, 0, 0, 0, 1}, {1, 0, 0, 0, 0}, {0, 0, 30, 0, 0}, {0, 0, 0, 7, 0}, {50, 0, 0, 0, 50}, {1, 2, 3, 4, 5}, {0, 1, 200_000, 300_000, 9}}
	bounds := []float64{-300, -299, -100, -5, 0, 1e-9, 5, 231, 233, 299, 300}
	for _, model := range []EloModel{Normalized, Logistic} {
		for i, elo0 := range bounds {
			for _, elo1 := range bounds[i+1:] {
				s := SPRT{Elo0: elo0, Elo1: elo1, Alpha: 0.05, Beta: 0.05, Model: model}
				for _, p := range samples {
					if llr := s.LLR(p); math.IsNaN(llr) || math.IsInf(llr, 0) {
						t.Errorf("%v Elo %g against %g, pairs %v: got %v", model, elo0, elo1, p, llr)
					}
				}
			}
		}
	}
}

// TestLargeBounds decides what is clear, with bounds so wide that they ask for
// means more than a deviation above one half.
func TestLargeBounds(t *testing.T) {
	s := SPRT{Elo0: 0, Elo1: 300, Alpha: 0.05, Beta: 0.05}
	for _, tt := range []struct {
		pairs Pentanomial
		want  Verdict
	}{
		{Pentanomial{0, 0, 3, 5, 12}, AcceptH1},
		{Pentanomial{5, 0, 12, 0, 5}, AcceptH0},
		{Pentanomial{0, 0, 1, 0, 1}, Undecided},
	} {
		if got := s.Verdict(tt.pairs); got != tt.want {
			t.Errorf("%v: got %v at %.2f, want %v", tt.pairs, got, s.LLR(tt.pairs), tt.want)
		}
	}
}

func sum(d distribution) (total float64) {
	for _, share := range d {
		total += share
	}
	return total
}

// TestBounds tells the two errors apart: H1 is accepted later if it may be wrong
// more rarely. The numbers are logarithms of 0.2/0.99 and of 0.8/0.01.
func TestBounds(t *testing.T) {
	lower, upper := SPRT{Elo0: 0, Elo1: 5, Alpha: 0.01, Beta: 0.2}.Bounds()
	near(t, "lower bound", lower, -1.5994, 1e-4)
	near(t, "upper bound", upper, 4.3820, 1e-4)
}

func TestValidate(t *testing.T) {
	tests := []struct {
		name  string
		sprt  SPRT
		valid bool
	}{
		{"usual", SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05}, true},
		{"bounds swapped", SPRT{Elo0: 5, Elo1: 0, Alpha: 0.05, Beta: 0.05}, false},
		{"no alpha", SPRT{Elo0: 0, Elo1: 5, Beta: 0.05}, false},
		{"beta too large", SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.5}, false},
		{"too wide", SPRT{Elo0: 0, Elo1: 301, Alpha: 0.05, Beta: 0.05}, false},
		{"infinite", SPRT{Elo0: math.Inf(-1), Elo1: 5, Alpha: 0.05, Beta: 0.05}, false},
		{"not a number", SPRT{Elo0: math.NaN(), Elo1: 5, Alpha: 0.05, Beta: 0.05}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if err := tt.sprt.Validate(); (err == nil) != tt.valid {
				t.Errorf("got %v, want valid: %v", err, tt.valid)
			}
		})
	}
}

func BenchmarkLLR(b *testing.B) {
	s := SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05}
	for b.Loop() {
		s.LLR(Pentanomial{30, 1100, 6900, 1200, 40})
	}
}
