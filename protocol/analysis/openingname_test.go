package analysis

import (
	"strings"
	"testing"
)

func TestOpening(t *testing.T) {
	tests := []struct{ moves, want string }{
		{"1. 11-15 23-19 2. 8-11 22-17 3. 4-8 17-13 *", "Old Fourteenth"},
		{"1. 11-15 22-17 2. 8-11 23-19 3. 4-8 17-13 *", "Old Fourteenth"}, // in another order
		{"1. 9-14 23-18 2. 14x23 27x18 *", "Double Cross"},
		{"1. 12-16 21-17 *", "Dundee"},
		{"1. 10-15 22-18 *", "Kelso"},
		{`[FEN "B:W21,22:B1,2,3"]` + "\n\n1. 1-5 *", ""},
		{"*", ""},
	}
	for _, tt := range tests {
		g := gamesOf(t, "[GameType \"21\"]\n"+strings.TrimPrefix(tt.moves, "\n")+"\n")[0]
		if got := g.Opening(); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.moves, got, tt.want)
		}
		record := g.Annotated()
		if got := record.Tag("Opening"); got != tt.want {
			t.Errorf("%s: got the tag %q, want %q", tt.moves, got, tt.want)
		}
	}
	g := gamesOf(t, internationalGame)[0]
	if got := g.Opening(); got != "" {
		t.Errorf("an international game: got %q", got)
	}
	g = gamesOf(t, "[GameType \"21\"]\n[Opening \"Mine\"]\n\n1. 11-15 *\n")[0]
	if got := g.Annotated().Tag("Opening"); got != "Mine" {
		t.Errorf("a tag that was there: got %q", got)
	}
}

func TestReadOpenings(t *testing.T) {
	names, err := readOpenings(openingsFile)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Count(string(openingsFile), "\n") - 1
	if len(names) != lines {
		t.Errorf("%d positions of %d openings: two lead to the same", len(names), lines)
	}
	if _, err := readOpenings([]byte("name,moves\nBad,1-5\n")); err == nil || !strings.Contains(err.Error(), "Bad") {
		t.Errorf("got %v", err)
	}
}
