package search

import (
	"context"
	"math/rand/v2"
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
		w.deepen(1, depth, func(int) {})
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

// Every depth reports all lines, the best last, by their scores, and they begin differently.
func TestLinesAreReported(t *testing.T) {
	eachRandomGame(t, 5, func(t *testing.T, g *movegen.Game) {
		want := min(4, len(g.LegalMoves(nil)))
		if want < 2 {
			return
		}
		e := newEngine(t, g, want)
		_, reports := think(t, context.Background(), e, g, Limits{Depth: 7, Lines: 4})
		for len(reports) > 0 {
			var first []movegen.Move
			worst := reports[0].Score
			for k := want; k >= 1; k-- {
				r := reports[0]
				reports = reports[1:]
				if r.Line != k || slices.Contains(first, r.PV[0]) {
					t.Fatalf("%s: report of line %d, want %d, beginning otherwise than those before", g.Rules().FEN(g.Position()), r.Line, k)
				}
				if r.Score < worst {
					t.Fatalf("%s: line %d is worth %v, the one after it %v", g.Rules().FEN(g.Position()), k, r.Score, worst)
				}
				first, worst = append(first, r.PV[0]), r.Score
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

// TestScoreIsThatOfTheLineEnd lets an engine that remembers more and more play
// on, and looks at the positions to which the lines of its reports lead: what
// such a position is worth is the score of the report. A line that the table cut
// short, or that is not the one the score comes from, would end elsewhere.
func TestScoreIsThatOfTheLineEnd(t *testing.T) {
	const depth, plies = 5, 8
	for _, r := range movegen.Variants() {
		t.Run(r.Name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(4, 4))
			g := randomGame(r, rng, rng.IntN(60))
			e := newEngine(t, g, 1)
			for range plies {
				if g.Result().Outcome != movegen.Ongoing {
					break
				}
				result, reports := think(t, context.Background(), e, g, Limits{Depth: depth})
				for _, info := range reports {
					if got := lineEndScore(g, info.PV); got != info.Score {
						t.Fatalf("%s, depth %d: got %v, but %v where the line ends: %v",
							r.FEN(g.Position()), info.Depth, info.Score, got, info.PV)
					}
				}
				g.Push(result.Move)
			}
		})
	}
}

// lineEndScore returns the worth of the position at the end of line for the side
// to move in g.
func lineEndScore(g *movegen.Game, line []movegen.Move) Score {
	end := g.Clone()
	for _, m := range line {
		end.Push(m)
	}
	p := end.Position()
	var s Score
	switch outcome := end.Result().Outcome; {
	case end.RepeatedSince(len(g.Moves())) || outcome == movegen.Drawn:
		s = Draw
	case outcome != movegen.Ongoing:
		s = wonBy(movegen.Color(outcome-movegen.WhiteWins), p, len(line))
	default:
		s = Score(eval.Default(g.Rules()).Evaluate(p))
	}
	if p.Turn != g.Position().Turn {
		s = -s
	}
	return s
}
