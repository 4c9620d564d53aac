package movegen

import "testing"

// BenchmarkPush is what a game costs the search at a node: Push, DrawReason
// and Pop.
func BenchmarkPush(b *testing.B) {
	benchmarks := []struct{ name, variant, fen string }{
		{"start", "international", "W:W31-50:B1-20"},
		{"kings", "international", "W:WK46,K47,K48:BK4"},
		{"fmjd64", "russian", "W:WK29,K30,K31:BK3"},
	}
	for _, bm := range benchmarks {
		b.Run("pos="+bm.name, func(b *testing.B) {
			g := newTestGame(b, bm.variant, "", bm.fen)
			m := g.LegalMoves(nil)[0]
			for b.Loop() {
				g.Push(m)
				if g.DrawReason() != "" {
					b.Fatal("a draw after one move")
				}
				g.Pop()
			}
		})
	}
}
