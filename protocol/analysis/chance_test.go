package analysis

import (
	"math"
	"testing"

	"stupol/book/endgame"
	"stupol/search"
)

func TestChanceOf(t *testing.T) {
	tests := []struct {
		score search.Score
		want  float64
	}{
		{0, 0.5},
		{100, 1 / (1 + math.Exp(-1))},
		{-100, 1 / (1 + math.Exp(1))},
		{300, 0.9525741},
		{search.MaxEval + 1, 1},
		{search.DatabaseWin - 7, 1},
		{search.WinIn(9), 1},
		{search.LossIn(9), 0},
		{-search.DatabaseWin, 0},
	}
	for _, tt := range tests {
		if got := Chance(tt.score, 100); math.Abs(got-tt.want) > 1e-6 {
			t.Errorf("%v: got %v, want %v", tt.score, got, tt.want)
		}
		if got := Chance(tt.score, 100) + Chance(-tt.score, 100); math.Abs(got-1) > 1e-9 {
			t.Errorf("%v: both sides have chances of %v", tt.score, got)
		}
	}
	if got, want := Chance(50, 50), Chance(200, 200); got != want {
		t.Errorf("a logit is %v with one scale and %v with another", got, want)
	}
	for v, want := range map[endgame.Value]float64{endgame.Win: 1, endgame.Draw: 0.5, endgame.Loss: 0} {
		if got := chanceOfValue(v); got != want || chanceOfValue(v.Flipped()) != 1-want {
			t.Errorf("value %v: got %v, and %v for the other side", v, got, chanceOfValue(v.Flipped()))
		}
	}
}

func TestVerdicts(t *testing.T) {
	tests := []struct {
		loss float64
		want Verdict
		nag  int
		sign string
	}{
		{0, Fine, 0, ""},
		{0.0499, Fine, 0, ""},
		{0.05, Inaccuracy, 6, "?!"},
		{0.0999, Inaccuracy, 6, "?!"},
		{0.10, Mistake, 2, "?"},
		{0.1999, Mistake, 2, "?"},
		{0.20, Blunder, 4, "??"},
		{1, Blunder, 4, "??"},
	}
	for _, tt := range tests {
		if got := VerdictOf(tt.loss); got != tt.want || got.nag() != tt.nag || got.Sign() != tt.sign {
			t.Errorf("a loss of %v: got %v, $%d, %q", tt.loss, got, got.nag(), got.Sign())
		}
	}
}

func TestAccuracy(t *testing.T) {
	for loss, want := range map[float64]float64{0: 100, 0.05: 79.85, 0.1: 63.76, 0.2: 40.66, 1: 1.11} {
		if got := Accuracy(loss); math.Abs(got-want) > 0.01 {
			t.Errorf("a loss of %v: got %.2f, want %.2f", loss, got, want)
		}
	}
}

func TestPercent(t *testing.T) {
	for chance, want := range map[float64]string{0: "0", 0.001: "1", 0.2549: "25", 0.255: "26", 0.999: "99", 1: "100"} {
		if got := percent(chance); got != want {
			t.Errorf("%v: got %s, want %s", chance, got, want)
		}
	}
}
