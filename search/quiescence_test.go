package search

import (
	"context"
	"testing"
)

// TestLeaves looks at positions in which the search ends, at depth 0 and at depth
// 1: a draw by the rules is a draw, but a side that cannot move has lost even if
// the last move was the one that the draw takes.
func TestLeaves(t *testing.T) {
	const ply = 5
	tests := []struct {
		name, fen string
		moves     []string
		plies     int // of the count that draws
		want      Score
	}{
		{"the count has run out", "W:WK46,K47,K48:BK4", []string{"46-41", "4-10"}, 2, Draw},
		{"the count has run out, and a king hangs", "W:WK46,K47,K48:BK4", []string{"47-15", "4-10"}, 2, Draw},
		{"blocked as the count runs out", "B:WK37,K32,K36:BK41", []string{"41-46", "36-41"}, 2, LossIn(ply)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := gameWithCount(t, "international", tt.fen, tt.plies)
			for _, text := range tt.moves {
				m, err := g.Rules().ParseHubMove(g.Position(), text)
				if err != nil {
					t.Fatal(err)
				}
				g.Push(m)
			}
			if g.DrawReason() == "" {
				t.Fatal("the count goes on")
			}
			w := newEngine(t, g, 1).workers[0]
			w.begin(newControl(context.Background(), &Limits{Analyze: true}, g), g, 1)
			for depth := range 2 {
				if got := w.search(-Infinite, Infinite, depth, ply); got != tt.want {
					t.Errorf("depth %d: got %v, want %v", depth, got, tt.want)
				}
			}
		})
	}
}
