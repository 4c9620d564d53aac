package search

import (
	"slices"
	"testing"

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
