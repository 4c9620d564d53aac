package search

import (
	"context"
	"math/rand/v2"
	"testing"

	"stupol/book/endgame"
	"stupol/eval"
	"stupol/movegen"
)

// newExpert returns an engine for g that has the embedded databases.
func newExpert(t testing.TB, g *movegen.Game, threads int) *Engine {
	t.Helper()
	e, err := New(Options{Rules: g.Rules(), Threads: threads, TableBytes: smallTable, Endgames: endgame.Embedded(g.Rules())})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// TestEndgameScores checks what the databases make of positions that are in
// them, that lead to them, or that are won on the board all the same.
func TestEndgameScores(t *testing.T) {
	tests := []struct {
		name, variant, fen string
		depth              int
		want               Score
	}{
		{"two kings against one", "international", "W:WK3,K17:BK46", 6, Draw},
		{"a man short in a draw", "international", "B:WK3,K17:BK46", 6, Draw},
		{"three kings take the main road", "russian", "W:WK32,K25,K13:BK3", 6, WinIn(17)},
		{"against three kings", "russian", "B:WK29,K25,K13:BK3", 6, LossIn(24)},
		{"two plies from a win", "international", "W:W10,24,K40:B8,39", 5, DatabaseWin - 2},
		{"won on the board", "international", "W:W13,29:B4", 6, WinIn(5)},
	}
	for _, tt := range tests {
		t.Run(tt.variant+"/"+tt.name, func(t *testing.T) {
			g := gameAt(t, tt.variant, tt.fen)
			result, reports := think(t, context.Background(), newExpert(t, g, 1), g, Limits{Depth: tt.depth})
			if result.Score != tt.want {
				t.Errorf("got %v, want %v (%+v)", result.Score, tt.want, reports)
			}
		})
	}
}

// TestEndgameValueIsKept lets the engine move in random endings of every
// variant, captures included, and looks up what it did.
func TestEndgameValueIsKept(t *testing.T) {
	n := 60
	if testing.Short() {
		n = 15
	}
	for _, r := range movegen.Variants() {
		t.Run(r.Name, func(t *testing.T) {
			pr, rng := endgame.Embedded(r).Prober(), rand.New(rand.NewPCG(1, 5))
			for range n {
				g := movegen.NewGameFrom(r, randomEnding(r, rng), nil)
				before := pr.Probe(g.Position())
				if before == endgame.Unknown || len(g.LegalMoves(nil)) == 0 {
					continue
				}
				result, _ := think(t, context.Background(), newExpert(t, g, 2), g, Limits{Nodes: 2000})
				fen := r.FEN(g.Position())
				g.Push(result.Move)
				if after := pr.Probe(g.Position()); after != before.Flipped() {
					t.Errorf("%s: %s makes of a %v a %v for the opponent", fen, r.HubMove(result.Move), before, after)
				}
			}
		})
	}
}

// TestEndgameLineEndsTheGame plays the lines out that are said to end in a win
// or a loss in that many moves.
func TestEndgameLineEndsTheGame(t *testing.T) {
	for _, r := range movegen.Variants() {
		t.Run(r.Name, func(t *testing.T) {
			rng, ended := rand.New(rand.NewPCG(1, 6)), 0
			for range 60 {
				g := movegen.NewGameFrom(r, randomEnding(r, rng), nil)
				if g.Result().Outcome != movegen.Ongoing {
					continue
				}
				result, _ := think(t, context.Background(), newExpert(t, g, 1), g, Limits{Nodes: 500})
				if !result.Score.IsProven() {
					continue
				}
				winner := g.Position().Turn
				if result.Score < 0 {
					winner = winner.Opponent()
				}
				fen := r.FEN(g.Position())
				for _, m := range result.PV {
					g.Push(m)
				}
				if got, want := g.Result().Outcome, movegen.WhiteWins+movegen.Outcome(winner); got != want {
					t.Errorf("%s: %v, but the line ends with %v", fen, result.Score, got)
				}
				ended++
			}
			if ended < 10 {
				t.Errorf("only %d lines to an end", ended)
			}
		})
	}
}

// TestEndgameLines asks for all moves of a won position: each has its score and
// the way to the end, without a search.
func TestEndgameLines(t *testing.T) {
	g := gameAt(t, "english", "W:WK10,K15:BK5")
	result, reports := think(t, context.Background(), newExpert(t, g, 1), g, Limits{Lines: 10})
	if len(reports) != 6 || result.Score != WinIn(15) || result.Nodes != 0 {
		t.Errorf("got %d lines, the best with %v after %d nodes; want 6, %v, 0", len(reports), result.Score, result.Nodes, WinIn(15))
	}
	for k, r := range reports {
		if r.Line != 6-k || r.Score > result.Score || len(r.PV) != int(Win-r.Score) {
			t.Errorf("report %d: line %d with %v in %d moves", k+1, r.Line, r.Score, len(r.PV))
		}
	}
}

// TestFrisianKingsAreWonByDistance looks at an ending of kings alone, whose moves have no
// limit: the databases know the way to the end, and a rule leaves seven moves for it.
func TestFrisianKingsAreWonByDistance(t *testing.T) {
	for _, variant := range []string{"frisian", "frysk"} {
		g := gameAt(t, variant, "B:WK32:BK7,K15")
		result, _ := think(t, context.Background(), newExpert(t, g, 1), g, Limits{Nodes: 1000})
		if result.Score != WinIn(15) || result.Nodes != 0 {
			t.Errorf("%s: got %v after %d nodes, want %v after 0", variant, result.Score, result.Nodes, WinIn(15))
		}
	}
}

// TestEndgameNeedsTime wastes a win of nine moves until five are left to a draw
// by counting.
func TestEndgameNeedsTime(t *testing.T) {
	g := gameAt(t, "russian", "W:WK32,K25,K13:BK3")
	pr := endgame.Embedded(g.Rules()).Prober()
	for g.CountLeft() > 10 || g.Position().Turn == movegen.Black {
		g.Push(idleMove(t, g, pr))
	}
	result, _ := think(t, context.Background(), newExpert(t, g, 1), g, Limits{Depth: 16})
	if plies, _ := pr.Distance(g.Position()); result.Score != Draw {
		t.Errorf("%d plies from the end with %d left: got %v, want a draw", plies, g.CountLeft(), result.Score)
	}
}

// idleMove returns the move of g that leaves the end of the game farthest
// away, without a change of the outcome or a repetition.
func idleMove(t *testing.T, g *movegen.Game, pr *endgame.Prober) movegen.Move {
	t.Helper()
	moves := g.LegalMoves(nil)
	value := pr.Probe(g.Position()).Flipped()
	idle, most := movegen.Move{}, 0
	for _, m := range moves {
		g.Push(m)
		if plies, _ := pr.Distance(g.Position()); pr.Probe(g.Position()) == value && !g.Repeated() && plies > most {
			idle, most = m, plies
		}
		g.Pop()
	}
	if most == 0 {
		t.Fatal("no idle move is left")
	}
	return idle
}

// randomEnding returns a position of two to four pieces.
func randomEnding(r *movegen.Rules, rng *rand.Rand) movegen.Position {
	return randomPieces(r, 2+rng.IntN(3), rng)
}

// randomPieces returns a position of at most n pieces, of both sides in turn.
func randomPieces(r *movegen.Rules, n int, rng *rand.Rand) movegen.Position {
	var sides [2]movegen.Bits
	var kings movegen.Bits
	for i := range n {
		c := movegen.Color(i & 1)
		sq := r.SquareOf(1 + rng.IntN(r.Squares())).Bit()
		if (sides[0]|sides[1])&sq != 0 {
			continue
		}
		sides[c] |= sq
		if r.LastRow(c)&sq != 0 || r.Goal != movegen.FirstKing && rng.IntN(2) == 0 {
			kings |= sq
		}
	}
	return movegen.NewPosition(movegen.Color(rng.IntN(2)), sides[0], sides[1], kings)
}

// TestWeakerWithoutEndgames checks that the levels of skill stay what they
// are.
func TestWeakerWithoutEndgames(t *testing.T) {
	r := movegen.International()
	e, err := New(Options{Rules: r, Skill: 3, Endgames: endgame.Embedded(r)})
	if err != nil {
		t.Fatal(err)
	}
	if e.workers[0].prober != nil {
		t.Error("skill 3 has databases")
	}
}

// TestUncertainScoresProveNothing though the evaluation is at its limit.
func TestUncertainScoresProveNothing(t *testing.T) {
	g := gameAt(t, "frisian", "W:WK31-50,30:BK1,21")
	w := newEngine(t, g, 1).workers[0]
	w.eval = eval.Hand(g.Rules()).Scorer()
	p := g.Position()
	if got := w.evaluate(p); got < MaxEval-likelyWin/2 {
		t.Fatalf("the evaluation is %v, too little to matter", got)
	}
	black := *p
	black.Turn = movegen.Black
	for _, tt := range []struct {
		position *movegen.Position
		value    endgame.Value
		want     Score
	}{{p, endgame.Win, MaxEval}, {&black, endgame.Loss, -MaxEval}} {
		if got := w.uncertainScore(tt.position, tt.value); got != tt.want || got.IsProven() {
			t.Errorf("%v: got %v, want %v", tt.value, got, tt.want)
		}
	}
}

// TestDrawByCountIsHeld defends a lost position whose count runs out 4 plies too early for
// the opponent, unless the defender helps.
func TestDrawByCountIsHeld(t *testing.T) {
	for _, variant := range []string{"russian", "brazilian"} {
		g := gameWithCount(t, variant, "B:WK11,K27,K29:BK26", 18)
		result, _ := think(t, context.Background(), newExpert(t, g, 1), g, Limits{Nodes: 30_000})
		g.Push(result.Move)
		if plies, ok := endgame.Embedded(g.Rules()).Prober().Distance(g.Position()); !ok || plies <= g.CountLeft() {
			t.Errorf("%s: after %s it is lost in %d plies, with %d left", variant, g.Rules().HubMove(result.Move), plies, g.CountLeft())
		}
	}
}
