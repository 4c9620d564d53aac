package movegen

import "testing"

func TestSquareNames(t *testing.T) {
	tests := []struct {
		variant         string
		number          int
		name, algebraic string
	}{
		{"international", 1, "1", "b10"},
		{"international", 46, "46", "a1"},
		{"international", 50, "50", "i1"},
		{"russian", 1, "1", "b8"},
		{"russian", 5, "5", "a7"},
		{"russian", 22, "22", "c3"},
		{"russian", 32, "32", "g1"},
		{"italian", 1, "1", "a8"},
		{"italian", 5, "5", "b7"},
		{"italian", 32, "32", "h1"},
		{"spanish", 29, "29", "b1"},
		{"russian", 33, "0", "-"},
	}
	for _, tt := range tests {
		r, err := Lookup(tt.variant)
		if err != nil {
			t.Fatal(err)
		}
		sq := r.SquareOf(tt.number)
		if name, algebraic := r.SquareName(sq), r.AlgebraicName(sq); name != tt.name || algebraic != tt.algebraic {
			t.Errorf("%s: square %d is %s, %s; want %s, %s", tt.variant, tt.number, name, algebraic, tt.name, tt.algebraic)
		}
	}
}

// TestSquareNamesReadBack also shows that no two squares share a name.
func TestSquareNamesReadBack(t *testing.T) {
	for _, r := range Variants() {
		for b := r.Board(); b != 0; b &= b - 1 {
			sq := b.First()
			if got, reason := r.squareNamed(r.SquareName(sq)); got != sq {
				t.Errorf("%s: %s reads back as square %d (%s)", r.Name, r.SquareName(sq), r.Number(got), reason)
			}
			if got, reason := r.squareNamed(r.AlgebraicName(sq)); r.Size == 8 && got != sq {
				t.Errorf("%s: %s reads back as square %d (%s)", r.Name, r.AlgebraicName(sq), r.Number(got), reason)
			}
		}
	}
}
