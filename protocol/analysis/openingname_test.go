package analysis

import (
	"slices"
	"testing"

	"stupol/protocol/words"
)

// forkLock is a game in which Black has a fork lock for seven positions.
const forkLock = "[GameType \"20\"]\n1. 33-29 20-25 2. 39-33 14-20 3. 44-39 19-24 4. 31-27 10-14 5. 27-22 18x27 6. 32x21 17x26 *\n"

// TestOpening: the names are those of package names, and the tag says it unless there is one.
func TestOpening(t *testing.T) {
	for text, want := range map[string]string{
		"[GameType \"21\"]\n1. 11-15 22-17 2. 8-11 23-19 3. 4-8 17-13 *\n": "Old Fourteenth",
		"[GameType \"25\"]\n1. a3-b4 b6-a5 *\n":                            "Игра Бодянского",
		"[GameType \"21\"]\n[FEN \"B:W21,22:B1,2,3\"]\n\n1. 1-5 *\n":       "",
		"[GameType \"21\"]\n*\n":                                           "",
		forkLock:                                                           "fork lock",
		internationalGame:                                                  "",
	} {
		g := gamesOf(t, text)[0]
		if got := g.Names().String(); got != want {
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

// TestStructureInReport: the report has it in its language.
func TestStructureInReport(t *testing.T) {
	dutch, err := words.Named("nl")
	if err != nil {
		t.Fatal(err)
	}
	for language, want := range map[*words.Language]string{nil: "structure fork lock", dutch: "structuur hekstelling"} {
		if got := (viewer{gamesOf(t, forkLock)[0], language}).facts(); !slices.Equal(got, []string{want}) {
			t.Errorf("got %q, want %s", got, want)
		}
	}
}
