package analysis

import "testing"

// TestOpening: the name is that of package openings, and the tag says it unless there is one.
func TestOpening(t *testing.T) {
	for text, want := range map[string]string{
		"[GameType \"21\"]\n1. 11-15 22-17 2. 8-11 23-19 3. 4-8 17-13 *\n": "Old Fourteenth",
		"[GameType \"25\"]\n1. a3-b4 b6-a5 *\n":                            "Игра Бодянского",
		"[GameType \"21\"]\n[FEN \"B:W21,22:B1,2,3\"]\n\n1. 1-5 *\n":       "",
		"[GameType \"21\"]\n*\n":                                           "",
		internationalGame:                                                  "",
	} {
		g := gamesOf(t, text)[0]
		if got := g.Opening(); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
		record := g.Annotated()
		if got := record.Tag("Opening"); got != want {
			t.Errorf("%s: got the tag %q, want %q", text, got, want)
		}
	}
	g := gamesOf(t, "[GameType \"21\"]\n[Opening \"Mine\"]\n\n1. 11-15 *\n")[0]
	if got := g.Annotated().Tag("Opening"); got != "Mine" {
		t.Errorf("a tag that was there: got %q", got)
	}
}
