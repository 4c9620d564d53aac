package search

import (
	"context"
	"slices"
	"testing"

	"stupol/eval"
	"stupol/movegen"
)

// TestLateMoveReduction gives the constants values that are easy to tell apart: moves are
// reduced from the third on, in a principal variation from the fifth, by two plies
// from the seventh, and by one more from the ninth if six plies follow.
func TestLateMoveReduction(t *testing.T) {
	some := allConstants{
		lmrFrom: 2, lmrFromPV: 4, lmrMoreFrom: 6, lmrMostFrom: 8, lmrMostDepth: 6, lmrDepth: 3,
	}
	quiet := movegen.Move{From: 30, To: 24}
	capture := movegen.Move{From: 30, To: 20, Captured: 1 << 25}
	promotion := movegen.Move{From: 8, To: 2, Promotes: true}
	tests := []struct {
		name       string
		m          movegen.Move
		i, depth   int
		pv         bool
		exhaustive bool
		want       int
	}{
		{"an early move", quiet, 1, 9, false, false, 0},
		{"the first that is late", quiet, 2, 9, false, false, 1},
		{"late enough for two plies", quiet, 6, 9, false, false, 2},
		{"not quite late enough for two", quiet, 5, 9, false, false, 1},
		{"late enough for three", quiet, 8, 6, false, false, 3},
		{"not quite late enough for three", quiet, 7, 6, false, false, 2},
		{"too shallow for three", quiet, 8, 5, false, false, 2},
		{"shallow", quiet, 8, 3, false, false, 2},
		{"too shallow", quiet, 8, 2, false, false, 0},
		{"early in a principal variation", quiet, 3, 9, true, false, 0},
		{"late in a principal variation", quiet, 4, 9, true, false, 1},
		{"later in a principal variation", quiet, 7, 9, true, false, 1},
		{"latest in a principal variation", quiet, 8, 9, true, false, 2},
		{"a capture", capture, 9, 9, false, false, 0},
		{"a promotion", promotion, 9, 9, false, false, 0},
		{"everything is asked for", quiet, 9, 9, false, true, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := &worker{settings: settings{allConstants: some, exhaustive: tt.exhaustive}}
			n := &node{moves: slices.Repeat([]movegen.Move{tt.m}, 10), beta: 1}
			if tt.pv {
				n.beta = 100
			}
			if got := w.lateMoveReduction(n, tt.i, 0, tt.depth); got != tt.want {
				t.Errorf("got %d plies, want %d", got, tt.want)
			}
		})
	}
}

func TestInternalIterativeReduction(t *testing.T) {
	const known moveKey = 77
	tests := []struct {
		name       string
		best       moveKey
		depth      int
		exhaustive bool
		want       int
	}{
		{"no move to begin with", noMove, 4, false, 1},
		{"a move from the table", known, 4, false, 0},
		{"too shallow", noMove, 3, false, 0},
		{"everything is asked for", noMove, 4, true, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := &worker{settings: settings{allConstants: allConstants{iirDepth: 4}, exhaustive: tt.exhaustive}}
			if got := w.internalIterativeReduction(tt.best, tt.depth); got != tt.want {
				t.Errorf("got %d plies, want %d", got, tt.want)
			}
		})
	}
}

// A position without a good move is searched less deep each time, so what the table knows
// of it from the same depth is enough.
func TestReducedSearchIsNotRepeated(t *testing.T) {
	g := gameAt(t, "international", "W:W31-50:B1-20")
	table, err := newTable(1 << 20)
	if err != nil {
		t.Fatal(err)
	}
	defer table.close()
	w := &worker{settings: settings{rules: g.Rules(), allConstants: (*Constants)(nil).of(g.Rules())}, eval: eval.Default(g.Rules()).Scorer(), table: table}
	w.begin(newControl(context.Background(), &Limits{Analyze: true}, g), g, 1)
	const alpha, depth = 100, 12
	first := w.search(alpha, alpha+1, depth, 0)
	visited := w.visited()
	again := w.search(alpha, alpha+1, depth, 0)
	if first > alpha || visited < 100 {
		t.Fatalf("%v after %d nodes, want a search without a good move", first, visited)
	}
	if again != first || w.visited() != visited {
		t.Errorf("then %v after %d nodes more, want %v after none", again, w.visited()-visited, first)
	}
}
