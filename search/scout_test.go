package search

import (
	"context"
	"testing"

	"stupol/eval"
	"stupol/movegen"
)

// TestReducedMovesAreSearchedAgain looks at moves that are no better than alpha,
// as plain minimax says. Some of them seem better when they are searched less
// deep, so the search must not believe that.
func TestReducedMovesAreSearchedAgain(t *testing.T) {
	const childDepth, reduced = 3, 1
	seemed := 0
	eachRandomGame(t, 2, func(t *testing.T, g *movegen.Game) {
		moves := g.LegalMoves(nil)
		if len(moves) < 3 || moves[0].IsCapture() || g.Rules().Goal == movegen.LoseAll { // minimax knows no forcing extension
			return
		}
		w := &worker{settings: settings{
			rules:        g.Rules(),
			allConstants: allConstants{lmrFrom: 1, lmrMoreFrom: 99, lmrMostFrom: 99, lmrDepth: childDepth, iirDepth: maxDepth}, // only here
		}, eval: eval.Default(g.Rules()).Scorer()}
		w.begin(newControl(context.Background(), &Limits{Analyze: true}, g), g, 1)
		for i := 1; i < len(moves); i++ {
			g.Push(moves[i])
			alpha, less := -minimax(g, childDepth, 1), -minimax(g, childDepth-reduced, 1)
			g.Pop()
			n := &w.nodes[0]
			n.moves = append(n.moves[:0], moves...)
			n.open(alpha, alpha+1, childDepth+1)
			if got := w.searchMove(n, i, alpha); got > alpha {
				t.Errorf("%s, %s: got %v, want at most %v", g.Rules().FEN(g.Position()), g.Rules().HubMove(moves[i]), got, alpha)
			}
			if less > alpha && !moves[i].Promotes {
				seemed++
			}
		}
	})
	if seemed < 20 {
		t.Errorf("only %d moves seemed better", seemed)
	}
}
