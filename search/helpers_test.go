package search

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"stupol/movegen"
)

// gameAt returns a game of the variant from the position written in FEN.
func gameAt(t testing.TB, variant, fen string) *movegen.Game {
	t.Helper()
	r, err := movegen.Lookup(variant)
	if err != nil {
		t.Fatal(err)
	}
	p, err := r.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return movegen.NewGameFrom(r, p, nil)
}

// randomGame plays that many random plies from the start, fewer if the game
// ends.
func randomGame(r *movegen.Rules, rng *rand.Rand, plies int) *movegen.Game {
	g := movegen.NewGame(r)
	for range plies {
		moves := g.LegalMoves(nil)
		if len(moves) == 0 {
			break
		}
		g.Push(moves[rng.IntN(len(moves))])
	}
	return g
}

// eachRandomGame calls f with n random games of every variant, that end at
// all stages.
func eachRandomGame(t *testing.T, n int, f func(*testing.T, *movegen.Game)) {
	t.Helper()
	for _, r := range movegen.Variants() {
		t.Run(r.Name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(2, 1))
			for range n {
				f(t, randomGame(r, rng, rng.IntN(120)))
			}
		})
	}
}

// withWorkers calls f for searches by one worker, by two and by four.
func withWorkers(t *testing.T, f func(t *testing.T, threads int)) {
	t.Helper()
	for _, threads := range []int{1, 2, 4} {
		t.Run(fmt.Sprintf("threads=%d", threads), func(t *testing.T) { f(t, threads) })
	}
}

// smallTable is the size of a table, in bytes, that is made at once: one of a megabyte
// takes milliseconds, and the tests make thousands.
const smallTable = 1 << 17

// newEngine returns an engine for g with a small table.
func newEngine(t testing.TB, g *movegen.Game, threads int) *Engine {
	t.Helper()
	return engineWithTable(t, g, threads, smallTable)
}

// engineWithTable returns an engine for g with a table of that many bytes.
func engineWithTable(t testing.TB, g *movegen.Game, threads int, bytes int64) *Engine {
	t.Helper()
	e, err := New(Options{Rules: g.Rules(), Threads: threads, TableBytes: bytes})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// think searches g and returns the result and all reports, which must be
// sound: at least one if there is a legal move, all with legal lines.
func think(t testing.TB, ctx context.Context, e *Engine, g *movegen.Game, l Limits) (Result, []Info) {
	t.Helper()
	var reports []Info
	result, err := e.Search(ctx, g, l, func(i Info) { reports = append(reports, i) })
	if err != nil {
		t.Fatal(err)
	}
	if legal := len(g.LegalMoves(nil)); result.Found != (legal > 0) || (len(reports) > 0) != (legal > 0) {
		t.Fatalf("%d legal moves: found %v with %d reports", legal, result.Found, len(reports))
	}
	for _, info := range reports {
		checkLine(t, g, info.PV)
	}
	if result.Found && result.Move != result.PV[0] {
		t.Errorf("the move %+v is not the first of the line %+v", result.Move, result.PV)
	}
	return result, reports
}

// checkLine fails the test unless line is at least one move, and all of it
// legal in g.
func checkLine(t testing.TB, g *movegen.Game, line []movegen.Move) {
	t.Helper()
	if len(line) == 0 {
		t.Fatal("a report without a line")
	}
	g = g.Clone()
	for i, m := range line {
		if !slices.Contains(g.LegalMoves(nil), m) {
			t.Fatalf("%s: move %d of the line is illegal: %+v", g.Rules().FEN(g.Position()), i+1, m)
		}
		g.Push(m)
	}
}
