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
