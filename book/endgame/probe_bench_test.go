package endgame

import (
	"testing"

	"stupol/movegen"
)

// BenchmarkProbe measures a look-up of quiet positions and of positions where
// captures have to be followed, all over the slices of three pieces.
func BenchmarkProbe(b *testing.B) {
	r := movegen.International()
	d := solved(b, r, 3)
	var quiet, captures []movegen.Position
	for _, s := range Slices(r, 3) {
		x := newLayout(r, s)
		for i := uint64(0); i < x.size; i += 1009 {
			p := x.position(i)
			if r.HasCapture(&p) {
				captures = append(captures, p)
			} else {
				quiet = append(quiet, p)
			}
		}
	}
	probe := func(positions []movegen.Position) func(*testing.B) {
		return func(b *testing.B) {
			pr := d.Prober()
			i := 0
			for b.Loop() {
				pr.Probe(&positions[i])
				if i++; i == len(positions) {
					i = 0
				}
			}
		}
	}
	b.Run("kind=quiet", probe(quiet))
	b.Run("kind=captures", probe(captures))
}
