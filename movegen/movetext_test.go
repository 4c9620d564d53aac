package movegen

import (
	"slices"
	"testing"
)

func TestPDNMove(t *testing.T) {
	tests := []struct{ name, variant, fen, hub, short, long string }{
		{"quiet", "international", "W:W31-50:B1-20", "32-28", "32-28", "32-28"},
		{"one victim", "international", "W:W28:B23", "28x19x23", "28x19", "28x19"},
		{"two victims", "international", "W:W28:B14,23", "28x10x14x23", "28x10", "28x19x10"},
		{"straight on, right behind", "international", "W:WK40:B8,12,23,33", "40x1x12x23", "40x1", "40x18x1"},
		{"straight on, Frisian", "frisian", "W:WK10:B30,33,45", "10x6x30x33", "10x6", "10x50x6"},
		{"same ends", "international", "W:WK25:B18,20,21,28", "25x16x18x20x21", "25x9x27x16", "25x9x27x16"},
		{"same ends, one victim", "russian", "W:WK15:B11,19,26,27", "15x4x11", "15x4", "15x4"},
		{"same ends, more victims", "russian", "W:WK15:B11,19,26,27", "15x4x11x19x26x27", "15x24x31x22x4", "15x24x31x22x4"},
		{"circle", "english", "B:WK15,16,K23,24:B4,K27", "27x27x15x16x23x24", "27x18x11x20x27", "27x18x11x20x27"},
		{"through the last row as a man", "international", "B:W10,K43,44:B24,38", "38x40x43x44", "38x40", "38x49x40"},
		{"through the last row as a king", "russian", "B:W17,27:B12,24", "24x13x17x27", "24x13", "24x31x13"},
		{"killer stops behind a king", "killer", "B:W13,K23:BK7,10", "7x29x23", "7x29", "7x29"},
		{"Italian, kings first", "italian", "W:WK17:BK9,13,K14,K21,K22", "17x17x13x14x21x22", "17x26x19x10x17", "17x26x19x10x17"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, p := readFEN(t, tt.variant, tt.fen)
			m, err := r.ParseHubMove(&p, tt.hub)
			if err != nil {
				t.Fatal(err)
			}
			if got := r.PDNMove(&p, m); got != tt.short {
				t.Errorf("PDNMove(%s) = %s, want %s", tt.hub, got, tt.short)
			}
			if got := r.PDNMoveLong(&p, m); got != tt.long {
				t.Errorf("PDNMoveLong(%s) = %s, want %s", tt.hub, got, tt.long)
			}
		})
	}
}

func TestAlgebraicMove(t *testing.T) {
	tests := []struct{ variant, fen, hub, want string }{
		{"russian", "W:W21-32:B1-12", "22-18", "c3-d4"},
		{"russian", "B:W17,27:B12,24", "24x13x17x27", "g3xa5"},
		{"brazilian", "B:W10:B11,K19", "19x1x10", "f4xb8"},
		{"english", "B:WK15,16,K23,24:B4,K27", "27x27x15x16x23x24", "f2xd4xf6xh4xf2"},
		{"italian", "W:W21-32:B1-12", "21-17", "b3-a4"},
	}
	for _, tt := range tests {
		t.Run(tt.want, func(t *testing.T) {
			r, p := readFEN(t, tt.variant, tt.fen)
			m, err := r.ParseHubMove(&p, tt.hub)
			if err != nil {
				t.Fatal(err)
			}
			if got := r.AlgebraicMove(&p, m); got != tt.want {
				t.Errorf("AlgebraicMove(%s) = %s, want %s", tt.hub, got, tt.want)
			}
		})
	}
}

// TestPaths lists all paths of captures that have several.
func TestPaths(t *testing.T) {
	tests := []struct {
		variant, fen, hub string
		want              []string
	}{
		{"international", "W:WK22:B16,18,24,33,34", "22x22x18x24x33x34", []string{"22x13x30x39x22", "22x39x30x13x22"}},
		{"pool", "B:W8,14,K22,23,K32:BK3,20", "3x3x8x14x22x23", []string{"3x17x26x12x3", "3x12x26x17x3"}},
		{"italian", "W:WK17:BK9,13,K14,K21,K22", "17x17x13x14x21x22", []string{"17x26x19x10x17"}},
	}
	for _, tt := range tests {
		t.Run(tt.hub, func(t *testing.T) {
			r, p := readFEN(t, tt.variant, tt.fen)
			m, err := r.ParseHubMove(&p, tt.hub)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for path := range r.paths(&p, m) {
				got = append(got, writePath(path, m, r.SquareName))
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("paths of %s are %q, want %q", tt.hub, got, tt.want)
			}
		})
	}
}

func TestParsePDNMove(t *testing.T) {
	const (
		twoWays = "W:WK25:B18,20,21,28" // 25x16 by 9x27 or by 14x32
		long    = "W:WK28:B9,14,16,23,24,25"
	)
	tests := []struct{ name, variant, fen, text, want string }{
		{"quiet", "international", "W:W31-50:B1-20", "32-28", "32-28"},
		{"spaces, zeros", "international", "W:W28:B14,23", " 028x 10", "28x10x14x23"},
		{"path", "international", "W:W28:B14,23", "28x19x10", "28x10x14x23"},
		{"victims behind", "international", "W:W28:B14,23", "28x10x23x14", "28x10x14x23"},
		{"victims between", "international", "W:W28:B14,23", "28x23x14x10", "28x10x14x23"},
		{"path that decides", "international", twoWays, "25x14x32x16", "25x16x20x21x28"},
		{"part that decides", "international", twoWays, "25x32x16", "25x16x20x21x28"},
		{"the other part", "international", twoWays, "25x9x16", "25x16x18x20x21"},
		{"victims that decide", "international", twoWays, "25x16x28x21x20", "25x16x20x21x28"},
		{"further than right behind", "international", "W:WK6:B17,33", "6x28x50", "6x50x17x33"},
		{"turn left out", "russian", long, "28x21x12", "28x12x14x16x23x24x25"},
		{"direct line", "russian", "W:WK15:B11,19,26,27", "15x4", "15x4x11"},
		{"circle", "english", "B:WK15,16,K23,24:B4,K27", "27x20x11x18x27", "27x27x15x16x23x24"},
		{"algebraic", "brazilian", "W:Wc3:Bd4,d6", "c3:e5:c7", "22x6x10x18"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, p := readFEN(t, tt.variant, tt.fen)
			got, err := r.ParsePDNMove(&p, tt.text)
			if err != nil || r.HubMove(got) != tt.want {
				t.Errorf("%s: ParsePDNMove(%q) = %s, error %v, want %s", tt.fen, tt.text, r.HubMove(got), err, tt.want)
			}
		})
	}
}

func TestParsePDNMoveErrors(t *testing.T) {
	tests := []struct {
		name, variant, fen, text string
		want                     fault
	}{
		{"ambiguous", "international", "W:WK25:B18,20,21,28", "25x16", fault{"25x16", 1, "ambiguous: 25x9x27x16 or 25x14x32x16"}},
		{"wrong path", "international", "W:W28:B14,23", "28x20x10", fault{"28x20x10", 1, "White must capture: 28x19x10"}},
		{"path backwards", "russian", "W:WK28:B9,14,16,23,24,25", "28x30x21x12", fault{"28x30x21x12", 1, "illegal"}},
		{"two quiet moves in one", "international", "W:W31-50:B1-20", "32-28-23", fault{"32-28-23", 1, "illegal"}},
		{"result", "international", "W:W31-50:B1-20", "2-0", fault{"0", 3, "numbered 1 to 50"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, p := readFEN(t, tt.variant, tt.fen)
			_, err := r.ParsePDNMove(&p, tt.text)
			tt.want.check(t, err)
		})
	}
}

func FuzzPDNMove(f *testing.F) {
	for i, text := range []string{"32-28", "28x19", "c3-d4", "e5:c3", " 8x 15", "28x19x10", "27x27"} {
		f.Add(uint8(i), uint64(i), uint8(20*i), text)
	}
	f.Fuzz(func(t *testing.T, variant uint8, seed uint64, plies uint8, text string) {
		r, p := randomPosition(variant, seed, plies)
		if m, err := r.ParsePDNMove(&p, text); err == nil && !slices.Contains(r.Moves(nil, &p), m) {
			t.Errorf("%s %s: %q is %s, which is illegal", r.Name, r.FEN(&p), text, r.HubMove(m))
		}
		checkMoveTexts(t, r, &p)
	})
}
