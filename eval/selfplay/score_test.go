package selfplay

import (
	"path/filepath"
	"testing"
)

func TestScoresAreNearest(t *testing.T) {
	for _, scale := range []float64{0, 1, 33, 100, 500} {
		scores := codesOf(scale)
		for s := range 9000 {
			got := scores.storable(s)
			for code := range int8(maxCode) {
				if other := scores.score(code); max(other-s, s-other) < max(got-s, s-got) {
					t.Fatalf("scale %v: storable(%d) = %d, want %d", scale, s, got, other)
				}
			}
			if scores.storable(got) != got || scores.storable(-s) != -got {
				t.Errorf("scale %v: storable(%d) = %d is not a fixed point or not symmetrical", scale, s, got)
			}
		}
	}
}

// TestEndsOfScores: what is certain is not mistaken for a score, and no score for what is
// certain.
func TestEndsOfScores(t *testing.T) {
	for _, tt := range []struct {
		scale         float64
		most, certain int
	}{{0, 801, 801}, {100, 2394, Decided}, {500, 11971, Decided}, {100_000, Decided - 1, Decided}} {
		scores := codesOf(tt.scale)
		if got := scores.storable(Decided - 1); got != tt.most {
			t.Errorf("scale %v: scores end at %d, want %d", tt.scale, got, tt.most)
		}
		for s, want := range map[int]int{Decided: tt.certain, -Decided: -tt.certain} {
			if got := scores.storable(s); got != want {
				t.Errorf("scale %v: %d is stored as %d, want %d", tt.scale, s, got, want)
			}
		}
	}
}

// TestFormat2 writes and reads games without a scale.
func TestFormat2(t *testing.T) {
	r := quick(t, "english", 5)
	with := play(t, r, filepath.Join(t.TempDir(), "games"))
	r.Scale = 0
	without := play(t, r, filepath.Join(t.TempDir(), "games"))
	if with[8] != 3 || without[8] != 2 {
		t.Errorf("versions %d and %d, want 3 and 2", with[8], without[8])
	}
	if got := games(t, without); len(got) != r.Games {
		t.Errorf("%d games, want %d", len(got), r.Games)
	}
	without[8] = 3
	if err := readAll(without); err == nil {
		t.Error("a file of format 3 has no scale")
	}
}

// TestDecidedLeaves plays until searches of leaves prove who wins: they say no more than that.
func TestDecidedLeaves(t *testing.T) {
	r := quick(t, "breakthrough", 20)
	r.MinOpening, r.MaxOpening = 2, 6
	decided := 0
	for _, g := range games(t, play(t, r, filepath.Join(t.TempDir(), "games"))) {
		for _, leaf := range g.Leaves {
			switch size := max(leaf.Score, -leaf.Score); {
			case size == Decided:
				decided++
			case size > codesOf(r.Scale)[maxCode-1]:
				t.Errorf("game %d: a leaf has the score %d", g.Number, leaf.Score)
			}
		}
	}
	if decided == 0 {
		t.Error("no leaf is decided")
	}
}
