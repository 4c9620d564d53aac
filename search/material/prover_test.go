package material

import (
	"math/rand/v2"
	"testing"

	"stupol/movegen"
)

// plain is the search as its comment says it, without window and table.
func plain(r *movegen.Rules, p *movegen.Position, depth, unrest int) int {
	moves := r.Moves(nil, p)
	if r.Goal == movegen.FirstKing && p.KingsOf(p.Turn) != 0 {
		return overScore
	}
	if len(moves) == 0 {
		if r.Goal == movegen.LoseAll {
			return overScore
		}
		return -overScore
	}
	quiet := !moves[0].IsCapture()
	if quiet && (depth <= -unrest || depth <= 0 && AtRest(r, p)) {
		return Balance(r, p, p.Turn)
	}
	if len(moves) > 1 {
		depth--
	}
	best := -overScore
	for _, m := range moves {
		after := r.Play(p, m)
		value := -plain(r, &after, depth, unrest)
		value -= sign(value) * (max(value, -value) / overLeast) // a move later
		best = max(best, value)
	}
	return best
}

// TestProver: window, table and hint change nothing in what comes out.
func TestProver(t *testing.T) {
	rng := rand.New(rand.NewPCG(70, 3))
	for _, r := range movegen.Variants() {
		for range 12 {
			g := movegen.NewGame(r)
			g.PlayRandom(20+rng.IntN(60), rng)
			p := *g.Position()
			for _, unrest := range []int{0, 2} {
				v := &Prover{Rules: r, Nodes: 1 << 30, Unrest: unrest}
				for depth := range 4 {
					want := plain(r, &p, depth, unrest)
					out, ok := v.Look(p, depth, nil)
					if !ok || out.Value != want {
						t.Errorf("%s %s, depth %d: %d, want %d", r.Name, r.FEN(&p), depth, out.Value, want)
					}
					if again, _ := v.Look(p, depth, out.Line); again.Value != want {
						t.Errorf("%s %s, depth %d: %d with a hint, want %d", r.Name, r.FEN(&p), depth, again.Value, want)
					}
					if !v.Reaches(p, depth, want) || v.Reaches(p, depth, want+1) {
						t.Errorf("%s %s, depth %d: %d is not the most", r.Name, r.FEN(&p), depth, want)
					}
					at := p
					for _, m := range out.Line {
						at = r.Play(&at, m)
					}
					if value := Balance(r, &at, p.Turn); value != want && max(want, -want) < overLeast {
						t.Errorf("%s %s, depth %d: the line ends at %d, want %d", r.Name, r.FEN(&p), depth, value, want)
					}
				}
			}
		}
	}
}

// TestProverStops: what takes too many nodes is not known.
func TestProverStops(t *testing.T) {
	r := movegen.International()
	v := &Prover{Rules: r, Nodes: 1000}
	if out, ok := v.Look(r.Start(), 12, nil); ok {
		t.Errorf("a search of depth 12 in 1000 nodes: %+v", out)
	}
}

// TestDone ends a search that nobody waits for.
func TestDone(t *testing.T) {
	done := make(chan struct{})
	v := &Prover{Rules: movegen.International(), Nodes: 1 << 40, Done: done}
	close(done)
	if _, ok := v.Look(movegen.International().Start(), 40, nil); ok {
		t.Error("it has searched to depth 40")
	}
}
