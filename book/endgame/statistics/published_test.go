package statistics

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestPublished compares counts that others have published with those of the page, which
// TestPage compares with the databases in the program; more pieces of Breakthrough it has
// from those who build them. All count positions with the side to move that the material
// has first, captures included, and nothing twice.
func TestPublished(t *testing.T) {
	const (
		gwdegtb = "GWDEGTB, README of revision 2.101"
		trice   = "Ed Trice, damforum.nl, t=2603"
		michelG = "MichelG, author of Dragon, damforum.nl"
	)
	tests := []struct {
		source, game, material string
		want                   map[string]int // by columns of the page
	}{
		{gwdegtb, "International draughts", "1m1k-1m1k", map[string]int{
			"positions": 4_478_160, "won": 882_645, "lost": 26_562, "drawn": 3_568_953, "longest loss": 18,
		}},
		{trice, "English draughts (American checkers)", "1k-1k", map[string]int{
			"positions": 992, "won": 230, "drawn": 654, "lost": 108, "longest win": 11,
		}},
		{michelG, "Breakthrough draughts", "1m-1m", map[string]int{"won": 1_148}},
		{michelG, "Breakthrough draughts", "2m-1m", map[string]int{"won": 35_925}},
		{michelG, "Breakthrough draughts", "1m-2m", map[string]int{"won": 13_785}},
		{michelG, "Breakthrough draughts", "2m-2m", map[string]int{"won": 567_700}},
		{michelG, "Breakthrough draughts", "3m-1m", map[string]int{"won": 545_176}},
		{michelG, "Breakthrough draughts", "1m-3m", map[string]int{"won": 137_563}},
		{michelG, "Breakthrough draughts", "3m-2m", map[string]int{"won": 9_794_441}},
		{michelG, "Breakthrough draughts", "2m-3m", map[string]int{"won": 5_540_861}},
		{michelG, "Breakthrough draughts", "4m-1m", map[string]int{"won": 5_811_821}},
		{michelG, "Breakthrough draughts", "1m-4m", map[string]int{"won": 1_141_870}},
		{michelG, "Breakthrough draughts", "4m-2m", map[string]int{"won": 106_895_851}},
		{michelG, "Breakthrough draughts", "2m-4m", map[string]int{"won": 42_802_678}},
		{michelG, "Breakthrough draughts", "3m-3m", map[string]int{"won": 107_237_253}},
		{michelG, "Breakthrough draughts", "4m-3m", map[string]int{"won": 1_244_935_203}},
		{michelG, "Breakthrough draughts", "3m-4m", map[string]int{"won": 822_763_214}},
	}
	_, sections := page(t)
	for _, tt := range tests {
		t.Run(tt.game+"/"+tt.material, func(t *testing.T) {
			_, row, found := strings.Cut(sections[tt.game], "\n| "+tt.material+" | ")
			if !found {
				t.Fatal("the page has no such row")
			}
			row, _, _ = strings.Cut(row, "\n")
			cells := append([]string{tt.material}, strings.Split(row, " | ")...)
			for column, want := range tt.want {
				if got := cells[slices.Index(heads, column)]; got != strconv.Itoa(want) {
					t.Errorf("%s: %s, but %s has %d", column, got, tt.source, want)
				}
			}
		})
	}
}
