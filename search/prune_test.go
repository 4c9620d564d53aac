package search

import (
	"context"
	"slices"
	"testing"

	"stupol/eval"
	"stupol/movegen"
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
			got, ok := w.futility(g.Position(), ttEntry{}, tt.alpha, tt.beta, tt.depth)
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
		if _, got := w.futility(g.Position(), ttEntry{}, beta-1, beta, depth); got != want {
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
		if got := w.correctedEval(g.Position(), ttEntry{bound: tt.bound, score: tt.score}); got != tt.want {
			t.Errorf("%+v, evaluation %v: got %v", tt, own, got)
		}
	}
	w.ttEstimate = 0
	for _, b := range []bound{exact, lower, upper} {
		for _, score := range []Score{own - 9, own + 9} {
			if got := w.correctedEval(g.Position(), ttEntry{bound: b, score: score}); got != own {
				t.Errorf("bound %d, %v, without the table: got %v, want %v", b, score, got, own)
			}
		}
	}
}

// TestReductionByPlace gives the constants values that are easy to tell apart: moves are
// reduced from the third on, in a principal variation from the fifth. The reductions were
// worked out by hand, as 0.5 + 0.6 ln(depth) ln(i).
func TestReductionByPlace(t *testing.T) {
	some := allConstants{lmrFrom: 2, lmrFromPV: 4, lmrBase: 50, lmrLog: 60, lmrDepth: 3, lmrCutFrom: 4, lmrCutDepth: 5}
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
		{"the first that is late: 1.41", quiet, 2, 9, false, false, 1},
		{"late: 2.86", quiet, 6, 9, false, false, 2},
		{"latest: 3.24", quiet, 8, 9, false, false, 3},
		{"less deep: 2.74", quiet, 8, 6, false, false, 2},
		{"shallow: 1.87", quiet, 8, 3, false, false, 1},
		{"too shallow", quiet, 8, 2, false, false, 0},
		{"deeper than any: 6.56", quiet, 9, 1000, false, false, 6},
		{"later than any: 6.56", quiet, 1000, 9, false, false, 6},
		{"early in a principal variation", quiet, 3, 9, true, false, 0},
		{"late in a principal variation: 2.33", quiet, 4, 9, true, false, 1},
		{"latest in a principal variation: 3.24", quiet, 8, 9, true, false, 2},
		{"shallow in a principal variation: 1.41", quiet, 4, 3, true, false, 0},
		{"a capture", capture, 9, 9, false, false, 0},
		{"a promotion", promotion, 9, 9, false, false, 0},
		{"everything is asked for", quiet, 9, 9, false, true, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := &worker{settings: settings{allConstants: some, exhaustive: tt.exhaustive}}
			n := &node{moves: slices.Repeat([]movegen.Move{tt.m}, tt.i+1), beta: 1}
			if tt.pv {
				n.beta = 100
			}
			if got := w.reductionByPlace(n, tt.i, 0, tt.depth); got != tt.want {
				t.Errorf("got %d plies, want %d", got, tt.want)
			}
			if n.cut = true; !tt.pv && tt.want > 0 && tt.i >= 4 && tt.depth >= 5 {
				tt.want++
			}
			if got := w.reductionByPlace(n, tt.i, 0, tt.depth); got != tt.want {
				t.Errorf("where a cut is expected: got %d plies, want %d", got, tt.want)
			}
		})
	}
}

// A move that forces a capture is reduced by a ply less than others, if at all.
func TestForcingMovesAreReducedLess(t *testing.T) {
	g := gameAt(t, "international", "W:W28,50:B19")
	w := &worker{settings: settings{rules: g.Rules(), allConstants: (*Constants)(nil).of(g.Rules())}}
	w.game = g
	for _, m := range g.LegalMoves(nil) {
		n := &node{moves: slices.Repeat([]movegen.Move{m}, 10), beta: 1}
		g.Push(m)
		for _, i := range []int{0, 1, 9} {
			want := w.reductionByPlace(n, i, 0, 9)
			if g.Rules().HubMove(m) == "28-23" {
				want = max(want-1, 0)
			}
			if got := w.lateMoveReduction(n, i, 0, 9); got != want {
				t.Errorf("%s as move %d: reduced by %d plies, want %d", g.Rules().HubMove(m), i, got, want)
			}
		}
		g.Pop()
	}
}

// TestReductionBySteps gives the constants values that are easy to tell apart: moves are
// reduced from the third on, in a principal variation from the fifth, by two plies
// from the seventh, and by one more from the ninth if six plies follow.
func TestReductionBySteps(t *testing.T) {
	some := allConstants{
		lmrFrom: 2, lmrFromPV: 4, lmrMoreFrom: 6, lmrMostFrom: 8, lmrMostDepth: 6, lmrDepth: 3,
	}
	for _, tt := range []struct {
		name     string
		i, depth int
		pv       bool
		want     int
	}{
		{"an early move", 1, 9, false, 0},
		{"the first that is late", 2, 9, false, 1},
		{"late enough for two plies", 6, 9, false, 2},
		{"not quite late enough for two", 5, 9, false, 1},
		{"late enough for three", 8, 6, false, 3},
		{"not quite late enough for three", 7, 6, false, 2},
		{"too shallow for three", 8, 5, false, 2},
		{"too shallow", 8, 2, false, 0},
		{"early in a principal variation", 3, 9, true, 0},
		{"late in a principal variation", 4, 9, true, 1},
		{"later in a principal variation", 7, 9, true, 1},
		{"latest in a principal variation", 8, 9, true, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := &worker{settings: settings{allConstants: some}}
			n := &node{moves: make([]movegen.Move, tt.i+1), beta: 1}
			if tt.pv {
				n.beta = 100
			}
			if got := w.reductionByPlace(n, tt.i, 0, tt.depth); got != tt.want {
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
			got, ok := w.singular(n, tt.known)
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
		if w.mayBeSingular(n, known) {
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

// TestCutsAreExpected looks at the nodes of a search: a principal variation expects no cut, an
// answer to a reduced move does, and in a zero window every other ply.
func TestCutsAreExpected(t *testing.T) {
	g := gameAt(t, "international", "W:W31-50:B1-20")
	for _, tt := range []struct {
		name        string
		i           int
		alpha, beta Score
		cut, want   bool
	}{
		{"the first move of a principal variation", 0, -100, 100, false, false},
		{"the first where none is expected", 0, 0, 1, false, true},
		{"the first where one is", 0, 0, 1, true, false},
		{"another of a principal variation", 1, 500, 700, false, true},
		{"another where none is expected", 1, 0, 1, false, true},
		{"another where one is", 1, 0, 1, true, false},
	} {
		w := &worker{settings: settings{rules: g.Rules(), exhaustive: true}, eval: eval.Hand(g.Rules()).Scorer()}
		w.begin(newControl(context.Background(), &Limits{Analyze: true}, g), g, 1)
		n := &w.nodes[0]
		n.moves = g.LegalMoves(nil)
		n.open(tt.alpha, tt.beta, 1)
		n.cut = tt.cut
		w.searchMove(n, tt.i, tt.alpha)
		if got := w.nodes[1].cut; got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}
