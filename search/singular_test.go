package search

import (
	"context"
	"slices"
	"testing"

	"stupol/eval"
	"stupol/movegen"
)

// TestSingular pretends that the table knows a move with some score: one that no other
// move reaches, one that others do, and much that says nothing.
func TestSingular(t *testing.T) {
	const depth, none = 8, -Infinite
	high, low := Score(500), Score(-500)
	tests := []struct {
		name         string
		known        ttEntry
		alpha, beta  Score
		exhaustive   bool
		wantSingular bool
		want         Score
	}{
		{"better than all", ttEntry{score: high, depth: depth, bound: exact}, 0, 1, false, true, none},
		{"at least so", ttEntry{score: high, depth: depth - 3, bound: lower}, 0, 1, false, true, none},
		{"better than all, in a principal variation", ttEntry{score: high, depth: depth, bound: exact}, 0, 200, false, true, none},
		{"others are as good", ttEntry{score: low, depth: depth, bound: exact}, -2, -1, false, false, none},
		{"others reach beta", ttEntry{score: low, depth: depth, bound: lower}, low - 101, low - 100, false, false, low - depth},
		{"others reach beta in a principal variation", ttEntry{score: low, depth: depth, bound: exact}, low - 200, low - 100, false, false, none},
		{"at most so good", ttEntry{score: high, depth: depth, bound: upper}, 0, 1, false, false, none},
		{"not searched deep enough", ttEntry{score: high, depth: depth - 4, bound: exact}, 0, 1, false, false, none},
		{"a win", ttEntry{score: WinIn(9), depth: depth, bound: exact}, 0, 1, false, false, none},
		{"a loss", ttEntry{score: LossIn(9), depth: depth, bound: exact}, 0, 1, false, false, none},
		{"every line as deep", ttEntry{score: high, depth: depth, bound: exact}, 0, 1, true, false, none},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := gameAt(t, "international", "W:W31-50:B1-20")
			w := &worker{settings: settings{
				rules: g.Rules(), allConstants: (*Constants)(nil).of(g.Rules()), exhaustive: tt.exhaustive,
			}, eval: eval.Default(g.Rules()).Scorer()}
			w.singularDepth, w.singularMargin = depth, 1
			w.begin(newControl(context.Background(), &Limits{Analyze: true}, g), g, 1)
			n := &w.nodes[0]
			n.moves = g.LegalMoves(nil)
			n.open(tt.alpha, tt.beta, depth)
			best := n.moves[5]
			tt.known.move = keyOf(best)
			w.scoreMoves(n, tt.known.move)
			got, ok := w.singular(n, &tt.known)
			if !ok {
				got = none
			}
			if got != tt.want || n.singular != tt.wantSingular {
				t.Errorf("got %v, singular %v, want %v, %v", got, n.singular, tt.want, tt.wantSingular)
			}
			legal := g.LegalMoves(nil)
			for _, m := range n.moves {
				legal = slices.DeleteFunc(legal, func(l movegen.Move) bool { return l == m })
			}
			if len(legal) > 0 || n.singular && n.moves[0] != best {
				t.Errorf("the moves are now %+v", n.moves)
			}
		})
	}
}

// A least depth of 0 means none, at every depth.
func TestSingularExtensionOff(t *testing.T) {
	for _, depth := range []int{8, maxDepth, maxDepth + 20} {
		g := gameAt(t, "losing", "W:W31-50:B1-20")
		w := &worker{settings: settings{rules: g.Rules(), allConstants: (*Constants)(nil).of(g.Rules())}}
		n := &w.nodes[0]
		n.moves = g.LegalMoves(nil)
		n.open(0, 1, depth)
		known := ttEntry{score: 100, depth: depth, bound: exact, move: keyOf(n.moves[0])}
		w.scoreMoves(n, known.move)
		if w.mayBeSingular(n, &known) {
			t.Errorf("a move may be singular at depth %d", depth)
		}
	}
}

// TestSingularMoveIsExtended compares the search of a singular move with plain minimax,
// which is a ply deeper there.
func TestSingularMoveIsExtended(t *testing.T) {
	const childDepth = 2
	different := 0
	eachRandomGame(t, 2, func(t *testing.T, g *movegen.Game) {
		moves := g.LegalMoves(nil)
		if len(moves) < 2 {
			return
		}
		w := &worker{settings: settings{rules: g.Rules(), exhaustive: true}, eval: eval.Default(g.Rules()).Scorer()}
		w.begin(newControl(context.Background(), &Limits{Analyze: true}, g), g, 1)
		for _, singular := range []bool{false, true} {
			n := &w.nodes[0]
			n.moves = append(n.moves[:0], moves...)
			n.open(-Infinite, Infinite, childDepth+1)
			n.singular = singular
			depth := childDepth
			if singular {
				depth++
			}
			g.Push(moves[0])
			want, other := -minimax(g, depth, 1), -minimax(g, 2*childDepth+1-depth, 1)
			g.Pop()
			if got := w.searchMove(n, 0, -Infinite); got != want {
				t.Errorf("%s: got %v, want %v", g.Rules().FEN(g.Position()), got, want)
			}
			if want != other {
				different++
			}
		}
	})
	if different < 20 {
		t.Errorf("only %d searches have another score one ply deeper", different)
	}
}
