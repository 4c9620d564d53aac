package search

import (
	"testing"

	"stupol/eval"
)

func TestReverseFutility(t *testing.T) {
	const (
		ahead   = "W:W31,32,33,36,37,38,41:B6,7,8"     // White has seven men against three
		threat  = "W:W28,31,32,36,37,38,41:B22,7,8,17" // the same, but Black would capture
		capture = "B:W28,31,32,36,37,38,41:B22,7,8"    // Black has to capture
	)
	tests := []struct {
		name        string
		fen         string
		alpha, beta Score
		depth       int
		exhaustive  bool
		want        bool
	}{
		{"far ahead", ahead, 0, 1, 3, false, true},
		{"of the principal variation", ahead, 0, 2, 3, false, false},
		{"deep", ahead, 0, 1, 5, false, false},
		{"searched to the end", ahead, 0, 1, 3, true, false},
		{"not so far", ahead, 1999, 2000, 3, false, false},
		{"asked for a win", ahead, WinIn(9) - 1, WinIn(9), 3, false, false},
		{"asked for a loss", ahead, LossIn(9) - 1, LossIn(9), 3, false, false},
		{"under threat", threat, 0, 1, 3, false, false},
		{"with a capture to make", capture, -3000, -2999, 3, false, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := gameAt(t, "international", tt.fen)
			w := &worker{settings: settings{
				rules: g.Rules(), allConstants: (*Constants)(nil).of(g.Rules()), exhaustive: tt.exhaustive,
			}, eval: eval.Hand(g.Rules()).Scorer()}
			if got := w.reverseFutility(g.Position(), tt.alpha, tt.beta, tt.depth); got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

// TestReverseFutilityMargin asks for as much as the evaluation is sure of, and for
// a hundredth of a man more.
func TestReverseFutilityMargin(t *testing.T) {
	const depth, margin = 3, 25
	g := gameAt(t, "international", "W:W31,32,33,36,37,38,41:B6,7,8")
	w := &worker{settings: settings{
		rules: g.Rules(), allConstants: allConstants{rfpDepth: depth, rfpMargin: margin},
	}, eval: eval.Hand(g.Rules()).Scorer()}
	sure := w.evaluate(g.Position()) - depth*margin
	for beta, want := range map[Score]bool{sure: true, sure + 1: false} {
		if got := w.reverseFutility(g.Position(), beta-1, beta, depth); got != want {
			t.Errorf("beta %v, evaluation %v: got %v, want %v", beta, w.evaluate(g.Position()), got, want)
		}
	}
}
