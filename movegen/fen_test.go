package movegen

import "testing"

func TestParseFEN(t *testing.T) {
	tests := []struct{ name, variant, text, want string }{
		{"start", "international", "W:W31-50:B1-20",
			"W:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20"},
		{"kings", "international", "B:WK3,31:B20,K50", "B:WK3,31:B20,K50"},
		{"black first", "international", "W:B1,2:WK40,31,32", "W:W31,32,K40:B1,2"},
		{"one side missing", "international", "W:B1,2", "W:W:B1,2"},
		{"one side empty", "international", "W:W:B1", "W:W:B1"},
		{"range", "international", "W:W31-33,40:B1", "W:W31,32,33,40:B1"},
		{"range of kings", "international", "W:WK47-49:BK1-3", "W:WK47,K48,K49:BK1,K2,K3"},
		{"kings on both last rows", "international", "W:WK1,K50:BK5,K46", "W:WK1,K50:BK5,K46"},
		{"lower case", "international", "w:w31,k40:b1,k2", "W:W31,K40:B1,K2"},
		{"spaces", "international", "  W : W 31 , K 32 , 40 - 41 : B 1 ,2  ", "W:W31,K32,40,41:B1,2"},
		{"line end", "international", "W:W31:B1\r\n", "W:W31:B1"},
		{"leading zeros", "international", "W:W031,K07:B01", "W:WK7,31:B1"},
		{"square 0", "international", "W:W0,31:B1,K0,00", "W:W31:B1"},
		{"trailing comma", "international", "W:W31,:B1,", "W:W31:B1"},
		{"trailing colon", "international", "W:W31:B1:", "W:W31:B1"},
		{"final dot", "english", "B:W18,24,27:B12,16,20.", "B:W18,24,27:B12,16,20"},
		{"tag", "international", `[FEN "W:W31:B1"]`, "W:W31:B1"},
		{"tag with spaces and dot", "international", `[ fen  " W:W31:B1. " ]`, "W:W31:B1"},
		{"quotes", "international", `"W:W31:B1"`, "W:W31:B1"},
		{"single quotes", "international", `'W:W31:B1'`, "W:W31:B1"},
		{"lidraughts counters", "international", "W:W31:B1:H0:F12", "W:W31:B1"},
		{"ghosts", "international", "W:W31,G28,P40:BG3,1,g12", "W:W31:B1"},
		{"algebraic", "russian", "W:Wa1,c1,Ke3:Bb8,kd8", "W:WK23,29,30:B1,K2"},
		{"capitals", "russian", "W:WA1,C1,KE3:Bb8,KD8", "W:WK23,29,30:B1,K2"},
		{"a capital G among capitals", "russian", "W:WA1,G3:BG7", "W:W24,29:B8"},
		{"Cyrillic", "russian", "W:W\u04301,\u04211,K\u04153:B\u0412" + "8", "W:WK23,29,30:B1"},
		{"algebraic g beside a ghost", "russian", "W:Wg3,G12:Bg7", "W:W24:B8"},
		{"algebraic in a numeric game", "english", "B:Wa1:Bh8", "B:W29:B4"},
		{"algebraic, mirrored board", "italian", "W:Wb1,h1,Ka8:Ba6", "W:WK1,29,32:B9"},
		{"numbers from the top in Spain too", "spanish", "W:W21-32:B1-12",
			"W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"},
		{"more pieces than a game has", "international", "W:W6-30:B31", "W:W6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30:B31"},

		{"our counters", "frisian", "W:W31,K28:B2,K14:K28=2,K14=1", "W:WK28,31:B2,K14:K28=2,K14=1"},
		{"counter before the king", "frisian", "W:K28=3:W31,K28:B2", "W:WK28,31:B2:K28=3"},
		{"counter of nothing", "frisian", "W:W31,K28:B2:K28=0", "W:WK28,31:B2"},
		{"counter of a side without men", "frisian", "W:WK28:B2:K28=2", "W:WK28:B2"},
		{"counter where nothing is counted", "international", "W:W31,K28:B2:K28=2", "W:WK28,31:B2"},
		{"lidraughts king moves", "frisian", "W:W31,K28:B2,K14:H0:F1:+1+2", "W:WK28,31:B2,K14:K28=2,K14=1"},
		{"lidraughts king moves, two kings", "frisian", "W:W31,K28,K29:B2,K14:+1+2", "W:WK28,K29,31:B2,K14:K14=1"},
		{"lidraughts king moves, with squares", "frisian", "W:W31,K28,K29:B2,K14:+114+228", "W:WK28,K29,31:B2,K14:K28=2,K14=1"},
		{"lidraughts king moves, squares of no king", "frisian", "W:W31,K28:B2,K14:+15+299", "W:WK28,31:B2,K14"},
		{"lidraughts king moves, no man", "frisian", "W:WK28:B2,K14:+0+2", "W:WK28:B2,K14"},
		{"lidraughts king moves, no king", "frysk", "W:W31:B2:+0+0", "W:W31:B2"},
		{"lidraughts king moves, too many", "frisian", "W:W31,K28:B2:+0+9", "W:WK28,31:B2"},
		{"lidraughts king moves elsewhere", "international", "W:W31,K28:B2:+0+2", "W:WK28,31:B2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, p := readFEN(t, tt.variant, tt.text)
			if got := r.FEN(&p); got != tt.want {
				t.Errorf("ParseFEN(%q) is\n%s, want\n%s", tt.text, got, tt.want)
			}
			if want := p.computeHash(); p.Hash != want {
				t.Errorf("ParseFEN(%q) has hash %x, want %x", tt.text, p.Hash, want)
			}
		})
	}
}

func TestParseFENErrors(t *testing.T) {
	tests := []struct {
		variant, text string
		want          fault
	}{
		{"international", "", fault{"", 1, "no position"}},
		{"international", "  \t", fault{"", 4, "no position"}},
		{"international", `[FEN ""]`, fault{"", 7, "no position"}},
		{"international", ":W31:B1", fault{"", 1, "side to move"}},
		{"international", "?:W31:B1", fault{"?", 1, "side to move"}},
		{"international", "W31-50:B1-20", fault{"W31-50", 1, "side to move"}},
		{"international", " X:W31:B1", fault{"X", 2, "side to move"}},
		{"international", "W", fault{"W", 1, "no pieces"}},
		{"international", "B::", fault{"B::", 1, "no pieces"}},
		{"international", "W:W:B0", fault{"W:W:B0", 1, "no pieces"}},
		{"international", "W:W31,51:B1", fault{"51", 7, "numbered 1 to 50"}},
		{"international", "W:W31:B1, K99", fault{"K99", 11, "numbered 1 to 50"}},
		{"international", "W:W31:B99999999999999999999", fault{"99999999999999999999", 8, "numbered 1 to 50"}},
		{"international", "W:W40-51:B1", fault{"40-51", 4, "numbered 1 to 50"}},
		{"russian", "W:W33:B1", fault{"33", 4, "numbered 1 to 32"}},
		{"international", "W:W40-31:B1", fault{"40-31", 4, "backwards"}},
		{"international", "W:W31-:B1", fault{"31-", 4, "two square numbers"}},
		{"russian", "W:Wa1-g1:B1", fault{"a1-g1", 4, "two square numbers"}},
		{"international", "W:W31,32:B1,31", fault{"31", 13, "square 31 is given twice"}},
		{"international", "W:W31-33,K32:B1", fault{"K32", 10, "square 32 is given twice"}},
		{"international", "W:W31,31:B1", fault{"31", 7, "square 31 is given twice"}},
		{"international", "W:W5:B10", fault{"5", 4, "promotion row"}},
		{"international", "W:W40:B44-50", fault{"44-50", 8, "square 46 is on the promotion row"}},
		{"italian", "W:W20:B29", fault{"29", 8, "promotion row"}},
		{"international", "W:Wx31:B1", fault{"x31", 4, "not a square"}},
		{"international", "W:W31 32:B1", fault{"31 32", 4, "not a square"}},
		{"international", "W:WKK31:B1", fault{"KK31", 4, "not a square"}},
		{"international", "W:W31,K:B1", fault{"K", 7, "a square is missing"}},
		{"international", "W:W31,,32:B1", fault{"", 7, "before the comma"}},
		{"international", "W:W31:B1,Gx", fault{"Gx", 10, "not a square"}},
		{"international", "W:Wc3:B1", fault{"c3", 4, "not a square"}},
		{"russian", "W:Wa1,c4:Bb8", fault{"c4", 7, "not a playing square"}},
		{"russian", "W:WA0:Bb8", fault{"A0", 4, "not a square"}},
		{"italian", "W:Wa1:Ba7", fault{"a1", 4, "not a playing square"}},
		{"international", "W:W31:W32:B1", fault{"W32", 7, "White is given twice"}},
		{"international", "W:W31:B1:hello", fault{"hello", 10, "must begin with W or B"}},
		{"international", "W:W31:B1:H", fault{"H", 10, "must begin with W or B"}},
		{"international", "W:31:B1", fault{"31", 3, "must begin with W or B"}},
		{"international", "W:W31:B1:Fé", fault{"Fé", 10, "must begin with W or B"}},
		{"frisian", "W:W31,K28:B1:K28", fault{"K28", 14, "and a number"}},
		{"frisian", "W:W31,K28:B1:K28=2,14=1", fault{"14=1", 20, "a king and its moves"}},
		{"frisian", "W:W31,K28:B1:K28=4", fault{"K28=4", 14, "at most 3"}},
		{"frisian", "W:W31,K28:B1:K31=1", fault{"K31=1", 14, "no such king"}},
		{"frisian", "W:W31,K28:B1:K99=1", fault{"K99=1", 14, "numbered 1 to 50"}},
		{"frisian", "W:W31,K28:B1:+1", fault{"+1", 14, "king moves of Black and White"}},
		{"frisian", "W:W31,K28:B1:+1+a", fault{"+1+a", 14, "king moves of Black and White"}},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			r, err := Lookup(tt.variant)
			if err != nil {
				t.Fatal(err)
			}
			_, err = r.ParseFEN(tt.text)
			tt.want.check(t, err)
		})
	}
}

// TestParseFENOfSuite reads every position of the perft suite.
func TestParseFENOfSuite(t *testing.T) {
	suite, err := PerftSuite()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range suite {
		r, p := readFEN(t, c.Variant, c.FEN)
		checkPositionTexts(t, r, &p)
	}
}

func FuzzParseFEN(f *testing.F) {
	for i, text := range []string{
		"W:W31-50:B1-20", `[FEN "B:WK3,31:B20,K50."]`, "W:W31,K28:B2,K14:K28=2,K14=1",
		"W:W31,K28:B2,K14:H0:F1:+2+1", "W:Wg3,G12:Bg7", " w : w 031 , k 7-9 : b0,", "W:W33:B1", "?::",
	} {
		f.Add(uint8(i), text)
	}
	f.Fuzz(func(t *testing.T, variant uint8, text string) {
		r := variants[int(variant)%len(variants)]
		p, err := r.ParseFEN(text)
		if err != nil {
			return
		}
		if q, err := r.ParseFEN(r.FEN(&p)); err != nil || q != p {
			t.Errorf("%s: %q is %s, which reads back as %s, error %v", r.Name, text, r.FEN(&p), r.FEN(&q), err)
		}
	})
}
