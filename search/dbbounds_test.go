package search

import (
	"context"
	"math/rand/v2"
	"testing"

	"stupol/book/endgame"
	"stupol/movegen"
)

// newProber returns a worker at g that looks positions of up to four pieces up.
func newProber(t *testing.T, g *movegen.Game) *worker {
	t.Helper()
	w := newExpert(t, g, 1).workers[0]
	w.begin(newControl(context.Background(), &Limits{}, g), g, 1)
	w.maxPieces = 4
	return w
}

// eachEnding calls f with games of the variant that begin with n random endings
// in which there is a move.
func eachEnding(r *movegen.Rules, n int, f func(*movegen.Game)) {
	rng := rand.New(rand.NewPCG(7, 7))
	for range n {
		g := movegen.NewGameFrom(r, randomEnding(r, rng), nil)
		if g.Result().Outcome == movegen.Ongoing {
			f(g)
		}
	}
}

// TestBoundsAgreeWithTheDatabases compares the bounds that a search is given with what
// the databases say, captures followed.
func TestBoundsAgreeWithTheDatabases(t *testing.T) {
	if testing.Short() {
		t.Skip("1,400 endings, one thread")
	}
	const ply = 7
	for _, r := range movegen.Variants() {
		t.Run(r.Name, func(t *testing.T) {
			seen := map[endgame.Value]int{}
			eachEnding(r, 100, func(g *movegen.Game) {
				w := newProber(t, g)
				v := w.prober.Probe(g.Position())
				var want dbBounds
				switch v {
				case endgame.Win:
					want = dbBounds{DatabaseWin - ply, Infinite}
				case endgame.Loss:
					want = dbBounds{-Infinite, ply - DatabaseWin}
				}
				switch got := w.probeBounds(g.Position(), ply); got {
				case noBounds:
				case want:
					seen[v]++
				default:
					t.Errorf("%s, a %v: %v to %v, want %v to %v",
						r.FEN(g.Position()), v, got.low, got.high, want.low, want.high)
				}
			})
			if seen[endgame.Win] == 0 || seen[endgame.Loss] == 0 || r.Goal == movegen.BlockOpponent && seen[endgame.Draw] == 0 {
				t.Errorf("only seen %v", seen)
			}
		})
	}
}

// TestUncertainValuesCount compares positions that are won, drawn or lost unless
// the limit on the moves of a king forbids it with what the evaluation says of
// them.
func TestUncertainValuesCount(t *testing.T) {
	r, err := movegen.Lookup("frisian")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[endgame.Value]int{}
	eachEnding(r, 500, func(g *movegen.Game) {
		w, p := newProber(t, g), g.Position()
		v := endgame.Unknown
		if g.LegalMoves(nil)[0].IsCapture() {
			return
		}
		if v = w.value(p); v == endgame.Unknown || endgame.Certain(w.rules, p, v) {
			return
		}
		seen[v]++
		got, usual := w.leafScore(p, 3), w.evaluate(p)
		var ok bool
		switch v {
		case endgame.Win:
			ok = got > usual && got <= MaxEval
		case endgame.Loss:
			ok = got < usual && got >= -MaxEval
		case endgame.Draw:
			ok = 2*max(got, -got) <= max(usual, -usual) && got*usual >= 0
		}
		if !ok {
			t.Errorf("%s, perhaps a %v: worth %v, by itself %v", w.rules.FEN(p), v, got, usual)
		}
	})
	if seen[endgame.Win] < 5 || seen[endgame.Draw] < 5 || seen[endgame.Loss] < 5 {
		t.Errorf("only seen %v", seen)
	}
}

// TestWinInTime gives bounds for a win that comes with the last ply before a draw by
// counting, and not one that comes a ply later.
func TestWinInTime(t *testing.T) {
	const fen = "W:WK32,K25,K13:BK3"
	for late := range 2 {
		g := gameWithCount(t, "russian", fen, 17-late)
		w := newProber(t, g)
		if plies, _ := w.prober.Distance(g.Position()); plies != g.CountLeft()+late {
			t.Fatalf("%d plies to the end, %d left", plies, g.CountLeft())
		}
		want := dbBounds{DatabaseWin, Infinite}
		if late > 0 {
			want = noBounds
		}
		if got := w.probeBounds(g.Position(), 0); got != want {
			t.Errorf("%d plies too late: %v to %v, want %v to %v", late, got.low, got.high, want.low, want.high)
		}
	}
}

// TestTooLateFrisianWin leaves a win that is certain, but too late for the count, to the
// evaluation.
func TestTooLateFrisianWin(t *testing.T) {
	g := gameWithCount(t, "frisian", "B:WK32:BK7,K15", 4)
	w := newProber(t, g)
	p := g.Position()
	if w.value(p) != endgame.Win || w.inTime(p) {
		t.Fatalf("a %v, in time: %v", w.value(p), w.inTime(p))
	}
	if got, want := w.leafScore(p, 0), w.evaluate(p); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestRootValue looks at what is reported of a root with a value for which there is
// no distance: what the database says, whatever the search sees so far.
func TestRootValue(t *testing.T) {
	tests := []struct {
		name  string
		value endgame.Value
		score Score // of the search
		want  Score
	}{
		{"won", endgame.Win, 150, DatabaseWin},
		{"won on the board", endgame.Win, WinIn(9), WinIn(9)},
		{"lost", endgame.Loss, 150, -DatabaseWin},
		{"lost on the board", endgame.Loss, LossIn(9), LossIn(9)},
		{"drawn", endgame.Draw, 150, Draw},
		{"unknown", endgame.Unknown, 150, 150},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := rootPosition{value: tt.value}
			if got := r.databaseScore(tt.score); got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
	g := gameAt(t, "frisian", "W:WK5,K28,K46:BK1") // no kings with men: no limit on their moves
	result, _ := think(t, context.Background(), newExpert(t, g, 1), g, Limits{Depth: 1})
	if want := DatabaseWin; result.Score != want {
		t.Errorf("frisian, three kings against one: got %v, want %v", result.Score, want)
	}
}
