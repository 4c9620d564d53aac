package search

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"stupol/eval"
	"stupol/movegen"
)

// The lines of an exhaustive search are the best moves by minimax, in order.
func TestLinesAreTheBest(t *testing.T) {
	games, depth := 20, 3
	if testing.Short() {
		games, depth = 5, 2
	}
	eachRandomGame(t, games, func(t *testing.T, g *movegen.Game) {
		moves := g.LegalMoves(nil)
		if len(moves) < 2 {
			return
		}
		w := &worker{settings: settings{rules: g.Rules(), exhaustive: true}, eval: eval.Default(g.Rules()).Scorer(), leads: true}
		w.begin(newControl(context.Background(), &Limits{}, g), g, 3)
		w.deepen(1, depth, func() {})
		var want []Score
		for _, m := range moves {
			g.Push(m)
			want = append(want, -minimax(g, childDepth(g.Rules(), moves, w.root.lines[0].depth), 1))
			g.Pop()
		}
		slices.Sort(want)
		slices.Reverse(want)
		for k, line := range w.root.lines {
			if line.score != want[k] || line.pv[0] != w.root.moves[k] {
				t.Errorf("%s: line %d is worth %v, want %v", g.Rules().FEN(g.Position()), k+1, line.score, want[k])
			}
		}
	})
}

// Every depth reports all lines, the best last, and they begin differently.
func TestLinesAreReported(t *testing.T) {
	eachRandomGame(t, 3, func(t *testing.T, g *movegen.Game) {
		want := min(4, len(g.LegalMoves(nil)))
		if want < 2 {
			return
		}
		e := newEngine(t, g, want)
		_, reports := think(t, context.Background(), e, g, Limits{Depth: 4, Lines: 4})
		for len(reports) > 0 {
			var first []movegen.Move
			for k := want; k >= 1; k-- {
				r := reports[0]
				reports = reports[1:]
				if r.Line != k || slices.Contains(first, r.PV[0]) {
					t.Fatalf("%s: report of line %d, want %d, beginning otherwise than those before", g.Rules().FEN(g.Position()), r.Line, k)
				}
				first = append(first, r.PV[0])
			}
		}
	})
}

// An early report comes in the middle of a depth, where a line of the depth before may
// begin with what is the best move now: no two lines of a report begin alike.
func TestEarlyLinesDiffer(t *testing.T) {
	const early = 50 * time.Millisecond
	g := movegen.NewGame(movegen.International())
	for _, limit := range []time.Duration{800 * time.Millisecond, 1300 * time.Millisecond} {
		synctest.Test(t, func(t *testing.T) {
			_, reports := think(t, context.Background(), newPaced(t, g, 1), g, Limits{MoveTime: limit, EarlyReport: early, Lines: 4})
			var first []movegen.Move
			for _, r := range reports {
				if slices.Contains(first, r.PV[0]) {
					t.Errorf("limit %v, at %v: line %d begins like one before", limit, r.Time, r.Line)
				}
				first = append(first, r.PV[0])
				if r.Line == 1 {
					first = first[:0]
				}
			}
		})
	}
}
