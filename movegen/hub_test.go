package movegen

import (
	"slices"
	"strings"
	"testing"
)

func TestHubPosition(t *testing.T) {
	e := func(n int) string { return strings.Repeat("e", n) }
	tests := []struct{ variant, fen, want string }{
		{"international", "W:W31-50:B1-20", "W" + strings.Repeat("b", 20) + e(10) + strings.Repeat("w", 20)},
		{"international", "B:WK1,6:B45,K50", "BWeeeew" + e(38) + "beeeeB"},
		{"russian", "W:W21-32:B1-12", "W" + strings.Repeat("b", 12) + e(8) + strings.Repeat("w", 12)},
		{"italian", "W:WK1,32:B5", "WWeeeb" + e(26) + "w"},
	}
	for _, tt := range tests {
		t.Run(tt.variant, func(t *testing.T) {
			r, p := readFEN(t, tt.variant, tt.fen)
			if got := r.HubPosition(&p); got != tt.want {
				t.Errorf("%s is\n%s, want\n%s", tt.fen, got, tt.want)
			}
			if got, err := r.ParseHubPosition(tt.want); err != nil || got != p {
				t.Errorf("%s is %s, want %s, error %v", tt.want, r.FEN(&got), tt.fen, err)
			}
		})
	}
}

func TestParseHubPosition(t *testing.T) {
	r := International()
	e := strings.Repeat("e", 50)
	start := r.Start()
	full := r.HubPosition(&start)
	tests := []struct {
		name, text string
		want       fault // none if the text is right
	}{
		{"side to move has no pieces", "Bw" + e[:49], fault{"w", 2, "promotion row"}},
		{"empty", "", fault{"", 1, "0 letters long, want 51"}},
		{"8x8", "W" + e[:32], fault{"W" + e[:32], 1, "33 letters long, want 51"}},
		{"long", full + "e", fault{full[:40] + "...", 1, "52 letters long"}},
		{"side", "w" + full[1:], fault{"w", 1, "W or B"}},
		{"letter", full[:24] + "x" + full[25:], fault{"x", 25, "must be w, b, W, B or e"}},
		{"not ASCII", full[:24] + "é" + full[26:], fault{"\xc3", 25, "must be w, b, W, B or e"}},
		{"black man below", full[:50] + "b", fault{"b", 51, "square 50 is on the promotion row"}},
		{"no pieces", "W" + e, fault{"W" + e[:39] + "...", 1, "Black has no pieces"}},
		{"only White, to move", "W" + e[:49] + "w", fault{"W" + e[:39] + "...", 1, "Black has no pieces"}},
		{"only White, Black to move", "B" + e[:49] + "w", fault{}},
		{"only kings", "WWB" + e[:48], fault{}},
		{"25 men", "B" + e[:25] + strings.Repeat("w", 25), fault{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := r.ParseHubPosition(tt.text)
			if tt.want != (fault{}) {
				tt.want.check(t, err)
			} else if err != nil {
				t.Error(err)
			}
		})
	}
}

func TestParseWolf(t *testing.T) {
	r, p := readFEN(t, "frisian", "W:W31,K28:B2,K14")
	tests := []struct{ text, want string }{
		{"", "W:WK28,31:B2,K14"},
		{"W28=2 B14=1", "W:WK28,31:B2,K14:K28=2,K14=1"},
		{"  B14=3  W28=1 ", "W:WK28,31:B2,K14:K28=1,K14=3"},
		{"W28=0", "W:WK28,31:B2,K14"},
	}
	for _, tt := range tests {
		got, err := r.ParseWolf(p, tt.text)
		if err != nil || r.FEN(&got) != tt.want {
			t.Errorf("ParseWolf(%q) = %s, error %v, want %s", tt.text, r.FEN(&got), err, tt.want)
		}
		if again, err := r.ParseWolf(p, r.Wolf(&got)); err != nil || again != got {
			t.Errorf("Wolf of %s is %q, read as %s, error %v", tt.want, r.Wolf(&got), r.FEN(&again), err)
		}
	}
	r, p = readFEN(t, "international", "W:W31,K28:B2,K14")
	if got, err := r.ParseWolf(p, "W28=2"); err != nil || got != p {
		t.Errorf("International: got %s, error %v, want the same position", r.FEN(&got), err)
	}
}

func TestParseWolfErrors(t *testing.T) {
	r, p := readFEN(t, "frisian", "W:W31,K28:B2,K14")
	tests := []struct {
		text string
		want fault
	}{
		{"28=2", fault{"28=2", 1, "want a side"}},
		{"W28=2 B28=1", fault{"B28=1", 7, "no such king"}},
		{"W31=2", fault{"W31=2", 1, "no such king"}},
		{"W28=4", fault{"W28=4", 1, "at most 3"}},
		{" W28", fault{"W28", 2, "a number"}},
		{"W28=x", fault{"W28=x", 1, "a number"}},
		{"W51=1", fault{"W51=1", 1, "numbered 1 to 50"}},
	}
	for _, tt := range tests {
		_, err := r.ParseWolf(p, tt.text)
		tt.want.check(t, err)
	}
}

func TestParseHubMove(t *testing.T) {
	tests := []struct{ name, variant, fen, text, want string }{
		{"quiet", "international", "W:W31-50:B1-20", "32-28", "32-28"},
		{"quiet with x", "international", "W:W31-50:B1-20", "32x28", "32-28"},
		{"spaces, zeros", "international", "W:W38:BK3,K10", " 038 - 0032\t", "38-32"},
		{"capture", "international", "W:W28:B23", "28x19x23", "28x19x23"},
		{"capital X", "international", "W:W28:B23", "28X19X23", "28x19x23"},
		{"colons", "international", "W:W28:B23", "28:19:23", "28x19x23"},
		{"mixed signs", "international", "W:W28:B23", "28-19 x 23", "28x19x23"},
		{"short", "international", "W:W28:B23", "28x19", "28x19x23"},
		{"short with -", "international", "W:W28:B23", "28-19", "28x19x23"},
		{"victims in any order", "international", "W:W28:B14,23", "28x10x23x14", "28x10x14x23"},
		{"short for two victims", "international", "W:W28:B14,23", "28x10", "28x10x14x23"},
		{"path", "international", "W:W28:B14,23", "28x19x10", "28x10x14x23"},
		{"algebraic", "russian", "W:W21-32:B1-12", "c3-d4", "22-18"},
		{"algebraic, capitals, no sign", "russian", "W:W21-32:B1-12", "C3D4", "22-18"},
		{"algebraic capture", "russian", "W:Wc3:Bd4,d8", "c3:e5", "22x15x18"},
		{"algebraic capture with its victim", "russian", "W:Wc3:Bd4,d8", "c3xe5xd4", "22x15x18"},
		{"algebraic, two captures, no sign", "russian", "W:Wc3:Bd4,d6", "c3e5c7", "22x6x10x18"},
		{"algebraic, mirrored", "italian", "W:W21-32:B1-12", "b3-a4", "21-17"},
		{"algebraic on a numeric game", "english", "B:W21-32:B1-12", "b6-a5", "9-13"},
		{"in a circle", "english", "B:WK15,16,K23,24:B4,K27", "27x27x15x16x23x24", "27x27x15x16x23x24"},
		{"in a circle, short", "english", "B:WK15,16,K23,24:B4,K27", "27x27", "27x27x15x16x23x24"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, p := readFEN(t, tt.variant, tt.fen)
			got, err := r.ParseHubMove(&p, tt.text)
			if err != nil || r.HubMove(got) != tt.want {
				t.Errorf("%s: ParseHubMove(%q) = %s, error %v, want %s", tt.fen, tt.text, r.HubMove(got), err, tt.want)
			}
		})
	}
}

func TestParseHubMoveErrors(t *testing.T) {
	const start = "W:W31-50:B1-20"
	tests := []struct {
		name, variant, fen, text string
		want                     fault
	}{
		{"empty", "international", start, "", fault{"", 1, "a square is missing"}},
		{"one square", "international", start, " 32", fault{"32", 2, "two squares or more"}},
		{"no second square", "international", start, "32-", fault{"", 4, "a square is missing"}},
		{"no first square", "international", start, "-28", fault{"", 1, "a square is missing"}},
		{"two signs", "international", start, "32--28", fault{"", 4, "a square is missing"}},
		{"no sign", "international", start, "32 28", fault{"28", 4, "one of - x :"}},
		{"two moves", "international", start, "32-28 19-23", fault{"19-23", 7, "one of - x :"}},
		{"off the board", "international", start, "32-51", fault{"51", 4, "numbered 1 to 50"}},
		{"square 0", "international", start, "0-5", fault{"0", 1, "numbered 1 to 50"}},
		{"off the 8x8 board", "russian", "W:W21-32:B1-12", "22-33", fault{"33", 4, "numbered 1 to 32"}},
		{"large number", "international", start, "32-4294967324", fault{"4294967324", 4, "numbered 1 to 50"}},
		{"junk", "international", start, "hello", fault{"hello", 1, "not a square"}},
		{"junk behind", "international", start, "32-28!", fault{"28!", 4, "not a square"}},
		{"letters that grow in lower case", "russian", "W:W21-32:B1-12", "c3-ȺȺ", fault{"ȺȺ", 4, "not a square"}},
		{"algebraic on 10x10", "international", start, "c3-d4", fault{"c3", 1, "not a square"}},
		{"light square", "russian", "W:W21-32:B1-12", "c3-c4", fault{"c4", 4, "not a playing square"}},
		{"illegal", "international", start, "32-29", fault{"32-29", 1, "illegal"}},
		{"illegal, same square", "international", start, "32-32", fault{"32-32", 1, "illegal"}},
		{"nothing there", "international", start, " 28-23", fault{"28-23", 2, "White has no piece on 28"}},
		{"not one's own", "international", start, "20-24", fault{"20-24", 1, "White has no piece on 20"}},
		{"must capture", "international", "W:W28,40:B23", "40-35", fault{"40-35", 1, "White must capture: 28x19x23"}},
		{"must capture more", "international", "B:W11,21:B6,16", "16x27x21", fault{"16x27x21", 1, "Black must capture: 6x26x11x21"}},
		{"wrong victim", "international", "W:W28:B23", "28x19x22", fault{"28x19x22", 1, "White must capture: 28x19x23"}},
		{"victim twice", "international", "W:W28:B23", "28x19x23x23", fault{"28x19x23x23", 1, "illegal"}},
		{"no legal move", "international", "W:W46:B37,41", "46-41", fault{"46-41", 1, "White has no legal move"}},
		{"three king moves", "frisian", "W:W40,K5:B20,K49:K5=3", "5-10", fault{"5-10", 1, "3 moves in a row"}},
		{"ambiguous", "international", "W:WK25:B18,20,21,28", "25x16", fault{"25x16", 1, "ambiguous: 25x16x18x20x21 or 25x16x20x21x28"}},
		{"ambiguous, one of them single", "russian", "W:WK15:B11,19,26,27", "15x4", fault{"15x4", 1, "ambiguous: 15x4x11x19x26x27 or 15x4x11"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, p := readFEN(t, tt.variant, tt.fen)
			_, err := r.ParseHubMove(&p, tt.text)
			tt.want.check(t, err)
		})
	}
}

func FuzzHubPosition(f *testing.F) {
	f.Add(uint8(0), "W"+strings.Repeat("b", 20)+strings.Repeat("e", 10)+strings.Repeat("w", 20))
	f.Add(uint8(7), "B"+strings.Repeat("b", 12)+strings.Repeat("e", 8)+strings.Repeat("w", 12))
	f.Add(uint8(11), "WWeeeb"+strings.Repeat("e", 26)+"w")
	f.Fuzz(func(t *testing.T, variant uint8, text string) {
		r := variants[int(variant)%len(variants)]
		p, err := r.ParseHubPosition(text)
		if err == nil && r.HubPosition(&p) != text {
			t.Errorf("%s: %q reads back as %q", r.Name, text, r.HubPosition(&p))
		}
	})
}

func FuzzParseWolf(f *testing.F) {
	f.Add("W:W31,K28:B2,K14", "W28=2 B14=1")
	f.Fuzz(func(t *testing.T, fen, text string) {
		r, err := Lookup("frisian")
		if err != nil {
			t.Fatal(err)
		}
		p, err := r.ParseFEN(fen)
		if err != nil {
			return
		}
		if p, err = r.ParseWolf(p, text); err != nil {
			return
		}
		if q, err := r.ParseFEN(r.FEN(&p)); err != nil || q != p {
			t.Errorf("%s with %q reads back as %s, error %v", fen, text, r.FEN(&q), err)
		}
	})
}

func FuzzHubMove(f *testing.F) {
	for i, text := range []string{"32-28", "28x19x23", "c3-d4", "e5xc3", " 018 : 0023", "28x10x23x14", "27x27"} {
		f.Add(uint8(i), uint64(i), uint8(20*i), text)
	}
	f.Fuzz(func(t *testing.T, variant uint8, seed uint64, plies uint8, text string) {
		r, p := randomPosition(variant, seed, plies)
		if m, err := r.ParseHubMove(&p, text); err == nil && !slices.Contains(r.Moves(nil, &p), m) {
			t.Errorf("%s %s: %q is %s, which is illegal", r.Name, r.FEN(&p), text, r.HubMove(m))
		}
		checkMoveTexts(t, r, &p)
	})
}
