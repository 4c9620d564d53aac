package pdn

import (
	"testing"

	"stupol/movegen"
)

// TestNumbered compares the numbers of Numbered with those in the text of moves.
func TestNumbered(t *testing.T) {
	turned := 0
	for _, r := range movegen.Variants() {
		numbered, p := Numbered(r), r.Start()
		if numbered != r {
			turned++
		}
		for _, m := range r.Moves(nil, &p) {
			if got, want := numbered.PDNMove(&p, m), Numeric.Move(r, &p, m); got != want {
				t.Errorf("%s: %s, want %s", r.Name, got, want)
			}
		}
	}
	if turned != 1 {
		t.Errorf("%d games are numbered from elsewhere, want Spanish alone", turned)
	}
}
