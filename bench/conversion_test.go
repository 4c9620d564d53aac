package bench

import (
	"strings"
	"testing"

	"stupol/book/endgame"
	"stupol/movegen"
	"stupol/search"
)

// kings returns the slice of us kings against them.
func kings(us, them uint8) endgame.Slice {
	return endgame.Slice{Us: endgame.Force{Kings: us}, Them: endgame.Force{Kings: them}}
}

// examiner returns a test of a game whose engine has the databases or not.
func examiner(t *testing.T, variant string, endgames bool) exam {
	t.Helper()
	r, err := movegen.Lookup(variant)
	if err != nil {
		t.Fatal(err)
	}
	db := endgame.Embedded(r)
	o := search.Options{Rules: r, TableBytes: 1 << 16}
	if endgames {
		o.Endgames = db
	}
	engine, err := search.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return exam{ConversionTest{Rules: r, Endgames: db, Limits: search.Limits{Depth: 1}, Positions: 20, Seed: 1}, engine}
}

// An exam is a test and its engine.
type exam struct {
	ConversionTest
	engine *search.Engine
}

// TestRunAll wins positions of two and three pieces with the databases.
func TestRunAll(t *testing.T) {
	x := examiner(t, "russian", true)
	x.Positions, x.Known = 3, endgame.MaxPieces
	var sum ConversionResult
	slices := 0
	err := x.RunAll(t.Context(), 2, 3, 2, func(_ endgame.Slice, r ConversionResult) {
		slices++
		sum.Add(r)
	})
	if err != nil || slices != len(endgame.Slices(x.Rules, 2))+len(endgame.Slices(x.Rules, 3)) || sum.Won != sum.Played || sum.Won == 0 {
		t.Errorf("%d slices, %+v, %v", slices, sum, err)
	}
}

func TestWinExam(t *testing.T) {
	tests := []struct {
		variant  string
		endgames bool
		slice    endgame.Slice
		played   int
		fails    bool
	}{
		{"english", true, kings(2, 1), 20, false},
		{"russian", true, kings(3, 1), 20, false},
		// At this depth nobody drives a king out of the double corner.
		{"english", false, kings(2, 1), 20, true},
		{"italian", true, kings(1, 3), 0, false}, // there is none
	}
	for _, tt := range tests {
		t.Run(tt.variant+"/"+tt.slice.String(), func(t *testing.T) {
			x := examiner(t, tt.variant, tt.endgames)
			got, err := x.Run(t.Context(), x.engine, tt.slice)
			if err != nil {
				t.Fatal(err)
			}
			if got.Played != tt.played || got.Won+len(got.Failed) != tt.played || (len(got.Failed) > 0) != tt.fails {
				t.Errorf("got %+v, want %d played, some failed: %v", got, tt.played, tt.fails)
			}
			for _, f := range got.Failed {
				if !strings.Contains(f, "draw, ") {
					t.Errorf("%s: no reason is given", f)
				}
			}
		})
	}
}

// TestBarred checks that a win too long for the draw rules is no failure: in
// Frisian two kings have seven moves to catch a third.
func TestBarred(t *testing.T) {
	kings := endgame.Slice{Us: endgame.Force{Kings: 2}, Them: endgame.Force{Kings: 1}}
	x := examiner(t, "frisian", true)
	x.Positions = 200
	got, err := x.Run(t.Context(), x.engine, kings)
	if err != nil {
		t.Fatal(err)
	}
	if got.DrawRule == 0 || got.Won == 0 || got.Won+got.DrawRule+len(got.Failed) != got.Played {
		t.Errorf("got %+v, want some won and some drawn by rule", got)
	}
}

func TestCheckEnding(t *testing.T) {
	x := examiner(t, "english", false)
	pr := x.Endgames.Prober()
	for fen, want := range map[string]bool{"W:WK32:B27": true, "W:WK1:BK32": false} {
		p, err := x.Rules.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		got, err := CheckEnding(t.Context(), pr, x.engine, p, 4)
		if err != nil || got != want {
			t.Errorf("%s: proved %v (%v), want %v", fen, got, err, want)
		}
	}
}

// TestCheckEndingDiffers has the databases of poddavki, in which to lose is to
// win, judged by an engine for Russian draughts: it proves the opposite.
func TestCheckEndingDiffers(t *testing.T) {
	russian, poddavki := examiner(t, "russian", false), examiner(t, "poddavki", false)
	p, err := russian.Rules.ParseFEN("W:WK1:B10")
	if err != nil {
		t.Fatal(err)
	}
	pr := poddavki.Endgames.Prober()
	if _, err := CheckEnding(t.Context(), pr, russian.engine, p, 4); err == nil {
		t.Error("no difference is found")
	}
}
