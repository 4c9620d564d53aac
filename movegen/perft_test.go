package movegen

import (
	"slices"
	"testing"
)

// perftLimit is the size of the largest counts that are repeated here; the
// others are for machines with more time.
const (
	perftLimit          = 10_000_000
	perftLimitShort     = 300_000
	referenceLimit      = 50_000
	referenceLimitShort = 2_000
)

func TestPerftSuite(t *testing.T) {
	limit := int64(perftLimit)
	if testing.Short() {
		limit = perftLimitShort
	}
	forEachPerftCase(t, limit, func(r *Rules, p *Position, depth int) int64 {
		return r.Perft(p, depth)
	})
}

// TestReferencePerft proves the referee, which shares no code with Perft.
func TestReferencePerft(t *testing.T) {
	limit := int64(referenceLimit)
	if testing.Short() {
		limit = referenceLimitShort
	}
	forEachPerftCase(t, limit, func(r *Rules, p *Position, depth int) int64 {
		g := referenceFor(t, r)
		return g.perft(readReference(r, g, p), depth)
	})
}

// forEachPerftCase compares count with every number of the suite up to limit,
// in a sub-test for each position.
func forEachPerftCase(t *testing.T, limit int64, count func(*Rules, *Position, int) int64) {
	t.Helper()
	suite, err := PerftSuite()
	if err != nil {
		t.Fatal(err)
	}
	for len(suite) > 0 {
		first := suite[0]
		end := slices.IndexFunc(suite, func(c PerftCase) bool { return c.Variant != first.Variant || c.Name != first.Name })
		if end < 0 {
			end = len(suite)
		}
		group := suite[:end]
		suite = suite[end:]
		t.Run(first.Variant+"/"+first.Name, func(t *testing.T) {
			r, err := Lookup(first.Variant)
			if err != nil {
				t.Fatal(err)
			}
			p, err := r.ParseFEN(first.FEN)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range group {
				if c.Nodes > limit {
					continue
				}
				if got := count(r, &p, c.Depth); got != c.Nodes {
					t.Errorf("perft(%d) of %s = %d, want %d (%s)", c.Depth, c.FEN, got, c.Nodes, c.Source)
				}
			}
		})
	}
}

// perft counts as Rules.Perft does, with the referee's moves.
func (g *refGame) perft(p refPosition, depth int) int64 {
	moves := g.distinct(p)
	if depth == 1 {
		return int64(len(moves))
	}
	n := int64(0)
	for _, m := range moves {
		n += g.perft(g.play(p, m), depth-1)
	}
	return n
}

func TestPerftSuiteIsWellFormed(t *testing.T) {
	suite, err := PerftSuite()
	if err != nil {
		t.Fatal(err)
	}
	variants := map[string]int{}
	for i, c := range suite {
		if _, err := Lookup(c.Variant); err != nil {
			t.Errorf("case %d: %v", i, err)
		}
		variants[c.Variant]++
		if c.FEN == "" || c.Source == "" || c.Nodes < 0 {
			t.Errorf("case %d is incomplete: %+v", i, c)
		}
		follows := i > 0 && c.Variant == suite[i-1].Variant && c.Name == suite[i-1].Name
		if follows && (c.FEN != suite[i-1].FEN || c.Depth != suite[i-1].Depth+1) || !follows && c.Depth != 1 {
			t.Errorf("case %d (%s %s depth %d) is out of order", i, c.Variant, c.Name, c.Depth)
		}
	}
	for _, r := range Variants() {
		if variants[r.Name] == 0 {
			t.Errorf("no case for %s", r.Name)
		}
	}
}

func TestPerftCaseRejectsBadNumbers(t *testing.T) {
	for _, row := range [][]string{
		{"international", "start", "", "one", "9", "", ""},
		{"international", "start", "", "1", "9.5", "", ""},
	} {
		if c, err := perftCase(row); err == nil {
			t.Errorf("perftCase(%q) = %+v, want an error", row, c)
		}
	}
}

// Moves that are counted are as many as moves that are listed.
func TestPerftListed(t *testing.T) {
	forEachPerftCase(t, perftLimitShort, (*Rules).PerftListed)
}

// Threads and a small, much overwritten table must not change a count.
func TestPerftTableAndThreads(t *testing.T) {
	for _, r := range Variants() {
		start := r.Start()
		depth := 6
		if r.Orthogonal {
			depth = 5
		}
		want := r.Perft(&start, depth)
		for _, table := range []*PerftTable{nil, NewPerftTable(0), NewPerftTable(1 << 12), NewPerftTable(1 << 20)} {
			for _, threads := range []int{1, 3} {
				if got := r.PerftParallel(&start, depth, threads, table); got != want {
					entries := 0
					if table != nil {
						entries = len(table.entries)
					}
					t.Errorf("%s: %d threads, table of %d: perft(%d) = %d, want %d", r.Name, threads, entries, depth, got, want)
				}
			}
		}
	}
}

func TestPerftShallow(t *testing.T) {
	r := International()
	start := r.Start()
	for depth, want := range []int64{1, 9, 81, 658, 4265} {
		if got := r.PerftParallel(&start, depth, 2, NewPerftTable(1<<16)); got != want {
			t.Errorf("perft(%d) = %d, want %d", depth, got, want)
		}
	}
	if got := r.Perft(&start, -1); got != 1 {
		t.Errorf("perft(-1) = %d, want 1", got)
	}
}

// BenchmarkPerft is perft of an opening, of men and kings, and of much to capture. What the
// program is optimized by has it beside the search: see CONTRIBUTING.md.
func BenchmarkPerft(b *testing.B) {
	benchmarks := []struct {
		name, fen string
		depth     int
	}{
		{"start", "W:W31-50:B1-20", 8},
		{"kings", "B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24", 7},
		{"woldouby", "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26", 12},
	}
	r := International()
	for _, bm := range benchmarks {
		p, err := r.ParseFEN(bm.fen)
		if err != nil {
			b.Fatal(err)
		}
		b.Run("pos="+bm.name, func(b *testing.B) {
			for b.Loop() {
				r.Perft(&p, bm.depth)
			}
		})
	}
}
