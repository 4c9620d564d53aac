package endgame

import (
	"math/rand/v2"
	"slices"
	"testing"

	"stupol/movegen"
)

// TestBest plays every move of a few positions of each slice with three pieces: the
// best of them win soonest or lose latest, and of draws all are.
func TestBest(t *testing.T) {
	for _, r := range movegen.Variants() {
		t.Run(r.Name, func(t *testing.T) {
			pr, rng := Embedded(r).Prober(), rand.New(rand.NewPCG(1, 4))
			for _, s := range Slices(r, 3) {
				x := NewLayout(r, s)
				for range 20 {
					p := x.Position(rng.Uint64N(x.size))
					moves := r.Moves(nil, &p)
					if len(moves) == 0 {
						continue
					}
					got, v, _ := pr.Best(&p, moves)
					if want := bestByOutcome(pr, &p, moves); v != pr.Probe(&p) || !slices.Equal(got, want) {
						t.Fatalf("%s, a %v: got %v, want %v", r.FEN(&p), v, got, want)
					}
				}
			}
		})
	}
}

// bestByOutcome returns those of moves that lead to the best value and, if it is
// not a draw, to the end of the game in fewest plies for a winner and in most for
// a loser.
func bestByOutcome(pr *Prober, p *movegen.Position, moves []movegen.Move) (best []movegen.Move) {
	most := -1
	for _, m := range moves {
		next := pr.db.rules.Play(p, m)
		plies, _ := pr.Distance(&next)
		rank := map[Value]int{Win: plies, Draw: 1000, Loss: 2000 - plies}[pr.Probe(&next)]
		if rank > most {
			best, most = nil, rank
		}
		if rank == most {
			best = append(best, m)
		}
	}
	return best
}

// TestBetterThan orders the values as a side would.
func TestBetterThan(t *testing.T) {
	order := []Value{Loss, Draw, Unknown, Win}
	for i, v := range order {
		for j, w := range order {
			if got := v.betterThan(w); got != (i > j) {
				t.Errorf("%v is better than %v: %v", v, w, got)
			}
		}
	}
}

// TestRunsAreLeftAside gives Frisian kings no other quiet move: databases do not
// know of that, so that values and distances are the same.
func TestRunsAreLeftAside(t *testing.T) {
	r := rulesNamed(t, "frisian")
	pr, rng := Embedded(r).Prober(), rand.New(rand.NewPCG(1, 5))
	x := NewLayout(r, Slice{Force{Men: 1, Kings: 1}, Force{Kings: 1}})
	for range 200 {
		p := x.Position(rng.Uint64N(x.size))
		tired := p.WithRun(movegen.White, movegen.KingRun{Square: p.KingsOf(movegen.White).First(), Moves: 3})
		plies, ok := pr.Distance(&p)
		if got, known := pr.Distance(&tired); got != plies || known != ok || pr.Probe(&tired) != pr.Probe(&p) {
			t.Errorf("%s: a %v in %d plies (%v), want a %v in %d (%v)",
				r.FEN(&tired), pr.Probe(&tired), got, known, pr.Probe(&p), plies, ok)
		}
	}
}
