package search

import (
	"context"
	"math/rand/v2"
	"testing"

	"stupol/eval"
	"stupol/movegen"
)

// minimax returns the worth of g for the side to move, ply moves below the
// root, by trying everything: what the search must find with all its means.
func minimax(g *movegen.Game, depth, ply int) Score {
	if g.RepeatedSince(len(g.Moves()) - ply) {
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
	moves := g.LegalMoves(make([]movegen.Move, 0, 32))
	if depth <= 0 && !moves[0].IsCapture() {
		return Score(eval.Default(g.Rules()).Evaluate(p))
	}
	return bestOf(g, moves, depth, ply)
}

// childDepth returns the depth of the search behind each of moves: forced moves cost
// none, nor do captures where the aim is to lose all.
func childDepth(r *movegen.Rules, moves []movegen.Move, depth int) int {
	if len(moves) == 1 || r.Goal == movegen.LoseAll && moves[0].IsCapture() {
		return depth
	}
	return depth - 1
}

// bestOf returns the score of the best of moves.
func bestOf(g *movegen.Game, moves []movegen.Move, depth, ply int) Score {
	depth = childDepth(g.Rules(), moves, depth)
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
		w := &worker{settings: settings{rules: g.Rules(), exhaustive: true}, eval: eval.Default(g.Rules()).Scorer(), leads: true} // no table: it would know more
		w.aspirationWindow, w.aspirationDepth = 1, 2                                                                              // too small nearly always: what is searched again must be as good
		w.begin(newControl(context.Background(), &Limits{}, g), g, 1)
		for w.root.depth = 1; w.root.depth <= depth; w.root.depth++ {
			w.searchLines()
			if want := bestOf(g, moves, w.root.depth, 0); w.root.lines[0].score != want {
				t.Fatalf("%s, depth %d: got %v, want %v", g.Rules().FEN(g.Position()), w.root.depth, w.root.lines[0].score, want)
			}
		}
	})
}

// TestSearchWithTableIsMinimax searches positions in which men advance towards
// each other. A table may know more than was asked for, of a position that was
// reached in fewer moves; so only trees will do in which every position has its
// number of moves. The last depth is searched twice.
func TestSearchWithTableIsMinimax(t *testing.T) {
	const positions, depth = 6, 4
	for _, r := range movegen.Variants() {
		t.Run(r.Name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(3, 3))
			for range positions {
				g := movegen.NewGameFrom(r, advancing(r, rng), nil)
				if !menOnlyAdvance(g, depth) {
					t.Fatalf("%s: captures or forced moves", r.FEN(g.Position()))
				}
				w := newEngine(t, g, 1).workers[0]
				w.exhaustive = true
				w.begin(newControl(context.Background(), &Limits{}, g), g, 1)
				for _, w.root.depth = range []int{1, 2, 3, depth, depth} {
					w.searchLines()
					if want := bestOf(g, g.LegalMoves(nil), w.root.depth, 0); w.root.lines[0].score != want {
						t.Fatalf("%s, depth %d: got %v, want %v", r.FEN(g.Position()), w.root.depth, w.root.lines[0].score, want)
					}
				}
			}
		})
	}
}

// advancing returns a position of three to five men on each side, all in the two
// rows where they begin.
func advancing(r *movegen.Rules, rng *rand.Rand) movegen.Position {
	var sides [2]movegen.Bits
	row := r.Size / 2
	for range 3 + rng.IntN(3) {
		sides[movegen.Black] |= r.SquareOf(1 + rng.IntN(2*row)).Bit()
		sides[movegen.White] |= r.SquareOf(r.Squares() - rng.IntN(2*row)).Bit()
	}
	return movegen.NewPosition(movegen.Color(rng.IntN(2)), sides[movegen.White], sides[movegen.Black], 0)
}

// menOnlyAdvance reports whether for that many plies of g nothing is captured and
// no move is forced.
func menOnlyAdvance(g *movegen.Game, plies int) bool {
	if plies == 0 {
		return true
	}
	moves := g.LegalMoves(nil)
	if len(moves) < 2 || moves[0].IsCapture() {
		return false
	}
	for _, m := range moves {
		g.Push(m)
		ok := menOnlyAdvance(g, plies-1)
		g.Pop()
		if !ok {
			return false
		}
	}
	return true
}

// TestSearchWithTableFindsEnds searches small endings with the same table, one
// after the other, and each in vain before, with too few nodes. Where all moves to
// some depth lead to the end of the game, the search must find the same end.
func TestSearchWithTableFindsEnds(t *testing.T) {
	if testing.Short() {
		t.Skip("560 endings, one thread")
	}
	const endings, depth = 40, 4
	for _, r := range movegen.Variants() {
		t.Run(r.Name, func(t *testing.T) {
			rng, compared := rand.New(rand.NewPCG(5, 5)), 0
			w := newEngine(t, movegen.NewGame(r), 1).workers[0]
			w.exhaustive = true
			for range endings {
				g := movegen.NewGameFrom(r, randomEnding(r, rng), nil)
				if g.Result().Outcome != movegen.Ongoing {
					continue
				}
				want := bestOf(g, g.LegalMoves(nil), depth, 0)
				if !want.IsProven() {
					continue
				}
				compared++
				for _, nodes := range []int64{1 + rng.Int64N(300), 0} {
					w.begin(newControl(context.Background(), &Limits{Nodes: nodes, Analyze: true}, g), g, 1)
					w.deepen(1, depth, func(int) {})
				}
				if got := w.root.lines[0].score; got != want {
					t.Errorf("%s: got %v, want %v", r.FEN(g.Position()), got, want)
				}
			}
			if compared < 3 {
				t.Errorf("only %d endings end within %d plies", compared, depth)
			}
		})
	}
}
