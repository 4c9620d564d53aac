package match

import (
	"math"
	"testing"
)

// near fails the test unless got is within tolerance of want.
func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: got %v, want %v within %v", what, got, want, tolerance)
	}
}

// TestPublishedNumbers compares with the statistics a public testing server
// shows for one of its tests: 256 games of a losing patch. Its bounds are 0
// and 4 in normalized Elo, which it gives as 0 and 2.716 in logistic Elo.
// https://montytest.muzhen.org/tests/stats/69d3c8dc7c5b3724e29d2712
func TestPublishedNumbers(t *testing.T) {
	pairs := Pentanomial{13, 37, 50, 25, 3}
	near(t, "score", pairs.Score(), 0.43750, 1e-5)
	near(t, "Elo", pairs.Elo().Value, -43.6578, 1e-4)
	near(t, "normalized Elo", pairs.NormalizedElo(), -63.97, 0.005)
	normalized := SPRT{Elo0: 0, Elo1: 4, Alpha: 0.05, Beta: 0.05, Model: Normalized}
	near(t, "LLR, normalized", normalized.LLR(pairs), -0.54912, 1e-5)
	logistic := SPRT{Elo0: 0, Elo1: 2.716, Alpha: 0.05, Beta: 0.05, Model: Logistic}
	near(t, "LLR, logistic", logistic.LLR(pairs), -0.53772, 1e-4)
	lower, upper := normalized.Bounds()
	near(t, "lower bound", lower, -2.9444, 1e-4)
	near(t, "upper bound", upper, 2.9444, 1e-4)
}

// TestAcceptedPatches takes results that Stockfish's pull requests give
// together with the ratio at which the test passed.
func TestAcceptedPatches(t *testing.T) {
	tests := []struct {
		name       string
		pairs      Pentanomial
		elo0, elo1 float64
		llr        float64
	}{
		{"#5712 short", Pentanomial{831, 31795, 68460, 32448, 834}, 0, 2, 2.93},
		{"#5712 long", Pentanomial{307, 54901, 140959, 56230, 281}, 0.5, 2.5, 2.95},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := SPRT{Elo0: tt.elo0, Elo1: tt.elo1, Alpha: 0.05, Beta: 0.05}
			near(t, "LLR", s.LLR(tt.pairs), tt.llr, 0.006)
		})
	}
}

// TestByHand works a small sample out on paper: 20 pairs, mean 0.55, variance
// of a pair (2*0.55^2 + 4*0.3^2 + 7*0.05^2 + 2*0.2^2 + 5*0.45^2)/20.
func TestByHand(t *testing.T) {
	pairs := Pentanomial{2, 4, 7, 2, 5}
	near(t, "score", pairs.Score(), (4*0.25+7*0.5+2*0.75+5)/20, 1e-12)
	deviation := math.Sqrt((2*0.55*0.55 + 4*0.3*0.3 + 7*0.05*0.05 + 2*0.2*0.2 + 5*0.45*0.45) / 20)
	reach := 1.959964 * deviation / math.Sqrt(20)
	got := pairs.Elo()
	near(t, "Elo", got.Value, 34.8600, 1e-4) // 400 log10(0.55/0.45)
	near(t, "low", got.Low, -400*math.Log10(1/(0.55-reach)-1), 1e-4)
	near(t, "high", got.High, -400*math.Log10(1/(0.55+reach)-1), 1e-4)
	near(t, "LOS", pairs.LOS(), 0.7562, 1e-4) // Phi(0.05*sqrt(20)/0.32211) = Phi(0.6942), from a table
}

func TestSwapped(t *testing.T) {
	pairs, theirs := Pentanomial{2, 4, 7, 2, 5}, Pentanomial{5, 2, 7, 4, 2}
	got, want := theirs.Elo(), pairs.Elo()
	near(t, "Elo", got.Value, -want.Value, 1e-9)
	near(t, "low", got.Low, -want.High, 1e-9)
	near(t, "high", got.High, -want.Low, 1e-9)
	near(t, "LOS", theirs.LOS(), 1-pairs.LOS(), 1e-12)
	tally := Tally{Wins: 3, Draws: 2, Losses: 1}
	if got := tally.Swapped(); got.Points() != 2 || got.Games() != 6 {
		t.Errorf("got %+v, want 2 points of 6 games", got)
	}
	near(t, "draw rate", tally.DrawRate(), 1.0/3, 1e-12)
}

// TestAllAlike asks for samples without any spread, which tell nothing of the
// error.
func TestAllAlike(t *testing.T) {
	tests := []struct {
		name      string
		pairs     Pentanomial
		elo, wins float64
	}{
		{"draws", Pentanomial{0, 0, 30, 0, 0}, 0, 0.5},
		{"wins", Pentanomial{0, 0, 0, 0, 30}, math.Inf(1), 1},
		{"losses", Pentanomial{30, 0, 0, 0, 0}, math.Inf(-1), 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			elo := tt.pairs.Elo()
			if elo.Value != tt.elo || !math.IsInf(elo.Low, -1) || !math.IsInf(elo.High, 1) {
				t.Errorf("Elo: got %v, want %v and no bounds", elo, tt.elo)
			}
			near(t, "LOS", tt.pairs.LOS(), tt.wins, 0)
			s := SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05}
			if llr := s.LLR(tt.pairs); math.IsNaN(llr) || math.IsInf(llr, 0) {
				t.Errorf("LLR: got %v, want a number", llr)
			}
		})
	}
}
