package library

import "testing"

// TestFindOpening: a part of the name will do, in capitals or not, and also the moves of a ballot, or the
// name of a structure in any language.
func TestFindOpening(t *testing.T) {
	l := newLibrary(t)
	addText(t, l, "o.pdn", []byte("[GameType \"21\"]\n1. 11-15 22-17 2. 8-11 23-19 3. 4-8 17-13 *\n\n"+
		"[GameType \"21\"]\n1. 10-15 21-17 2. 9-13 17-14 *\n\n[GameType \"25\"]\n1. a3-b4 b6-a5 2. e3-d4 *\n\n"+
		"[GameType \"21\"]\n[FEN \"B:W21,22:B1,2,3\"]\n\n1. 1-5 *\n\n[GameType \"20\"]\n1. 32-28 *\n\n"+
		"[GameType \"20\"]\n1. 33-29 20-25 2. 39-33 14-20 3. 44-39 19-24 4. 31-27 10-14 5. 27-22 18x27 6. 32x21 17x26 *\n"))
	for name, want := range map[string]int{
		"": 6, "old fourteenth": 1, "KELSO": 1, "10-15 21-17": 1, "игра": 1, "Бодянского": 1, "Laird": 0, "fork lock": 1, "Hekstelling": 1, "marchand de bois": 1, "tenailles": 0,
	} {
		if got, err := l.Count(t.Context(), Query{Opening: name}); err != nil || got != want {
			t.Errorf("%q: %d games, %v, want %d", name, got, err, want)
		}
	}
}
