package search

import (
	"context"
	"slices"
	"testing"

	"stupol/eval"
	"stupol/movegen"
)

// TestNodeUpdate gives the moves of a node one score after the other, each against
// what is left of its window.
func TestNodeUpdate(t *testing.T) {
	const alpha, beta, depth = 0, 100, 5
	moves := []movegen.Move{{From: 1}, {From: 2}, {From: 3}, {From: 4}, {From: 5}}
	reply := movegen.Move{From: 40}
	n := &node{moves: moves}
	n.open(alpha, beta, depth)
	steps := []struct {
		name   string
		score  Score
		cutoff bool
		best   Score
		alpha  Score
		bound  bound
		move   int // the best; -1: none
	}{
		{"below alpha", -20, false, -20, 0, upper, -1},
		{"at alpha", 0, false, 0, 0, upper, -1},
		{"above alpha", 30, false, 30, 30, exact, 2},
		{"as good", 30, false, 30, 30, exact, 2},
		{"at beta", 100, true, 100, 100, lower, 4},
	}
	for i, s := range steps {
		child := &node{pv: []movegen.Move{reply}}
		if cutoff := n.update(i, s.score, child); cutoff != s.cutoff {
			t.Errorf("%s: cut off: %v", s.name, cutoff)
		}
		want := ttEntry{score: s.best, depth: depth, bound: s.bound}
		var pv []movegen.Move
		if s.move >= 0 {
			want.move, pv = keyOf(moves[s.move]), []movegen.Move{moves[s.move], reply}
		}
		if n.best != want || n.alpha != s.alpha || !slices.Equal(n.pv, pv) {
			t.Errorf("%s: %+v with alpha %v and line %v, want %+v, %v, %v", s.name, n.best, n.alpha, n.pv, want, s.alpha, pv)
		}
	}
	if want := []int{2, 4}; !slices.Equal(n.raised, want) {
		t.Errorf("moves %v raised alpha, want %v", n.raised, want)
	}
}

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

// TestForcingExtension looks one ply deep: where the aim is to lose all, moves that
// force captures and the captures cost no depth, so that the search sees three men
// given away one after the other.
func TestForcingExtension(t *testing.T) {
	for _, tt := range []struct {
		variant, fen string
		want         Score
	}{
		{"losing", "W:W28,40,41:B19,36", WinIn(6)},
		{"poddavki", "W:W8,9,21:B13,23", WinIn(6)},
	} {
		t.Run(tt.variant, func(t *testing.T) {
			g := gameAt(t, tt.variant, tt.fen)
			result, _ := think(t, context.Background(), newEngine(t, g, 1), g, Limits{Depth: 1})
			if result.Score != tt.want {
				t.Errorf("got %v, want %v", result.Score, tt.want)
			}
		})
	}
}

// A search that is cut off while its first move turns out to lose has not
// looked at the others: it must not report that the game is lost.
func TestCutOffSearchProvesNothing(t *testing.T) {
	g := gameAt(t, "russian", "W:W7:BK17,K18,K28")
	full, _ := think(t, context.Background(), engineWithTable(t, g, 1, 1<<20), g, Limits{Depth: 12})
	step := int64(250)
	if testing.Short() {
		step *= 4
	}
	for nodes := int64(500); nodes <= 40_000; nodes += step {
		cut, _ := think(t, context.Background(), engineWithTable(t, g, 1, 1<<20), g, Limits{Nodes: nodes})
		if cut.Score.IsProven() && !full.Score.IsProven() {
			t.Errorf("%d nodes: got %v, a full search %v", nodes, cut.Score, full.Score)
		}
	}
}

// TestCutOffSearchProvesNoShorterLoss cuts a search off where the best move of the depth
// before loses, and so do others. The last ones hold out for 13 plies.
func TestCutOffSearchProvesNoShorterLoss(t *testing.T) {
	g := gameAt(t, "losing", "B:WK15,24,K37,K50:B16,K17")
	for nodes := int64(250); nodes <= 4000; nodes += 250 {
		cut, _ := think(t, context.Background(), engineWithTable(t, g, 1, 1<<20), g, Limits{Nodes: nodes})
		if cut.Score.IsProven() && cut.Score < LossIn(13) {
			t.Errorf("%d nodes: got %v, the game is lost in 13 plies", nodes, cut.Score)
		}
	}
}

// TestLeaves looks at positions in which the search ends, at depth 0 and at depth
// 1: a draw by the rules is a draw, but a side that cannot move has lost even if
// the last move was the one that the draw takes.
func TestLeaves(t *testing.T) {
	const ply = 5
	tests := []struct {
		name, fen string
		moves     []string
		plies     int // of the count that draws
		want      Score
	}{
		{"the count has run out", "W:WK46,K47,K48:BK4", []string{"46-41", "4-10"}, 2, Draw},
		{"the count has run out, and a king hangs", "W:WK46,K47,K48:BK4", []string{"47-15", "4-10"}, 2, Draw},
		{"blocked as the count runs out", "B:WK37,K32,K36:BK41", []string{"41-46", "36-41"}, 2, LossIn(ply)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := gameWithCount(t, "international", tt.fen, tt.plies)
			for _, text := range tt.moves {
				m, err := g.Rules().ParseHubMove(g.Position(), text)
				if err != nil {
					t.Fatal(err)
				}
				g.Push(m)
			}
			if g.DrawReason() == "" {
				t.Fatal("the count goes on")
			}
			w := newEngine(t, g, 1).workers[0]
			w.begin(newControl(context.Background(), &Limits{Analyze: true}, g), g, 1)
			for depth := range 2 {
				if got := w.search(-Infinite, Infinite, depth, ply); got != tt.want {
					t.Errorf("depth %d: got %v, want %v", depth, got, tt.want)
				}
			}
		})
	}
}
