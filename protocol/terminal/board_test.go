package terminal

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stupol/movegen"
	"stupol/protocol/pdn"
)

var update = flag.Bool("update", false, "write the boards in testdata anew")

// TestBoards compares boards with those in testdata.
func TestBoards(t *testing.T) {
	tests := []struct {
		name, variant, fen string
		style              Style
		flip               bool
	}{
		{"letters", "international", "W:W28,K46:B5,K14", Boards, false},
		{"letters-flipped", "russian", "W:Wc3,Kd4:Bf6,Kh8", Plain, true},
		{"colored", "italian", "W:W22,K30:B2,K11", Colored, false},
		{"colored-flipped", "russian", "W:Wc3,Kd4:Bf6,Kh8", Colored, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := newTable(t, tt.variant, tt.fen)
			r := pdn.Numbered(b.Game.Rules())
			var out bytes.Buffer
			v := view{rules: r, position: b.Game.Position(), flip: tt.flip, last: r.SquareOf(11).Bit() | r.SquareOf(7).Bit()}
			printer{w: &out, style: tt.style}.board(v)
			file := filepath.Join("testdata", tt.name+".txt")
			if *update {
				if err := os.WriteFile(file, out.Bytes(), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if out.String() != string(want) {
				t.Errorf("%s is now another; run with -update and look at it:\n%s", file, out.String())
			}
		})
	}
}

// TestLook checks when boards are drawn: in styles with boards, for the person.
func TestLook(t *testing.T) {
	for style, want := range map[Style]int{Plain: 0, Boards: 3, Colored: 3} {
		b := newTable(t, "international", "")
		b.Style = style
		said := b.run(t, "32-28", "33-29")
		last := map[Style]string{Boards: "46  47  48  49  50\n", Colored: "m50 "}[style] // of every board
		if n := strings.Count(said, last); last != "" && n != want || last == "" && strings.Contains(said, "50") {
			t.Errorf("style %d: %d boards, want %d", style, n, want)
		}
	}
	b := newTable(t, "international", "W:W28:B22")
	b.Style, b.You = Boards, movegen.White
	wants(t, b.run(t, "28"), "2-0. You win: Black has no pieces left.\n\n      .   .   .   .   .       1   2   3   4   5\n")
}
