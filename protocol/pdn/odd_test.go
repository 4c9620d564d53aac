package pdn

import (
	"fmt"
	"strings"
	"testing"
	"testing/iotest"

	"golang.org/x/text/encoding/charmap"
)

// TestOdd replays moves that are not written as they should be: they are played, and told.
func TestOdd(t *testing.T) {
	for _, tt := range []struct{ name, text, moves, odd string }{
		{"a quiet move as a capture", "[GameType \"20\"]\n\n1. 32x28 19-23 *", "32-28 19-23", `ply 1: "32x28": the move captures nothing`},
		{"the first jump of a capture", "[GameType \"25\"]\n[FEN \"B:Wc3,e5:Bf6,h8\"]\n\n1... f6xd4 *", "f6xb2", `ply 1: "f6xd4": only the first jump of this capture`},
		{"the first jump of two", "[GameType \"25\"]\n[FEN \"B:Wc3,e3,e5:Bf6,h8\"]\n\n1... f6xd4 *", "f6xd4", ""},
		{"all jumps", "[GameType \"25\"]\n[FEN \"B:Wc3,e5:Bf6,h8\"]\n\n1... f6xd4 d4xb2 *", "f6xb2", ""},
		{"the side to move twice", "[GameType \"20\"]\n[FEN \"W:W:W31,32:B20\"]\n\n1. 31-27 *", "31-27", ""},
		{"no white pieces", "[GameType \"20\"]\n[FEN \"B:W:B20\"]\n\n1... 20-25 *", "20-25", ""},
	} {
		g := readString(t, tt.text)[0]
		replay := g.Replay(nil)
		var moves []string
		for _, p := range replay.Normal(Usual).Plies {
			moves = append(moves, p.Text)
		}
		odd := ""
		for _, o := range replay.Odd {
			odd += fmt.Sprintf("ply %d: %q: %v", o.Ply, o.Text, o.Err)
		}
		if got := strings.Join(moves, " "); got != tt.moves || odd != tt.odd {
			t.Errorf("%s: %s, odd %q, want %s, %q", tt.name, got, odd, tt.moves, tt.odd)
		}
	}
}

// TestCyrillicMoves reads squares by the looks of their letters and by the alphabet, in UTF-8
// and in Windows-1251.
func TestCyrillicMoves(t *testing.T) {
	const text = "[White \"Иванов\"]\n[GameType \"25\"]\n\n1. с3-в4 в6-а5 2. в2-с3 *\n\n[White \"Петров\"]\n[GameType \"25\"]\n\n1. В3–г4 Б6:А5 2. е3-ж4 *"
	old, err := charmap.Windows1251.NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	for file, found := range map[string]string{text: "moves in Cyrillic letters", old: "Windows-1251, moves in Cyrillic letters"} {
		r := NewReader(iotest.HalfReader(strings.NewReader(file)))
		var got string
		for g, err := range r.Games() {
			if err != nil {
				t.Fatal(err)
			}
			got += g.Tag("White") + ":"
			for _, p := range g.Plies {
				got += fmt.Sprintf(" %s (%d)", p.Text, p.Column)
			}
			for _, f := range g.Faults {
				t.Error(f)
			}
		}
		single := "Иванов: c3-b4 (4) b6-a5 (10) b2-c3 (19)Петров: c3-d4 (4) b6xa5 (10) e3-g4 (19)"
		if found == "moves in Cyrillic letters" {
			single = "Иванов: c3-b4 (4) b6-a5 (12) b2-c3 (23)Петров: c3-d4 (4) b6xa5 (14) e3-g4 (25)"
		}
		if got != single || r.Found() != found {
			t.Errorf("%s\nwant %s\nfound %q, want %q", got, single, r.Found(), found)
		}
	}
}

// TestBareNumbers has numbers without a dot before moves: what is none of a move is reported.
func TestBareNumbers(t *testing.T) {
	for text, want := range map[string]string{
		"1 32-28 19-23 2 28x19 *":              "",
		"12 32-28 *":                           "12",
		"732 - 28 *":                           "732 28",
		"a32 - 28 19-23 *":                     "a32 - 28",
		"32 5 28 *":                            "32",
		"0.5-085 18-23 *":                      "0.5-085",
		"2?8*19 *":                             "2",
		"1. 32-28 ( 1 33-28) 19-23 2 28x19 *":  "",
		"1. 32-28 19-23 ( 7 18-23) 2. 28x19 *": "7",
		"17. word 32-28 *":                     "17. word",
	} {
		games, err := ReadAll(strings.NewReader(text))
		if err != nil || len(games) != 1 {
			t.Fatal(text, len(games), err)
		}
		var words []string
		for _, f := range games[0].Faults {
			words = append(words, f.Text)
		}
		if got := strings.Join(words, " "); got != want {
			t.Errorf("%q: %q is reported, want %q", text, got, want)
		}
	}
}
