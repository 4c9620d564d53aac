package puzzle

import (
	"testing"

	"stupol/movegen"
)

// TestShotOfPuzzles: most puzzles in which pieces are given begin with an offer, and are told how they
// work; no others are.
func TestShotOfPuzzles(t *testing.T) {
	shots, told := 0, 0
	for _, p := range Set(movegen.International()) {
		d := p.Shot()
		if p.Theme != Shot {
			if d != nil {
				t.Errorf("%v: told as a shot", p)
			}
			continue
		}
		shots++
		if d == nil {
			continue
		}
		told++
		final := p.Line[d.Final-1]
		if d.Takes != final.Captured.Len() || len(d.Path) != d.Takes+1 || d.Path[0] != p.Rules.UsualSquare(final.From) {
			t.Errorf("%v: %+v", p, d)
		}
	}
	if shots < 20 || 2*told < shots {
		t.Errorf("of %d shots %d are told", shots, told)
	}
	t.Logf("of %d shots %d are told", shots, told)
}
