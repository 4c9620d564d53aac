package endgame

import (
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
// positions where neither side can capture.
func TestKnownEndings(t *testing.T) {
	tests := []struct {
		name    string
		variant string
		slice   Slice
		want    Value
		atLeast float64 // the part of the positions that have the value
		only    admits
	}{
		// FMJD art. 6.4 gives two kings against one five moves each: a win
		// there is by a capture at once.
		{"two kings against one are drawn", "international", twoAgainstOne, Draw, 0.97, nil},
		{"a king against two is drawn", "international", twoAgainstOne.Opposite(), Draw, 0.99, nil},
		// "Three kings against one, which usually is a draw": Goedemoed, A
		// course in draughts. FMJD art. 6.3 gives them sixteen moves each.
		{"three kings against one are mostly drawn", "international", threeAgainstOne, Draw, 0.8, nil},
		// It is the point of killer draughts that two kings beat one:
		// mindsports.nl, Killer Draughts.
		{"two kings win", "killer", twoAgainstOne, Win, 1, nil},
		{"two kings win", "killer", twoAgainstOne.Opposite(), Loss, 0.98, nil},
		// "Two kings win against one king": Halbersma, damforum.nl, t=2911.
		{"two kings win", "frisian", twoAgainstOne, Win, 0.99, nil},
		// Three kings always catch one that is not on the long diagonal:
		// Wikipedia (ru), Petrov's triangle. Against one on it FMJD Section
		// 64, art. 7.2.7 gives them five moves each.
		{"three kings win against one off the long diagonal", "russian", threeAgainstOne, Win, 1, offLongDiagonal},
		{"three kings draw against one that keeps the long diagonal", "russian", threeAgainstOne.Opposite(), Draw, 0.9, onLongDiagonal},
		{"three kings win with the long diagonal", "russian", threeAgainstOne.Opposite(), Loss, 0.998, againstLongDiagonal},
		{"two kings draw", "russian", twoAgainstOne, Draw, 0.95, nil},
		// The same holds in the other games with long kings on 64 squares:
		// BoardGameGeek, thread 1414778, "Winning with three kings against
		// one".
		{"three kings win against one off the long diagonal", "brazilian", threeAgainstOne, Win, 1, offLongDiagonal},
		{"three kings win against one off the long diagonal", "pool", threeAgainstOne, Win, 1, offLongDiagonal},
		{"three kings win against one off the long diagonal", "spanish", threeAgainstOne, Win, 1, offLongDiagonal},
		{"three kings draw against one that keeps the long diagonal", "brazilian", threeAgainstOne.Opposite(), Draw, 0.9, onLongDiagonal},
		{"three kings draw against one that keeps the long diagonal", "spanish", threeAgainstOne.Opposite(), Draw, 0.9, onLongDiagonal},
		// Short kings have no long diagonal to hold: two win against one, even
		// in the double corner.
		{"two kings win", "english", twoAgainstOne, Win, 0.999, nil},
		{"two kings win", "italian", twoAgainstOne, Win, 0.999, nil},
		{"three kings win", "english", threeAgainstOne, Win, 1, nil},
	}
	for _, tt := range tests {
		t.Run(tt.variant+"/"+tt.name, func(t *testing.T) {
			counts, all := countQuiet(Embedded(rulesNamed(t, tt.variant)), tt.slice, tt.only)
			part := float64(counts[tt.want]) / float64(all)
			t.Logf("%d of %d positions, %.4f, are a %v", counts[tt.want], all, part, tt.want)
			if part < tt.atLeast {
				t.Errorf("want %.4f", tt.atLeast)
			}
		})
	}
}

// admits chooses positions.
type admits func(r *movegen.Rules, p *movegen.Position) bool

// offLongDiagonal admits positions where Black is not on the long diagonal.
func offLongDiagonal(r *movegen.Rules, p *movegen.Position) bool {
	return p.Pieces[movegen.Black]&r.LongDiagonal() == 0
}

// againstLongDiagonal admits positions where Black is on the long diagonal.
func againstLongDiagonal(r *movegen.Rules, p *movegen.Position) bool { return !offLongDiagonal(r, p) }

// onLongDiagonal admits positions where White is on the long diagonal.
func onLongDiagonal(r *movegen.Rules, p *movegen.Position) bool {
	return p.Pieces[movegen.White]&r.LongDiagonal() != 0
}

// TestKnownDistances checks how long losses of a king against three take,
// against what players know. "Not later than on the thirteenth move" Petrov's
// triangle catches the king: Wikipedia (ru). That is as fast as can be, and in
// Spanish and in pool checkers twelve moves are not always enough, as the same
// article says.
func TestKnownDistances(t *testing.T) {
	for _, variant := range []string{"russian", "brazilian", "spanish", "pool"} {
		d := Embedded(rulesNamed(t, variant))
		if got, want := longestLoss(d, threeAgainstOne.Opposite()), 2*13; got != want {
			t.Errorf("%s: %d plies, want %d", variant, got, want)
		}
	}
}

// TestWithinDrawRules checks that in International draughts every win is
// within the plies that FMJD art. 6.3 and 6.4 give from the first position of
// the ending.
func TestWithinDrawRules(t *testing.T) {
	d := Embedded(movegen.International())
	for _, tt := range []struct {
		strong Force
		plies  int
	}{
		{Force{Kings: 3}, 32},
		{Force{Men: 1, Kings: 2}, 32},
		{Force{Men: 2, Kings: 1}, 32},
		{Force{Kings: 2}, 10},
		{Force{Men: 1, Kings: 1}, 10},
		{Force{Kings: 1}, 10},
	} {
		for _, s := range []Slice{{king, tt.strong}, {tt.strong, king}} {
			if got := longestLoss(d, s); got > tt.plies {
				t.Errorf("%v: a loss takes %d plies, the limit is %d", s, got, tt.plies)
			}
		}
	}
}

// longestLoss returns the largest distance of the losses of s in which the side
// to move cannot capture.
func longestLoss(d *Database, s Slice) int { return LongestLoss(d.rules, d.distances[s.id()].halves()) }

// countQuiet counts the values of the positions of s that only admits and in
// which nothing can be captured.
func countQuiet(d *Database, s Slice, only admits) (counts [4]int, all int) {
	x, pr := NewLayout(d.rules, s), d.Prober()
	for i := range x.size {
		p := x.Position(i)
		if d.rules.CanCapture(&p, movegen.White) || d.rules.CanCapture(&p, movegen.Black) ||
			only != nil && !only(d.rules, &p) {
			continue
		}
		counts[pr.Probe(&p)]++
		all++
	}
	return counts, all
}

// TestKnownPositions checks single positions, some of which need no database
// to see.
func TestKnownPositions(t *testing.T) {
	tests := []struct {
		name, variant, fen string
		want               Value
	}{
		// American Checker Federation, standard positions: White wins by
		// driving the king out of the double corner. It takes having the
		// move: Lasker, Chess and checkers, 1918, "If Black has the move the
		// ending is a draw".
		{"the first position", "english", "W:WK15,20:BK28,12", Win},
		{"the first position without the move", "english", "B:WK15,20:BK28,12", Draw},
		// One of the twenty or so that win without it: bobnewell.net,
		// Checker Maven, item 1071.
		{"first position without", "english", "B:W22,K5:BK15,K6", Win},
		{"two kings against the double corner", "english", "W:WK18,K23:BK32", Win},
		// Petrov's own position, 1827: Wikipedia (ru).
		{"Petrov's triangle", "russian", "W:WK29,K30,K31:BK3", Win},
		// The ending of H. Walinga's book of 1976, won if kings may move as
		// often as they like: Halbersma, damforum.nl, t=2911.
		{"Walinga's ending", "frisian", "W:W28,K46:BK43", Win},
		{"a man that is blocked", "international", "W:W6:BK1", Loss},
		{"a king alone against a king", "international", "W:WK46:BK1", Draw},
		{"a king that gives itself away", "losing", "W:WK46:B41", Loss},
		{"the first king wins", "breakthrough", "W:W6:B26", Win},
		{"the second king loses", "breakthrough", "B:W6:B36", Loss},
		{"the first king has won", "breakthrough", "B:WK1:B36", Loss},
		{"the first king has won", "breakthrough", "W:WK1:B36", Win},
		{"no pieces", "international", "W:W:BK1", Loss},
		{"no pieces", "losing", "W:W:BK1", Win},
		{"too many pieces", "international", "W:W31-50:B1-20", Unknown},
	}
	for _, tt := range tests {
		t.Run(tt.variant+"/"+tt.name, func(t *testing.T) {
			r := rulesNamed(t, tt.variant)
			p := positionOf(t, r, tt.fen)
			if got := Embedded(r).Prober().Probe(&p); got != tt.want {
				t.Errorf("%s: %v, want %v", tt.fen, got, tt.want)
			}
		})
	}
}
