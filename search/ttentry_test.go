package search

import (
	"testing"

	"stupol/movegen"
)

func TestEntryPacks(t *testing.T) {
	for _, want := range []ttEntry{
		{},
		{score: -MaxEval, depth: maxDepth, bound: exact, age: ageMask, move: ^noMove},
		{score: WinIn(0), depth: 0, bound: upper, age: 1, move: 1},
		{score: LossIn(0), depth: 1, bound: lower},
	} {
		if got := unpack(want.pack()); got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
}

// A depth beyond what has room leaves the rest of the entry as it is.
func TestEntryPacksAnyDepth(t *testing.T) {
	deep := ttEntry{score: 7, depth: maxTableDepth + 77, bound: lower, age: 5, move: 9}
	want := deep
	want.depth = maxTableDepth
	if got := unpack(deep.pack()); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestEntryDecides(t *testing.T) {
	tests := []struct {
		r    ttEntry
		want bool
	}{
		{ttEntry{score: 50, depth: 5, bound: exact}, true},
		{ttEntry{score: 50, depth: 4, bound: exact}, false},
		{ttEntry{score: 20, depth: 5, bound: lower}, true},
		{ttEntry{score: 19, depth: 5, bound: lower}, false},
		{ttEntry{score: 10, depth: 6, bound: upper}, true},
		{ttEntry{score: 11, depth: 6, bound: upper}, false},
		{ttEntry{score: 50, depth: 9}, false},
	}
	for _, tt := range tests {
		if got := tt.r.cutsOff(5, 10, 20); got != tt.want {
			t.Errorf("%+v: got %v, want %v", tt.r, got, tt.want)
		}
	}
}

func TestEntryCountsDistanceFromItsPosition(t *testing.T) {
	for _, tt := range []struct{ root, stored Score }{
		{WinIn(9), WinIn(6)},
		{LossIn(9), LossIn(6)},
		{DatabaseWin - 9, DatabaseWin - 6},
		{MaxEval, MaxEval},
		{-25, -25},
	} {
		got := ttEntry{score: tt.root}.toTT(3)
		if got.score != tt.stored {
			t.Errorf("%v at ply 3: stored %v, want %v", tt.root, got.score, tt.stored)
		}
		if back := got.fromTT(3); back.score != tt.root {
			t.Errorf("%v at ply 3: back as %v", tt.root, back.score)
		}
	}
}

// TestMoveKeysDiffer checks the keys of the legal moves of random positions.
func TestMoveKeysDiffer(t *testing.T) {
	eachRandomGame(t, 20, func(t *testing.T, g *movegen.Game) {
		seen := map[moveKey]movegen.Move{}
		for _, m := range g.LegalMoves(nil) {
			key := keyOf(m)
			if other, ok := seen[key]; ok || key == noMove {
				t.Errorf("%s: %+v and %+v share the key %x", g.Rules().FEN(g.Position()), m, other, key)
			}
			seen[key] = m
		}
	})
}
