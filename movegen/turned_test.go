package movegen

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestTurned plays games at random and compares the moves of each position with
// those of the turned one.
func TestTurned(t *testing.T) {
	for _, r := range Variants() {
		random := rand.New(rand.NewPCG(1, 2))
		for range 5 {
			g := NewGame(r)
			for range 80 {
				moves := g.LegalMoves(nil)
				if len(moves) == 0 {
					break
				}
				p := *g.Position()
				q := r.Turned(&p)
				if back := r.Turned(&q); back != p {
					t.Fatalf("%s: %s turned twice is %s", r.Name, r.FEN(&p), r.FEN(&back))
				}
				turned := r.Moves(nil, &q)
				if len(turned) != len(moves) {
					t.Fatalf("%s: %s has %d moves, turned %d", r.Name, r.FEN(&p), len(moves), len(turned))
				}
				for _, m := range moves {
					n := r.TurnedMove(m)
					if !slices.Contains(turned, n) {
						t.Fatalf("%s: %s: %s turned is not legal", r.Name, r.FEN(&p), r.PDNMove(&p, m))
					}
					after, turnedAfter := r.Play(&p, m), r.Play(&q, n)
					if r.Turned(&after) != turnedAfter {
						t.Fatalf("%s: %s: %s turned leads elsewhere", r.Name, r.FEN(&p), r.PDNMove(&p, m))
					}
				}
				g.Push(moves[random.IntN(len(moves))])
			}
		}
	}
}
