package terminal

import (
	"strings"
	"testing"

	"stupol/movegen"
	"stupol/protocol/pdn"
)

// TestCandidates reads moves in the ways that people type them.
func TestCandidates(t *testing.T) {
	tests := []struct{ variant, fen, text, want string }{
		{"international", "", "32-28", "32-28"},
		{"international", "", "3228", ""},
		{"international", "", "32 28", "32-28"},
		{"international", "", "32", "32-27 32-28"},
		{"international", "", "32-2", "32-27 32-28"},
		{"international", "", "32-27x", "32-27"},
		{"international", "", "35", "35-30"},
		{"international", "", "26", "31-26"},
		{"international", "", "28", "32-28 33-28"},
		{"international", "", "3", ""},
		{"international", "", "2", ""},
		{"international", "", "17", ""},
		{"international", "", "-", ""},
		{"international", "", "33-28-23", ""},
		{"international", "W:W32:B28,19,9", "32", "32x3"},
		{"international", "W:W32:B28,19,9", "32x23", "32x3"},
		{"international", "W:W32:B28,19,9", "3", "32x3"},
		{"international", "W:W32:B28,19,9", "32x3x28x19x9", "32x3"},
		{"russian", "", "c3-d4", "c3-d4"},
		{"russian", "", "C3D4", "c3-d4"},
		{"russian", "", "c3:d", "c3-d4"},
		{"russian", "", "c3", "c3-b4 c3-d4"},
		{"russian", "", "h4", "g3-h4"},
		{"russian", "", "22-18", "c3-d4"},
		{"russian", "", "c", ""},
		{"english", "", "11-15", "11-15"},
		{"english", "", "15", "10-15 11-15"},
		{"spanish", "", "11-15", "11-15"}, // numbers begin at the bottom right
	}
	for _, tt := range tests {
		b := newTable(t, tt.variant, tt.fen)
		r, p := pdn.Numbered(b.Game.Rules()), b.Game.Position()
		found, err := candidates(r, p, tt.text)
		var texts []string
		for _, m := range found {
			texts = append(texts, pdn.Usual.Move(b.Game.Rules(), p, m))
		}
		if !sameWords(texts, tt.want) || (err == nil) != (len(found) > 0) {
			t.Errorf("%s %s: %q is %q and %v, want %s", tt.variant, tt.fen, tt.text, texts, err, tt.want)
		}
	}
}

// sameWords reports whether texts are the words of another, in any order.
func sameWords(texts []string, want string) bool {
	words := strings.Fields(want)
	for _, w := range words {
		if !strings.Contains(" "+strings.Join(texts, " ")+" ", " "+w+" ") {
			return false
		}
	}
	return len(words) == len(texts)
}

// TestEveryMove types every legal move of many positions as the session writes it, and
// by the whole way of the piece: it is that move, and no other.
func TestEveryMove(t *testing.T) {
	for _, base := range movegen.Variants() {
		r := pdn.Numbered(base)
		p := r.Start()
		for ply := range 120 {
			moves := r.Moves(nil, &p)
			if len(moves) == 0 {
				break
			}
			for _, m := range moves {
				for _, text := range []string{pdn.Usual.Move(base, &p, m), r.PDNMoveLong(&p, m)} {
					found, err := candidates(r, &p, text)
					if err != nil || len(found) != 1 || found[0] != m {
						t.Fatalf("%s, %s: %q is %v and %v, want %v", r.Name, r.FEN(&p), text, found, err, m)
					}
				}
			}
			p = r.Play(&p, moves[(7*ply+3)%len(moves)])
		}
	}
}
