package pattern

import (
	"errors"
	"strings"
	"testing"

	"stupol/movegen"
)

// TestOfBoard compares patterns drawn on a board with the same ones written.
func TestOfBoard(t *testing.T) {
	r, _ := movegen.Lookup("russian")
	got, err := OfBoard(r, "wWxbByo"+strings.Repeat(".", 25))
	want, wantErr := Parse(r, "Wb8,Kd8,Pf8:Bh8,Ka7,Pc7:Ee7")
	if err != nil || wantErr != nil || got != want {
		t.Errorf("%+v, error %v; want %+v, error %v", got, err, want, wantErr)
	}
	if p, err := OfBoard(r, strings.Repeat(".", 32)); err != nil || !p.IsZero() {
		t.Errorf("an empty board: %+v, error %v", p, err)
	}
	for _, text := range []string{"", strings.Repeat(".", 31), strings.Repeat(".", 33), "e" + strings.Repeat(".", 31)} {
		if _, err := OfBoard(r, text); !errors.Is(err, ErrBoard) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestFits: each square must be held as the pattern says, and by no other kind of piece.
func TestFits(t *testing.T) {
	r := movegen.International()
	p, err := Parse(r, "W28,K46,P32:B19,K5,P23:E24")
	if err != nil {
		t.Fatal(err)
	}
	turned := p.Swapped(r)
	for fen, want := range map[string]bool{
		"W:W28,32,K46:B19,23,K5":    true,
		"B:W28,K32,K46:B19,K23,K5":  true,
		"W:WK28,32,K46:B19,23,K5":   false, // a king is no man
		"W:W28,32,46:B19,23,K5":     false, // a man is no king
		"W:W28,K46:B19,23,K5":       false,
		"W:W28,32,K46:B19,23,24,K5": false, // a square that is empty in the pattern
		"W:W28,32,K46:B18,23,K5":    false,
	} {
		q, err := r.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		other := r.Turned(&q)
		if got := p.Fits(&q); got != want || turned.Fits(&other) != want {
			t.Errorf("%s: %v, and with colours exchanged %v; want %v", fen, got, turned.Fits(&other), want)
		}
	}
}

// FuzzParse reads patterns.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"W28,K32,P33:B19:E23", "wc3:bKd4", "E", "W,:", "W99", "W1:B1", ":"} {
		f.Add(text, text == "wc3:bKd4")
	}
	f.Fuzz(func(t *testing.T, text string, small bool) {
		r := movegen.International()
		if small {
			r, _ = movegen.Lookup("russian")
		}
		p, err := Parse(r, text)
		if err != nil {
			return
		}
		if p.Squares() == 0 || p.Squares()&^r.Board() != 0 {
			t.Errorf("%q: %+v", text, p)
		}
		if twice := p.Swapped(r); twice.Swapped(r) != p {
			t.Errorf("%q: swapped twice %+v", text, twice.Swapped(r))
		}
	})
}
