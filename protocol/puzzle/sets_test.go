package puzzle

import (
	"cmp"
	"os"
	"slices"
	"strings"
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
			if p.Nodes == 0 || i > 0 && p.Nodes < set[i-1].Nodes {
				t.Errorf("%s: puzzle %d needs %d nodes, and the one before %d", r.Name, i+1, p.Nodes, set[max(i-1, 0)].Nodes)
			}
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

// TestMechanisms looks how the shots of a set work by their lines alone.
func TestMechanisms(t *testing.T) {
	for _, r := range movegen.Variants() {
		for i, p := range Set(r) {
			got := p.Mechanisms()
			if (len(got) > 0) != (p.Shot() != nil) {
				t.Errorf("%s %d: %v", r.Name, i+1, got)
			}
			largest, twice, crowned := p.Line[0], false, movegen.Bits(0)
			sent := false
			var went movegen.Bits // where pieces of the other side have landed by a capture
			for ply, m := range p.Line {
				switch {
				case ply%2 == 0:
					sent = sent || m.Captured&crowned != 0
					went &^= m.Captured
					if m.Captured.Len() >= largest.Captured.Len() && m.IsCapture() {
						largest = m
					}
				case m.IsCapture():
					twice = twice || went.Has(m.From)
					went = went&^m.From.Bit() | m.To.Bit()
					if m.Promotes || crowned.Has(m.From) {
						crowned = crowned&^m.From.Bit() | m.To.Bit()
					}
				}
			}
			if len(got) == 0 {
				continue
			}
			if slices.Contains(got, "round-trip") != (largest.From == largest.To) {
				t.Errorf("%s %d: %v is said of %v", r.Name, i+1, got, p)
			}
			if slices.Contains(got, "sending-on") && !twice || slices.Contains(got, "sending-to-king") && !sent {
				t.Errorf("%s %d: %v is said of %v", r.Name, i+1, got, p)
			}
		}
	}
}

// TestRateSets writes the sets anew, from easy to hard by searches of this engine and without those that are
// like one before, if the environment has STUPOL_RATE. So the puzzles of several runs can be put into one file.
func TestRateSets(t *testing.T) {
	if os.Getenv("STUPOL_RATE") == "" {
		t.Skip("STUPOL_RATE is not set")
	}
	for _, r := range movegen.Variants() {
		var set []Puzzle
		for _, p := range Set(r) {
			if !slices.ContainsFunc(set, p.alike) {
				set = append(set, p)
			}
		}
		if err := Rate(t.Context(), set, 2, endgame.Embedded(r)); err != nil {
			t.Fatal(err)
		}
		slices.SortStableFunc(set, func(p, q Puzzle) int { return cmp.Or(cmp.Compare(p.Nodes, q.Nodes), p.Length()-q.Length()) })
		var text strings.Builder
		if err := Write(&text, FENList, set); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile("sets/"+r.Name+".fen", []byte(text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d of %d to %d nodes, half of them %d at most", r.Name, len(set), set[0].Nodes, set[len(set)-1].Nodes, set[len(set)/2].Nodes)
	}
}

// TestRate: the same puzzle is as hard each time, whatever was searched before.
func TestRate(t *testing.T) {
	r := movegen.International()
	set := Set(r)[:6]
	want := slices.Clone(set)
	slices.Reverse(set)
	for _, puzzles := range [][]Puzzle{want, set} {
		if err := Rate(t.Context(), puzzles, 1+len(puzzles)%2, endgame.Embedded(r)); err != nil {
			t.Fatal(err)
		}
	}
	for i, p := range want {
		if q := set[len(set)-1-i]; p.Nodes != q.Nodes || p.Nodes < 1 || p.Nodes > MostNodes {
			t.Errorf("%v: %d nodes, and then %d", p, p.Nodes, q.Nodes)
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
