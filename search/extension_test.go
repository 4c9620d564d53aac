package search

import (
	"context"
	"testing"
)

// TestForcingExtension looks one ply deep: where the aim is to lose all, moves that
// force captures and the captures cost no depth, so that the search sees three men
// given away one after the other.
func TestForcingExtension(t *testing.T) {
	for _, tt := range []struct {
		variant, fen string
		want         Score
	}{
		{"losing", "W:W28,40,41:B19,36", WinIn(6)},
		{"poddavki", "W:W8,9,21:B13,23", WinIn(6)},
	} {
		t.Run(tt.variant, func(t *testing.T) {
			g := gameAt(t, tt.variant, tt.fen)
			result, _ := think(t, context.Background(), newEngine(t, g, 1), g, Limits{Depth: 1})
			if result.Score != tt.want {
				t.Errorf("got %v, want %v", result.Score, tt.want)
			}
		})
	}
}
