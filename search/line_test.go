package search

import (
	"context"
	"math/rand/v2"
	"testing"

	"stupol/eval"
	"stupol/movegen"
)

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
