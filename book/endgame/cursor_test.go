package endgame

import (
	"math/rand/v2"
	"testing"

	"stupol/movegen"
)

// TestCursor goes through layouts by steps of one, of a few and of many, forwards and backwards; a
// cursor finds what each position alone is, and a finder their numbers.
func TestCursor(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, r := range movegen.Variants() {
		for _, s := range Slices(r, 5) {
			if rng.IntN(4) > 0 {
				continue
			}
			x := NewLayout(r, s)
			c, f := x.Cursor(), x.Finder()
			from := rng.Uint64N(x.Size())
			steps := []uint64{1, 1, 1, 1, 1, 1, 2, x.blackKings, 37, x.whiteKings * x.blackKings, x.Size() / 3, x.Size() - 1}
			for n, i := 0, from; n < 3000; n, i = n+1, (i+steps[rng.IntN(len(steps))])%x.Size() {
				got, want := c.Position(i), x.Position(i)
				if got != want {
					t.Fatalf("%s %v: position %d is %v, want %v", r.Name, s, i, r.FEN(&got), r.FEN(&want))
				}
				if j := f.Index(got.Pieces[movegen.White], got.Pieces[movegen.Black], got.Kings); j != i {
					t.Fatalf("%s %v: %s has number %d, want %d", r.Name, s, r.FEN(&got), j, i)
				}
			}
		}
	}
}
