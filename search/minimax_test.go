package search

import (
	"context"
	"testing"

	"stupol/eval"
	"stupol/movegen"
)

// minimax returns the worth of g for the side to move, ply moves below the
// root, by trying everything: what the search must find with all its means.
func minimax(g *movegen.Game, depth, ply int) Score {
	if g.Repeated() {
		return Draw
	}
	p := g.Position()
	switch g.Result().Outcome {
	case movegen.Drawn:
		return Draw
	case movegen.WhiteWins:
		return wonBy(movegen.White, p, ply)
	case movegen.BlackWins:
		return wonBy(movegen.Black, p, ply)
	}
	moves := g.LegalMoves(nil)
	if depth <= 0 && !moves[0].IsCapture() {
		return Score(eval.Default(g.Rules()).Evaluate(p))
	}
	return bestOf(g, moves, depth, ply)
}

// bestOf returns the worth of the best of moves.
func bestOf(g *movegen.Game, moves []movegen.Move, depth, ply int) Score {
	if len(moves) > 1 && !(g.Rules().Goal == movegen.LoseAll && moves[0].IsCapture()) {
		depth--
	}
	best := -Infinite
	for _, m := range moves {
		g.Push(m)
		best = max(best, -minimax(g, depth, ply+1))
		g.Pop()
	}
	return best
}

// wonBy returns the score of p, in which side c has won.
func wonBy(c movegen.Color, p *movegen.Position, ply int) Score {
	if c == p.Turn {
		return WinIn(ply)
	}
	return LossIn(ply)
}

func TestSearchIsMinimax(t *testing.T) {
	games, depth := 30, 4
	if testing.Short() {
		games, depth = 10, 3
	}
	eachRandomGame(t, games, func(t *testing.T, g *movegen.Game) {
		moves := g.LegalMoves(nil)
		if len(moves) < 2 {
			return
		}
		w := &worker{settings: settings{rules: g.Rules(), eval: eval.Default(g.Rules()), exhaustive: true}, leads: true} // no table: it would know more
		w.begin(newControl(context.Background(), &Limits{}, g), g, 1)
		for w.root.depth = 1; w.root.depth <= depth; w.root.depth++ {
			w.searchLines()
			if want := bestOf(g, moves, w.root.depth, 0); w.root.lines[0].score != want {
				t.Fatalf("%s, depth %d: got %v, want %v", g.Rules().FEN(g.Position()), w.root.depth, w.root.lines[0].score, want)
			}
		}
	})
}
