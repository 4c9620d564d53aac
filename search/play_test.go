package search

import (
	"context"
	"math/rand/v2"
	"testing"

	"stupol/movegen"
)

// TestBeatsRandomMoves plays a few games of every variant against an opponent
// that moves at random. Whoever knows what the game is about wins nearly all.
func TestBeatsRandomMoves(t *testing.T) {
	const games = 6
	for _, r := range movegen.Variants() {
		t.Run(r.Name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(9, 9))
			won, lost := 0, 0
			for i := range games {
				side := movegen.Color(i % 2)
				switch outcome := playRandom(t, r, side, rng); {
				case outcome == movegen.WhiteWins && side == movegen.White,
					outcome == movegen.BlackWins && side == movegen.Black:
					won++
				case outcome != movegen.Drawn:
					lost++
				}
			}
			if won < games-1 || lost > 0 {
				t.Errorf("won %d and lost %d of %d games", won, lost, games)
			}
		})
	}
}

// playRandom plays a game with the engine as side c against random moves.
func playRandom(t *testing.T, r *movegen.Rules, c movegen.Color, rng *rand.Rand) movegen.Outcome {
	t.Helper()
	g := movegen.NewGame(r)
	e := newEngine(t, g, 1)
	for g.Result().Outcome == movegen.Ongoing {
		moves := g.LegalMoves(nil)
		m := moves[rng.IntN(len(moves))]
		if g.Position().Turn == c {
			result, err := e.Search(context.Background(), g, Limits{Nodes: 2000}, nil)
			if err != nil {
				t.Fatal(err)
			}
			m = result.Move
		}
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	return g.Result().Outcome
}
