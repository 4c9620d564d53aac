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

func TestDiagram(t *testing.T) {
	tests := []struct{ variant, fen, want string }{
		{"international", "W:W31-50:B1-19,K24", `
     b   b   b   b   b        1   2   3   4   5
   b   b   b   b   b        6   7   8   9  10
     b   b   b   b   b       11  12  13  14  15
   b   b   b   b   .       16  17  18  19  20
     .   .   .   B   .       21  22  23  24  25
   .   .   .   .   .       26  27  28  29  30
     w   w   w   w   w       31  32  33  34  35
   w   w   w   w   w       36  37  38  39  40
     w   w   w   w   w       41  42  43  44  45
   w   w   w   w   w       46  47  48  49  50

White to move
`},
		{"russian", "B:Wa1,c3,Kh8:Bb6,Kg1", `
8    .   .   .   W        1   2   3   4
7  .   .   .   .        5   6   7   8
6    b   .   .   .        9  10  11  12
5  .   .   .   .       13  14  15  16
4    .   .   .   .       17  18  19  20
3  .   w   .   .       21  22  23  24
2    .   .   .   .       25  26  27  28
1  w   .   .   B       29  30  31  32
   a b c d e f g h

Black to move
`},
		{"italian", "W:W21,32:B1,K12", `
   b   .   .   .        1   2   3   4
     .   .   .   .        5   6   7   8
   .   .   .   B        9  10  11  12
     .   .   .   .       13  14  15  16
   .   .   .   .       17  18  19  20
     w   .   .   .       21  22  23  24
   .   .   .   .       25  26  27  28
     .   .   .   w       29  30  31  32

White to move
`},
	}
	for _, tt := range tests {
		t.Run(tt.variant, func(t *testing.T) {
			r, p := readFEN(t, tt.variant, tt.fen)
			if got := "\n" + r.Diagram(&p); got != tt.want {
				t.Errorf("Diagram of %s is%s\nwant%s", tt.fen, got, tt.want)
			}
		})
	}
}
