package search

import (
	"context"
	"slices"
	"testing"

	"stupol/movegen"
)

// gameWithCount returns a game from the position whose first count runs out
// after that many plies.
func gameWithCount(t *testing.T, variant, fen string, plies int) *movegen.Game {
	t.Helper()
	g := gameAt(t, variant, fen)
	draws := *g.DrawRules()
	draws.Counts = slices.Clone(draws.Counts)
	draws.Counts[0].Plies = plies
	return movegen.NewGameFrom(g.Rules(), *g.Position(), &draws)
}

// TestTableKeepsCountsApart lets an engine search positions with time for 40
// king moves and with hardly any, in either order: what it has learned of the
// one must not count for the other. White is ahead if there is time.
func TestTableKeepsCountsApart(t *testing.T) {
	const long = 80
	tests := []struct {
		variant, fen string
		short        int
	}{
		{"english", "W:WK9,K2,K29,K14:BK8,K30", 4},
		{"english", "W:WK11,K21,K22,K10:BK29,K19", 4},
		{"italian", "W:WK22,K2,K3,K16:BK8,K14", 4},
		{"italian", "W:WK8,K18,K6,K19:BK20,K17", 4},
		{"international", "W:WK12,K24,K3,K25:BK47,K50", 2},
		{"international", "W:WK50,K29,K34,K5:BK25,K46", 2},
	}
	for _, tt := range tests {
		for _, order := range [][]int{{long, tt.short}, {tt.short, long}} {
			e := engineWithTable(t, gameAt(t, tt.variant, tt.fen), 1, 1<<20)
			for _, plies := range order {
				g := gameWithCount(t, tt.variant, tt.fen, plies)
				result, _ := think(t, context.Background(), e, g, Limits{Depth: 12, Nodes: 100_000})
				if ahead, want := result.Score > 50, plies == long; ahead != want {
					t.Errorf("%s, %s, %d plies left, in the order %v: got %v", tt.variant, tt.fen, plies, order, result.Score)
				}
			}
		}
	}
}

// TestKeysNearADraw has one hash for a position with plenty of moves left, and others for
// each number of plies up to countHorizon.
func TestKeysNearADraw(t *testing.T) {
	keys := map[uint64]int{}
	for plies := 2; plies <= countHorizon+10; plies++ {
		g := gameWithCount(t, "english", "W:WK9,K2:BK8", plies)
		keys[newProber(t, g).key(g.Position())]++
	}
	g := gameWithCount(t, "english", "W:WK9,K2:BK8", countHorizon+1)
	if got := keys[g.Position().Hash]; got != 10 || len(keys) != countHorizon {
		t.Errorf("%d plies have the hash of the position, and there are %d hashes", got, len(keys))
	}
}
