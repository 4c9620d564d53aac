package search

import (
	"testing"

	"stupol/eval"
)

func TestFutility(t *testing.T) {
	const (
		ahead   = "W:W31,32,33,36,37,38,41:B6,7,8"     // White has seven men against three
		behind  = "B:W31,32,33,36,37,38,41:B6,7,8"     // the same for Black
		threat  = "W:W28,31,32,36,37,38,41:B22,7,8,17" // ahead, but Black would capture
		capture = "B:W28,31,32,36,37,38,41:B22,7,8"    // Black has to capture
	)
	const none = Infinite // no cutoff
	tests := []struct {
		name        string
		fen         string
		alpha, beta Score
		depth       int
		exhaustive  bool
		want        Score
	}{
		{"far ahead", ahead, 0, 1, 3, false, 1},
		{"far ahead, four plies to go", ahead, 0, 1, 4, false, 1},
		{"of the principal variation", ahead, 0, 2, 3, false, none},
		{"deep", ahead, 0, 1, 5, false, none},
		{"searched to the end", ahead, 0, 1, 3, true, none},
		{"not so far", ahead, 1999, 2000, 4, false, none},
		{"asked for a win", ahead, WinIn(9) - 1, WinIn(9), 3, false, none},
		{"asked for a loss", ahead, LossIn(9) - 1, LossIn(9), 3, false, none},
		{"under threat", threat, 0, 1, 3, false, none},
		{"with a capture to make", capture, -3000, -2999, 3, false, none},
		{"far behind", behind, 0, 1, 3, false, 0},
		{"far behind, four plies to go", behind, 0, 1, 4, false, none},
		{"far behind in the principal variation", behind, 0, 2, 3, false, none},
		{"far behind, searched to the end", behind, 0, 1, 3, true, none},
		{"far behind with a capture to make", capture, 3000, 3001, 3, false, none},
		{"behind, but not so far", behind, -2000, -1999, 3, false, -1999},
		{"far behind and asked for a win", behind, WinIn(9) - 1, WinIn(9), 3, false, none},
		{"far behind and asked for a loss", behind, LossIn(9) - 1, LossIn(9), 3, false, none},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := gameAt(t, "international", tt.fen)
			w := &worker{settings: settings{
				rules: g.Rules(), allConstants: (*Constants)(nil).of(g.Rules()), exhaustive: tt.exhaustive,
			}, eval: eval.Hand(g.Rules()).Scorer()}
			got, ok := w.futility(g.Position(), &ttEntry{}, tt.alpha, tt.beta, tt.depth)
			if !ok {
				got = none
			}
			if got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

// TestFutilityMargins asks for as much as the evaluation is sure of, and for a hundredth
// of a man more.
func TestFutilityMargins(t *testing.T) {
	const depth, above, below = 3, 25, 35
	g := gameAt(t, "international", "W:W31,32,33,36,37,38,41:B6,7,8")
	w := &worker{settings: settings{
		rules: g.Rules(), allConstants: allConstants{rfpDepth: depth, rfpMargin: above, fpDepth: depth, fpMargin: below},
	}, eval: eval.Hand(g.Rules()).Scorer()}
	score := w.evaluate(g.Position())
	sureBeta, sureAlpha := score-depth*above, score+depth*below
	for beta, want := range map[Score]bool{sureBeta: true, sureBeta + 1: false, sureAlpha + 1: true, sureAlpha: false} {
		if _, got := w.futility(g.Position(), &ttEntry{}, beta-1, beta, depth); got != want {
			t.Errorf("beta %v, evaluation %v: got %v, want %v", beta, score, got, want)
		}
	}
}

// TestEstimate has scores from the table that are above and below the evaluation.
func TestEstimate(t *testing.T) {
	g := gameAt(t, "international", "W:W31,32,33,36,37,38,41:B6,7,8")
	w := &worker{settings: settings{rules: g.Rules(), allConstants: allConstants{ttEstimate: 1}}, eval: eval.Hand(g.Rules()).Scorer()}
	own := w.evaluate(g.Position())
	for _, tt := range []struct {
		bound       bound
		score, want Score
	}{
		{noBound, own + 9, own}, {noBound, own - 9, own},
		{exact, own + 9, own + 9}, {exact, own - 9, own - 9},
		{lower, own + 9, own + 9}, {lower, own - 9, own},
		{upper, own + 9, own}, {upper, own - 9, own - 9},
	} {
		if got := w.estimate(g.Position(), &ttEntry{bound: tt.bound, score: tt.score}); got != tt.want {
			t.Errorf("%+v, evaluation %v: got %v", tt, own, got)
		}
	}
	w.ttEstimate = 0
	for _, b := range []bound{exact, lower, upper} {
		for _, score := range []Score{own - 9, own + 9} {
			if got := w.estimate(g.Position(), &ttEntry{bound: b, score: score}); got != own {
				t.Errorf("bound %d, %v, without the table: got %v, want %v", b, score, got, own)
			}
		}
	}
}
