package search

import (
	"context"
	"math/rand/v2"
	"testing"

	"stupol/book/endgame"
	"stupol/movegen"
)

// newExpert returns an engine for g that has the embedded databases.
func newExpert(t testing.TB, g *movegen.Game, threads int) *Engine {
	t.Helper()
	e, err := New(Options{Rules: g.Rules(), Threads: threads, TableBytes: 1 << 20, Endgames: endgame.Embedded(g.Rules())})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// TestEndgameScores checks what the databases make of positions that are in
// them, that lead to them, or that are won on the board all the same.
func TestEndgameScores(t *testing.T) {
	tests := []struct {
		name, variant, fen string
		depth              int
		want               Score
	}{
		{"two kings against one", "international", "W:WK3,K17:BK46", 6, Draw},
		{"a man short in a draw", "international", "B:WK3,K17:BK46", 6, Draw},
		{"three kings take the main road", "russian", "W:WK32,K25,K13:BK3", 6, DatabaseWin},
		{"against three kings", "russian", "B:WK29,K25,K13:BK3", 6, -DatabaseWin},
		{"two plies from a win", "international", "W:W10,24,K40:B8,39", 5, DatabaseWin - 2},
		{"won on the board", "international", "W:W13,29:B4", 6, WinIn(5)},
	}
	for _, tt := range tests {
		t.Run(tt.variant+"/"+tt.name, func(t *testing.T) {
			g := gameAt(t, tt.variant, tt.fen)
			result, reports := think(t, context.Background(), newExpert(t, g, 1), g, Limits{Depth: tt.depth})
			if result.Score != tt.want {
				t.Errorf("got %v, want %v (%+v)", result.Score, tt.want, reports)
			}
		})
	}
}

// TestEndgameValueIsKept lets the engine move in random endings of every
// variant, captures included, and looks up what it did.
func TestEndgameValueIsKept(t *testing.T) {
	n := 60
	if testing.Short() {
		n = 15
	}
	for _, r := range movegen.Variants() {
		t.Run(r.Name, func(t *testing.T) {
			pr, rng := endgame.Embedded(r).Prober(), rand.New(rand.NewPCG(1, 5))
			for range n {
				g := movegen.NewGameFrom(r, randomEnding(r, rng), nil)
				before := pr.Probe(g.Position())
				if before == endgame.Unknown || len(g.LegalMoves(nil)) == 0 {
					continue
				}
				result, _ := think(t, context.Background(), newExpert(t, g, 2), g, Limits{Nodes: 2000})
				fen := r.FEN(g.Position())
				g.Push(result.Move)
				if after := pr.Probe(g.Position()); after != before.Flipped() {
					t.Errorf("%s: %s makes of a %v a %v for the opponent", fen, r.HubMove(result.Move), before, after)
				}
			}
		})
	}
}

// randomEnding returns a position of two to four pieces.
func randomEnding(r *movegen.Rules, rng *rand.Rand) movegen.Position {
	var sides [2]movegen.Bits
	var kings movegen.Bits
	for i := range 2 + rng.IntN(3) {
		c := movegen.Color(i & 1)
		sq := r.SquareOf(1 + rng.IntN(r.Squares())).Bit()
		if (sides[0]|sides[1])&sq != 0 {
			continue
		}
		sides[c] |= sq
		if r.LastRow(c)&sq != 0 || r.Goal != movegen.FirstKing && rng.IntN(2) == 0 {
			kings |= sq
		}
	}
	return movegen.NewPosition(movegen.Color(rng.IntN(2)), sides[0], sides[1], kings)
}

// TestWeakerWithoutEndgames checks that the levels of skill stay what they
// are.
func TestWeakerWithoutEndgames(t *testing.T) {
	r := movegen.International()
	e, err := New(Options{Rules: r, Skill: 3, Endgames: endgame.Embedded(r)})
	if err != nil {
		t.Fatal(err)
	}
	if e.workers[0].prober != nil {
		t.Error("skill 3 has databases")
	}
}
