package endgame

import (
	"math/rand/v2"
	"testing"

	"stupol/movegen"
)

// BenchmarkProbe measures a look-up in the four pieces of International
// draughts: of quiet positions and of positions where captures have to be
// followed, with all values in memory, and in blocks that are the prober's
// last ones, in the cache of all, or in the file.
func BenchmarkProbe(b *testing.B) {
	r := movegen.International()
	quiet, captures := sorted(r, samples(Embedded(r), 300))
	tests := []struct {
		name      string
		memory    int64
		positions []movegen.Position
	}{
		{"kind=quiet/from=memory", 0, quiet},
		{"kind=captures/from=memory", 0, captures},
		{"kind=quiet/from=last", 5 << 20, quiet[len(quiet)-1:]},
		{"kind=quiet/from=cache", 10_600_000, quiet},
		{"kind=quiet/from=file", 1, quiet},
	}
	for _, tt := range tests {
		b.Run(tt.name, func(b *testing.B) {
			d, err := Source{Pieces: 4, Folder: embeddedFolder(b), Memory: tt.memory}.Open(r)
			if err != nil {
				b.Fatal(err)
			}
			pr := d.Prober()
			for range 3 { // fills the cache
				for i := range tt.positions {
					pr.Probe(&tt.positions[i])
				}
			}
			i := 0
			b.ReportAllocs()
			for b.Loop() {
				pr.Probe(&tt.positions[i])
				if i++; i == len(tt.positions) {
					i = 0
				}
			}
		})
	}
}

// sorted returns the quiet positions and those with captures, in random order.
func sorted(r *movegen.Rules, all []movegen.Position) (quiet, captures []movegen.Position) {
	for _, i := range rand.New(rand.NewPCG(1, 2)).Perm(len(all)) {
		if r.HasCapture(&all[i]) {
			captures = append(captures, all[i])
		} else {
			quiet = append(quiet, all[i])
		}
	}
	return quiet, captures
}
