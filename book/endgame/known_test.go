package endgame

import (
	"context"
	"testing"

	"stupol/movegen"
)

// kings are endings with kings alone.
var (
	king            = Force{Kings: 1}
	twoAgainstOne   = Slice{Force{Kings: 2}, king}
	threeAgainstOne = Slice{Force{Kings: 3}, king}
)

// TestKnownEndings checks what players know of endings with kings alone, in
// positions where neither side can capture. The main line is that of the
// board.
func TestKnownEndings(t *testing.T) {
	held := func(r *movegen.Rules, p *movegen.Position, c movegen.Color) bool {
		return p.Pieces[c]&r.MainLine() != 0
	}
	tests := []struct {
		name    string
		variant string
		slice   Slice
		want    Value
		atLeast float64 // the part of the positions that have the value
		only    func(r *movegen.Rules, p *movegen.Position) bool
	}{
		// FMJD art. 6.4 gives two kings against one five moves each: a win
		// there is by a capture at once.
		{"two kings against one are drawn", "international", twoAgainstOne, Draw, 0.97, nil},
		{"a king against two is drawn", "international", twoAgainstOne.Opposite(), Draw, 0.99, nil},
		// FMJD art. 6.3 gives three against one sixteen moves each.
		{"three kings against one are mostly drawn", "international", threeAgainstOne, Draw, 0.8, nil},
		// It is the point of killer draughts that two kings beat one.
		{"two kings win", "killer", twoAgainstOne, Win, 1, nil},
		// Petrov's triangle, and FMJD Section 64 art. 7.2.7: five moves each
		// against a king on the main road.
		{"three kings win against one off the main road", "russian", threeAgainstOne, Win, 1,
			func(r *movegen.Rules, p *movegen.Position) bool { return !held(r, p, movegen.Black) }},
		{"three kings draw against one that keeps the main road", "russian", threeAgainstOne.Opposite(), Draw, 0.9,
			func(r *movegen.Rules, p *movegen.Position) bool { return held(r, p, movegen.White) }},
		{"three kings win with the main road", "russian", threeAgainstOne.Opposite(), Loss, 0.998,
			func(r *movegen.Rules, p *movegen.Position) bool { return held(r, p, movegen.Black) }},
		{"two kings draw", "russian", twoAgainstOne, Draw, 0.95, nil},
		// Short kings have no main road to hold: two win against one, even
		// in the double corner.
		{"two kings win", "english", twoAgainstOne, Win, 0.999, nil},
		{"two kings win", "italian", twoAgainstOne, Win, 0.999, nil},
		{"three kings win", "english", threeAgainstOne, Win, 1, nil},
	}
	databases := map[string]*Database{}
	for _, tt := range tests {
		t.Run(tt.variant+"/"+tt.name, func(t *testing.T) {
			if testing.Short() && tt.variant == "international" && tt.slice == threeAgainstOne {
				t.Skip("the largest")
			}
			d := databases[tt.variant]
			if d == nil {
				d = NewDatabase(rulesNamed(t, tt.variant))
				databases[tt.variant] = d
			}
			solveKings(t, d, tt.slice)
			counts, all := countQuiet(d, tt.slice, tt.only)
			if part := float64(counts[tt.want]) / float64(all); part < tt.atLeast {
				t.Errorf("%d of %d positions, %.4f, are a %v, want %.4f", counts[tt.want], all, part, tt.want, tt.atLeast)
			}
		})
	}
}

// solveKings adds slice s, which has kings only, and all that its captures
// lead to.
func solveKings(t *testing.T, d *Database, s Slice) {
	t.Helper()
	for us := uint8(1); us <= s.Us.Kings; us++ {
		for them := uint8(1); them <= s.Them.Kings; them++ {
			part := Slice{Force{Kings: us}, Force{Kings: them}}
			if d.tables[part.id()] != nil {
				continue
			}
			if _, err := d.solve(context.Background(), part, 2); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// countQuiet counts the values of the positions of s that only admits and in
// which nothing can be captured.
func countQuiet(d *Database, s Slice, only func(*movegen.Rules, *movegen.Position) bool) (counts [4]int, all int) {
	x, pr := newLayout(d.rules, s), d.Prober()
	for i := range x.size {
		p := x.position(i)
		if d.rules.CanCapture(&p, movegen.White) || d.rules.CanCapture(&p, movegen.Black) ||
			only != nil && !only(d.rules, &p) {
			continue
		}
		counts[pr.Probe(&p)]++
		all++
	}
	return counts, all
}

// TestKnownPositions checks single positions that need no database to see.
func TestKnownPositions(t *testing.T) {
	tests := []struct {
		name, variant, fen string
		want               Value
	}{
		{"a man that is blocked", "international", "W:W6:BK1", Loss},
		{"a king alone against a king", "international", "W:WK46:BK1", Draw},
		{"a king that gives itself away", "losing", "W:WK46:B41", Loss},
		{"the first king wins", "breakthrough", "W:W6:B26", Win},
		{"the second king loses", "breakthrough", "B:W6:B36", Loss},
		{"the first king has won", "breakthrough", "B:WK1:B36", Loss},
		{"no pieces", "international", "W:W:BK1", Loss},
		{"no pieces", "losing", "W:W:BK1", Win},
		{"too many pieces", "international", "W:W31-50:B1-20", Unknown},
	}
	for _, tt := range tests {
		t.Run(tt.variant+"/"+tt.name, func(t *testing.T) {
			r := rulesNamed(t, tt.variant)
			p, err := r.ParseFEN(tt.fen)
			if err != nil {
				t.Fatal(err)
			}
			if got := solved(t, r, 2).Prober().Probe(&p); got != tt.want {
				t.Errorf("%s: %v, want %v", tt.fen, got, tt.want)
			}
		})
	}
}
