package match

import (
	"math"
	"testing"
)

// TestRatingsOfTwo compares with the formula of the logistic curve.
func TestRatingsOfTwo(t *testing.T) {
	s := Standings{Engines: []string{"a", "b"}, Pairings: []Pairing{{A: 0, B: 1, Games: Tally{Wins: 60, Draws: 20, Losses: 19}}}}
	difference := 400 * math.Log10(70.5/29.5) // with the drawn game that is added
	got := s.Ratings()
	near(t, "a", got[0], difference/2, 1e-6)
	near(t, "b", got[1], -difference/2, 1e-6)
}

// TestRatingsAreConsistent gives every pairing the result expected from known
// ratings and looks for these.
func TestRatingsAreConsistent(t *testing.T) {
	want := []float64{150, 30, -20, -160}
	s := Standings{Engines: make([]string, 4)}
	for a := range want {
		for b := a + 1; b < 4; b++ {
			const games = 1_000_000
			won := int(games * scoreAt(want[a]-want[b]))
			s.Pairings = append(s.Pairings, Pairing{A: a, B: b, Games: Tally{Wins: won, Losses: games - won}})
		}
	}
	for i, got := range s.Ratings() {
		near(t, "rating", got, want[i], 0.01)
	}
}

// TestRatingsOfGauntlet has engines that never met, and shut-outs.
func TestRatingsOfGauntlet(t *testing.T) {
	s := Standings{Engines: make([]string, 3), Pairings: []Pairing{
		{A: 0, B: 1, Games: Tally{Wins: 10}},
		{A: 0, B: 2, Games: Tally{Losses: 10}},
	}}
	got := s.Ratings()
	near(t, "middle", got[0], 0, 1e-3)
	near(t, "loser", got[1], -400*math.Log10(10.5/0.5), 1e-3)
	near(t, "winner", got[2], 400*math.Log10(10.5/0.5), 1e-3)
}
