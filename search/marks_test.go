package search

import (
	"context"
	"slices"
	"testing"

	"stupol/movegen"
)

// order returns the places of the moves of n in the order in which w tries
// them, and calls during after each.
func order(w *worker, n *node, depth int, during func(i int)) []int {
	var places []int
	n.turn.begin()
	for i := w.nextMove(n, depth); i >= 0; i = w.nextMove(n, depth) {
		places = append(places, i)
		during(i)
	}
	w.done(&n.turn)
	return places
}

// TestMovesOfOthersComeLast lets one worker come to a position where another
// is at its third move.
func TestMovesOfOthersComeLast(t *testing.T) {
	moves := []movegen.Move{{From: 30, To: 24}, {From: 31, To: 25}, {From: 32, To: 26}, {From: 33, To: 27}}
	shared := &marks{}
	at := func() (*worker, *node) {
		return &worker{marks: shared}, &node{moves: slices.Clone(moves), ranks: make([]int32, len(moves)), hash: 77}
	}
	first, there := at()
	nothing := func(int) {}
	order(first, there, markedDepth, func(i int) {
		want := [][]int{{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 1, 3, 2}, {0, 1, 2, 3}}[i]
		second, here := at()
		if got := order(second, here, markedDepth, nothing); !slices.Equal(got, want) {
			t.Errorf("with another at move %d: got %v, want %v", i, got, want)
		}
		second, here = at()
		if got := order(second, here, markedDepth-1, nothing); !slices.Equal(got, []int{0, 1, 2, 3}) {
			t.Errorf("in a shallow search: got %v, want all in order", got)
		}
	})
	for i := range shared {
		if shared[i].Load() != 0 {
			t.Fatal("a mark was left behind")
		}
	}
}

// TestMarksAreTakenBack also when a search is cut short.
func TestMarksAreTakenBack(t *testing.T) {
	g := movegen.NewGame(movegen.International())
	e := newEngine(t, g, 4)
	think(t, context.Background(), e, g, Limits{Nodes: 50_000, Lines: 2})
	for i := range e.workers[0].marks {
		if e.workers[0].marks[i].Load() != 0 {
			t.Fatal("a mark was left behind")
		}
	}
}
