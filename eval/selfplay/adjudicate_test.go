package selfplay

import (
	"testing"

	"stupol/movegen"
	"stupol/search"
)

func TestAdjudicate(t *testing.T) {
	h := Header{ResignScore: 600, ResignSearches: 2}
	tests := []struct {
		name   string
		scores []search.Score // for the side to move, White first
		want   movegen.Outcome
		reason string
	}{
		{"level", []search.Score{0, 10, -20, 30}, movegen.Ongoing, ""},
		{"White ahead", []search.Score{600, -700, 650, -600}, movegen.WhiteWins, ReasonScore},
		{"Black ahead", []search.Score{-600, 700, -650, 600}, movegen.BlackWins, ReasonScore},
		{"one side doubts", []search.Score{600, -700, 650, -599, 650, -600}, movegen.Ongoing, ""},
		{"each claims to be ahead", []search.Score{600, 600, 600, 600}, movegen.Ongoing, ""},
		{"from one to the other", []search.Score{600, -600, -600, 600, -600, 600}, movegen.BlackWins, ReasonScore},
		{"the end in sight of White", []search.Score{search.WinIn(9)}, movegen.WhiteWins, ReasonProven},
		{"the end in sight of Black", []search.Score{0, search.WinIn(9)}, movegen.BlackWins, ReasonProven},
		{"a loss in sight", []search.Score{search.LossIn(8)}, movegen.BlackWins, ReasonProven},
		{"a win in the databases", []search.Score{0, search.DatabaseWin - 20}, movegen.BlackWins, ReasonEndgame},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var a adjudicator
			var got movegen.Result
			for i, score := range tt.scores {
				if got.Outcome != movegen.Ongoing {
					t.Fatalf("%v after search %d of %d", got.Outcome, i, len(tt.scores))
				}
				got = a.add(&h, score, movegen.Color(i%2))
			}
			if got.Outcome != tt.want || got.Reason != tt.reason {
				t.Errorf("%v by %q, want %v by %q", got.Outcome, got.Reason, tt.want, tt.reason)
			}
		})
	}
	t.Run("no resign rule", func(t *testing.T) {
		var a adjudicator
		for i := range 8 {
			score := search.Score(1000 - 2000*(i%2))
			if got := a.add(&Header{ResignSearches: 2}, score, movegen.Color(i%2)); got.Outcome != movegen.Ongoing {
				t.Fatalf("search %d: %v", i, got.Outcome)
			}
		}
	})
}
