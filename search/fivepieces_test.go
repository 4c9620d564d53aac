package search

import (
	"context"
	"math/rand/v2"
	"testing"

	"stupol/movegen"
)

// TestFivePieceWins lets an engine with databases of four pieces play on against
// itself from positions of five of which it says that they lead to a won one of
// four: it must win them.
func TestFivePieceWins(t *testing.T) {
	const wins, depth, nodes = 2, 4, 1000
	for _, r := range movegen.Variants() {
		t.Run(r.Name, func(t *testing.T) {
			rng, played := rand.New(rand.NewPCG(8, 8)), 0
			for tries := 200; tries > 0 && played < wins; tries-- {
				g := movegen.NewGameFrom(r, randomPieces(r, 5, rng), nil)
				if g.Position().Occupied().Len() != 5 || g.Result().Outcome != movegen.Ongoing || r.HasCapture(g.Position()) {
					continue
				}
				e := newExpert(t, g, 1)
				found, _ := think(t, context.Background(), e, g, Limits{Depth: depth})
				if found.Score < DatabaseWin-maxPly || found.Score.IsProven() {
					continue
				}
				winner, fen := g.Position().Turn, r.FEN(g.Position())
				for g.Result().Outcome == movegen.Ongoing {
					result, _ := think(t, context.Background(), e, g, Limits{Nodes: nodes})
					g.Push(result.Move)
				}
				got := g.Result()
				if got.Reason == "7-move rule" {
					continue // the loser gave a man up to begin this count, of which no distance is known
				}
				played++
				if got.Outcome != movegen.WhiteWins+movegen.Outcome(winner) {
					t.Errorf("%s: %v, but after %d plies it is a %v, %s", fen, found.Score, len(g.Moves()), got.Outcome, got.Reason)
				}
			}
			if played < wins {
				t.Errorf("only %d wins", played)
			}
		})
	}
}
