package movegen

import (
	"math/rand/v2"
	"testing"
)

// TestSteps plays games at random and looks whether the steps of every move
// capture its pieces, each once and in a straight jump, and end where it ends.
func TestSteps(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	several := 0
	for _, r := range Variants() {
		for range 60 {
			g := NewGame(r)
			for range 120 {
				moves := g.LegalMoves(nil)
				if len(moves) == 0 {
					break
				}
				for _, m := range moves {
					several += checkSteps(t, r, g.Position(), m) - 1
				}
				g.Push(moves[rng.IntN(len(moves))])
			}
		}
	}
	if several == 0 {
		t.Error("no move had two ways")
	}
}

// checkSteps checks the steps of one move and returns how many ways there are.
func checkSteps(t *testing.T, r *Rules, p *Position, m Move) (ways int) {
	t.Helper()
	for steps := range r.Steps(p, m) {
		ways++
		var captured Bits
		from := m.From
		for _, s := range steps {
			if over := s.Over; over != NoSquare {
				if captured.Has(over) || !r.between(from, s.To).Has(over) {
					t.Fatalf("%s %s %s: jump over %s", r.Name, r.FEN(p), r.HubMove(m), r.SquareName(over))
				}
				captured |= over.Bit()
			}
			from = s.To
		}
		if captured != m.Captured || from != m.To {
			t.Fatalf("%s %s %s: steps %v", r.Name, r.FEN(p), r.HubMove(m), steps)
		}
	}
	if ways == 0 {
		t.Fatalf("%s %s %s: no steps", r.Name, r.FEN(p), r.HubMove(m))
	}
	return ways
}
