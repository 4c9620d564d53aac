package movegen

import (
	"math/rand/v2"
	"testing"
)

func TestHasQuiet(t *testing.T) {
	for _, r := range Variants() {
		t.Run(r.Name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(3, 4))
			for range 50 {
				p := r.Start()
				for range 150 {
					moves := r.Moves(nil, &p)
					if want := len(moves) > 0; !r.HasCapture(&p) && r.HasQuiet(&p) != want {
						t.Fatalf("%s: got %v, want %v", r.FEN(&p), !want, want)
					}
					if len(moves) == 0 {
						break
					}
					p = r.Play(&p, moves[rng.IntN(len(moves))])
				}
			}
		})
	}
}

func TestCount(t *testing.T) {
	for _, r := range Variants() {
		t.Run(r.Name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(5, 6))
			for range 60 {
				p := r.Start()
				for range 200 {
					moves := r.Moves(nil, &p)
					if got := r.Count(nil, &p); got != len(moves) {
						t.Fatalf("%s: %d moves counted, %d listed", r.FEN(&p), got, len(moves))
					}
					if got, want := r.Perft(&p, 2), r.PerftListed(&p, 2); got != want {
						t.Fatalf("%s: perft(2) is %d counted, %d listed", r.FEN(&p), got, want)
					}
					if len(moves) == 0 {
						break
					}
					p = r.Play(&p, moves[rng.IntN(len(moves))])
				}
			}
		})
	}
}
