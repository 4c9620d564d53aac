package puzzle

import (
	"testing"

	"stupol/book/endgame"
	"stupol/movegen"
)

// fewestInSet is how many puzzles there are of each game at least.
const fewestInSet = 20

// TestSets reads the sets of all games: every solution is legal, there is something to find,
// and no two puzzles are alike.
func TestSets(t *testing.T) {
	files, err := sets.ReadDir("sets")
	if err != nil || len(files) != len(movegen.Variants()) {
		t.Errorf("%d sets of %d games, %v", len(files), len(movegen.Variants()), err)
	}
	for _, r := range movegen.Variants() {
		set := Set(r)
		if len(set) < fewestInSet {
			t.Errorf("%s: %d puzzles", r.Name, len(set))
		}
		for i, p := range set {
			if p.trivial() {
				t.Errorf("%s: there is nothing to find in %v", r.Name, p)
			}
			for _, q := range set[:i] {
				if p.alike(q) {
					t.Errorf("%s: %v is like %v", r.Name, p, q)
				}
			}
		}
	}
}

// TestSetsAreSound checks a puzzle of each set by searches like those that it was made with.
func TestSetsAreSound(t *testing.T) {
	if testing.Short() {
		t.Skip("searches take long")
	}
	for _, r := range movegen.Variants() {
		c, err := New(Options(r, 16<<20, endgame.Embedded(r)), 100_000, 0)
		if err != nil {
			t.Fatal(err)
		}
		set := Set(r)
		p := set[len(set)/2]
		report, err := c.Check(t.Context(), Problem{Rules: r, Start: p.Start, Solution: p.Line})
		if c.Close(); err != nil || !report.Sound(false) {
			t.Errorf("%s: %v: %v %v", r.Name, p, report.Faults, err)
		}
	}
}

// TestLists writes a puzzle of each game as a line of a list and reads it: squares have the same
// numbers in the position and in the moves.
func TestLists(t *testing.T) {
	for _, r := range movegen.Variants() {
		want := Set(r)[0]
		got, err := Parse(want.String(), r)
		if err != nil || got.Start != want.Start || got.String() != want.String() {
			t.Errorf("%s: %v is read as %v, %v", r.Name, want, got, err)
		}
	}
}
