package search

import (
	"slices"
	"testing"

	"stupol/movegen"
)

// tried returns the moves of n in the order in which they are tried.
func tried(w *worker, n *node, best moveKey) []movegen.Move {
	w.scoreMoves(n, best)
	for i := 1; i < len(n.moves); i++ {
		n.pickBest(i)
	}
	return slices.Clone(n.moves)
}

func TestOrder(t *testing.T) {
	quiet := movegen.Move{From: 30, To: 24}
	good := movegen.Move{From: 31, To: 25}
	bad := movegen.Move{From: 32, To: 26}
	one := movegen.Move{From: 33, To: 21, Captured: 1 << 27}
	two := movegen.Move{From: 33, To: 9, Captured: 1<<27 | 1<<15}
	w := &worker{}
	w.history.update(movegen.White, good, 10)
	w.history.update(movegen.White, bad, -10)
	w.history.update(movegen.Black, quiet, 50)

	n := &node{moves: []movegen.Move{bad, quiet, one, good, two}}
	if got, want := tried(w, n, noMove), []movegen.Move{two, one, good, quiet, bad}; !slices.Equal(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got := tried(w, n, keyOf(bad)); got[0] != bad {
		t.Errorf("%+v comes before the move of the table", got[0])
	}
}

func TestHistoryIsBounded(t *testing.T) {
	var h history
	m := movegen.Move{From: 30, To: 24}
	for _, bonus := range []int32{maxBonus, -maxBonus} {
		for range 1000 {
			h.update(movegen.White, m, bonus)
		}
		if got := h.score(movegen.White, m); got*bonus <= 0 || max(got, -got) > historyLimit {
			t.Errorf("after a thousand bonuses of %d: got %d, want at most %d", bonus, got, historyLimit)
		}
	}
}

// TestUpdateHistory looks at a position whose second move reached beta.
func TestUpdateHistory(t *testing.T) {
	n := &node{moves: []movegen.Move{{From: 30, To: 24}, {From: 31, To: 25}, {From: 32, To: 26}}, turn: movegen.Black}
	n.open(0, 1, 4)
	n.update(1, 5, &node{})
	w := &worker{}
	w.updateHistory(n)
	for i, want := range []int32{-16, 16, 0} {
		if got := w.history.score(movegen.Black, n.moves[i]); got != want {
			t.Errorf("move %d: got %d, want %d", i, got, want)
		}
	}
}
