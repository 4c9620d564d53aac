package endgame

import (
	"flag"
	"math/rand/v2"
	"os"
	"sort"
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
			d, err := Source{Pieces: 4, Folder: embeddedFolder, Memory: tt.memory}.Open(r)
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

// BenchmarkOpen measures how long the embedded databases take to open, which a program does
// before its first search.
func BenchmarkOpen(b *testing.B) {
	r := movegen.International()
	b.ReportAllocs()
	for b.Loop() {
		openEmbedded(r)
	}
}

var (
	benchFolder = flag.String("bb-dir", "", "the databases for BenchmarkFolder")
	benchGame   = flag.String("variant", "english", "their game")
)

// BenchmarkFolder measures a look-up of a random quiet position of the most pieces that a
// folder has: of all in memory, of one in the cache, and of one whose block has to be read
// from its file, which the system has in memory if it was read before.
//
//	go test ./book/endgame -run - -bench Folder -bb-dir DIR -variant russian
func BenchmarkFolder(b *testing.B) {
	if *benchFolder == "" {
		b.Skip("no -bb-dir")
	}
	r := rulesNamed(b, *benchGame)
	for _, tt := range []struct {
		name      string
		memory    int64
		positions int // looked up again and again
	}{
		{"from=memory", 4 << 30, 100_000},
		{"from=cache", DefaultMemory, 1000},
		{"from=file", 1, 100_000},
	} {
		b.Run(tt.name, func(b *testing.B) {
			d, err := Source{Pieces: MaxPieces, Folder: os.DirFS(*benchFolder), Memory: tt.memory}.Open(r)
			if err != nil {
				b.Fatal(err)
			}
			defer d.Close()
			positions := ofMostPieces(d, tt.positions)
			pr := d.Prober()
			if tt.memory > 1 {
				for i := range positions {
					pr.ProbeQuiet(&positions[i])
				}
			}
			i := 0
			for b.Loop() {
				if pr.ProbeQuiet(&positions[i]) == Unknown {
					b.Fatalf("%s is not in the databases: %v", r.FEN(&positions[i]), d.Err())
				}
				i = (i + 1) % len(positions)
			}
		})
	}
}

// ofMostPieces returns n random quiet positions of the most pieces that d has, each as
// probable as any other.
func ofMostPieces(d *Database, n int) []movegen.Position {
	rng := rand.New(rand.NewPCG(1, 3))
	slices := Slices(d.rules, d.MostPieces())
	var ends []uint64
	all := uint64(0)
	for _, s := range slices {
		all += NewLayout(d.rules, s).Size()
		ends = append(ends, all)
	}
	positions := make([]movegen.Position, 0, n)
	for len(positions) < n {
		number := rng.Uint64N(all)
		i := sort.Search(len(ends), func(i int) bool { return number < ends[i] })
		if p := Random(d.rules, slices[i], rng); !d.rules.HasCapture(&p) && d.rules.HasQuiet(&p) {
			positions = append(positions, p)
		}
	}
	return positions
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
