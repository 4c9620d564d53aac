package search

import (
	"context"
	"math/rand/v2"
	"testing"

	"stupol/movegen"
)

// TestSearchBeatsEvaluation plays games of every variant against an opponent who
// has the same evaluation and looks one ply ahead. Whoever sees further wins
// nearly all, unless it plays for something else than the rules say.
func TestSearchBeatsEvaluation(t *testing.T) {
	const pairs, opening, nodes = 8, 4, 2000
	for _, r := range movegen.Variants() {
		t.Run(r.Name, func(t *testing.T) {
			rng, points := rand.New(rand.NewPCG(9, 9)), 0
			for range pairs {
				start := randomGame(r, rng, opening)
				for _, side := range []movegen.Color{movegen.White, movegen.Black} {
					points += playOut(t, start, side, [2]Limits{{Nodes: nodes}, {Depth: 1}})
				}
			}
			if points < 3*pairs {
				t.Errorf("got %d points of %d", points, 4*pairs)
			}
		})
	}
}

// playOut plays a game on from start, as the given side by the first limits and as
// the other by the second, and returns the points of the first.
func playOut(t *testing.T, start *movegen.Game, side movegen.Color, limits [2]Limits) int {
	t.Helper()
	g := start.Clone()
	engines := []*Engine{newEngine(t, g, 1), newEngine(t, g, 1)}
	for g.Result().Outcome == movegen.Ongoing {
		turn := (g.Position().Turn - side) & 1
		result, err := engines[turn].Search(context.Background(), g, limits[turn], nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Play(result.Move); err != nil {
			t.Fatal(err)
		}
	}
	switch g.Result().Outcome {
	case movegen.Drawn:
		return 1
	case movegen.WhiteWins + movegen.Outcome(side):
		return 2
	}
	return 0
}
