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
	near(t, "LLR", s.LLR(Pairs{50, 0, 0, 0, 70}), want, 1e-3)
}

// TestConstraints checks that the fitted distributions are distributions and
// have the difference they were asked for.
func TestConstraints(t *testing.T) {
	seen := Pairs{3, 17, 60, 15, 0}.distribution(emptyCount)
	for _, elo := range []float64{-100, -5, 0, 0.5, 10, 200} {
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

func sum(d distribution) (total float64) {
	for _, share := range d {
		total += share
	}
	return total
}

// TestErrorRates plays made-up matches whose difference is that of one
// hypothesis and counts how often the test believes the other.
func TestErrorRates(t *testing.T) {
	const matches = 300
	s := SPRT{Elo0: 0, Elo1: 60, Alpha: 0.05, Beta: 0.05, Model: Logistic}
	shape := distribution{0.1, 0.2, 0.4, 0.2, 0.1}
	tests := []struct {
		name  string
		truth distribution
		wrong Verdict
	}{
		{"H0", shape, AcceptH1},
		{"H1", shape.withMean(scoreAt(60)), AcceptH0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(1, 2))
			wrong := 0
			for range matches {
				if simulate(s, tt.truth, random) == tt.wrong {
					wrong++
				}
			}
			if rate := float64(wrong) / matches; rate > 0.08 {
				t.Errorf("wrong in %.3f of %d matches, want at most 0.05 and some chance", rate, matches)
			}
		})
	}
}

// simulate draws pairs from truth until the test decides.
func simulate(s SPRT, truth distribution, random *rand.Rand) Verdict {
	for pairs := (Pairs{}); ; {
		at := random.Float64()
		i := 0
		for ; i < 4 && at >= truth[i]; i++ {
			at -= truth[i]
		}
		pairs[i]++
		if v := s.Verdict(pairs); v != Undecided {
			return v
		}
	}
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
