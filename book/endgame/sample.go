package endgame

import (
	"math/rand/v2"

	"stupol/movegen"
)

// Random returns a random position of slice s with White to move. All have the same
// probability.
func Random(r *movegen.Rules, s Slice, rng *rand.Rand) movegen.Position {
	x := NewLayout(r, s)
	p := x.Position(rng.Uint64N(x.size))
	return movegen.NewPosition(p.Turn, p.Pieces[movegen.White], p.Pieces[movegen.Black], p.Kings)
}
