package search

import (
	"context"
	"testing"
	"testing/synctest"

	"stupol/movegen"
)

// TestSharedSearchIsMinimax lets several workers search every line to the same depth, without a
// table: the others take nothing away from the one that leads.
func TestSharedSearchIsMinimax(t *testing.T) {
	games, depth := 6, 5
	if testing.Short() {
		games, depth = 4, 4
	}
	eachRandomGame(t, games, func(t *testing.T, g *movegen.Game) {
		scores := map[int]Score{} // of minimax, by depth
		for _, threads := range []int{2, 4} {
			e := newEngine(t, g, threads)
			for _, w := range e.workers {
				w.exhaustive, w.table = true, nil
			}
			result, _ := think(t, context.Background(), e, g, Limits{Depth: depth, Analyze: true})
			if !result.Found {
				return
			}
			want, ok := scores[result.Depth]
			if !ok {
				want = bestOf(g, g.LegalMoves(nil), result.Depth, 0)
				scores[result.Depth] = want
			}
			if result.Score != want {
				t.Errorf("%s, depth %d, %d threads: got %v, want %v", g.Rules().FEN(g.Position()), result.Depth, threads, result.Score, want)
			}
		}
	})
}

// TestHelpersHelp looks whether others than the leader have visited positions.
// The leader sleeps now and then, so that they get to run on one processor, too.
func TestHelpersHelp(t *testing.T) {
	g := movegen.NewGame(movegen.International())
	synctest.Test(t, func(t *testing.T) {
		e := newPaced(t, g, 2)
		think(t, t.Context(), e, g, Limits{Depth: 9})
		if e.workers[1].nodesTaken == 0 {
			t.Error("the second worker has visited nothing")
		}
	})
}

// TestHelpersTakeNoFirstDepth: with few nodes, and at each level of skill, several threads search as
// deep as one has to, and at a level of skill no less deep than one.
func TestHelpersTakeNoFirstDepth(t *testing.T) {
	g := movegen.NewGame(movegen.International())
	for _, o := range []struct {
		skill int
		nodes int64
	}{{1, 0}, {3, 0}, {6, 0}, {0, 20}, {0, 200}} {
		alone := 0
		for _, threads := range []int{1, 2, 8} {
			e, err := New(Options{Rules: g.Rules(), Threads: threads, TableBytes: 1 << 20, Skill: o.skill})
			if err != nil {
				t.Fatal(err)
			}
			for range 20 {
				e.Clear()
				result, _ := think(t, context.Background(), e, g, Limits{Nodes: o.nodes})
				if threads == 1 {
					alone = result.Depth
				}
				if result.Depth == 0 || o.skill > 0 && result.Depth != alone {
					t.Errorf("skill %d, %d nodes, %d threads: depth %d, alone %d", o.skill, o.nodes, threads, result.Depth, alone)
				}
			}
			e.Close()
		}
	}
}

// TestHelpersKeepUp has a helper that is far behind go on with the depth of the leader.
func TestHelpersKeepUp(t *testing.T) {
	g := movegen.NewGame(movegen.International())
	e := newEngine(t, g, 2)
	helper := e.workers[1]
	helper.begin(newControl(t.Context(), &Limits{Nodes: 20_000}, g), g, 1)
	helper.team.depth.Store(30)
	if helper.help(); helper.root.depth < 30 {
		t.Errorf("the last depth of a helper is %d, that of the leader 30", helper.root.depth)
	}
}

// TestHelpersStop ends a search that the leader has done, or that is over, for all: the next one
// begins with nobody at work.
func TestHelpersStop(t *testing.T) {
	g := movegen.NewGame(movegen.International())
	e := newEngine(t, g, 4)
	for _, l := range []Limits{{Depth: 9}, {Nodes: 50_000}, {Depth: 8, Lines: 3}, {MoveTime: 1e7}} {
		think(t, t.Context(), e, g, l)
		if !e.workers[0].control.stop.Load() {
			t.Errorf("%+v: the others have not been told to stop", l)
		}
	}
}

// TestReducedDepthIsKept looks what the table knows of a position that was reduced since it knew no
// move: with several threads as much as was asked for.
func TestReducedDepthIsKept(t *testing.T) {
	const depth = 5
	g := movegen.NewGame(movegen.International())
	for threads, want := range map[int]int{1: depth - 1, 2: depth} {
		w := newEngine(t, g, threads).workers[0]
		w.begin(newControl(t.Context(), &Limits{Analyze: true}, g), g, 1)
		w.search(-Infinite, Infinite, depth, 1)
		if got := w.table.get(w.key(g.Position())).depth; got != want {
			t.Errorf("%d threads: it is known to depth %d, want %d", threads, got, want)
		}
	}
}
