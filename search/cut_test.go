package search

import (
	"context"
	"testing"
)

// A search that is cut off while its first move turns out to lose has not
// looked at the others: it must not report that the game is lost.
func TestCutOffSearchProvesNothing(t *testing.T) {
	g := gameAt(t, "russian", "W:W7:BK17,K18,K28")
	full, _ := think(t, context.Background(), engineWithTable(t, g, 1, 1<<20), g, Limits{Depth: 12})
	step := int64(250)
	if testing.Short() {
		step *= 4
	}
	for nodes := int64(500); nodes <= 40_000; nodes += step {
		cut, _ := think(t, context.Background(), engineWithTable(t, g, 1, 1<<20), g, Limits{Nodes: nodes})
		if cut.Score.IsProven() && !full.Score.IsProven() {
			t.Errorf("%d nodes: got %v, a full search %v", nodes, cut.Score, full.Score)
		}
	}
}
