package search

import (
	"context"
	"reflect"
	"testing"
	"testing/synctest"

	"stupol/movegen"
)

// TestSharedSearchIsMinimax lets several workers search every line to the same
// depth, without a table: whatever they share, nothing may be lost or invented.
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

// TestSplitWithoutHelpers lets a worker share whatever it can with nobody: it
// must do exactly what a worker alone does, and learn the same from it.
func TestSplitWithoutHelpers(t *testing.T) {
	const depth = 7
	eachRandomGame(t, 1, func(t *testing.T, g *movegen.Game) {
		if g.Result().Outcome != movegen.Ongoing {
			return
		}
		alone, sharing := newEngine(t, g, 1).workers[0], newEngine(t, g, 1).workers[0]
		sharing.team = &team{}
		sharing.team.idle.Store(1) // somebody rests, but never comes
		for _, w := range []*worker{alone, sharing} {
			w.begin(newControl(context.Background(), &Limits{Analyze: true}, g), g, 2)
			w.deepen(1, depth, func(int) {})
		}
		fen := g.Rules().FEN(g.Position())
		if got, want := sharing.visited(), alone.visited(); got != want {
			t.Errorf("%s: visited %d positions, want %d", fen, got, want)
		}
		if !reflect.DeepEqual(sharing.root.lines, alone.root.lines) {
			t.Errorf("%s: got lines %+v, want %+v", fen, sharing.root.lines, alone.root.lines)
		}
		if sharing.history != alone.history {
			t.Errorf("%s: the history differs", fen)
		}
	})
}

// TestEverybodyGoesHome however a search ends.
func TestEverybodyGoesHome(t *testing.T) {
	g := movegen.NewGame(movegen.International())
	e := newEngine(t, g, 4)
	for _, l := range []Limits{{Depth: 9}, {Nodes: 50_000}, {Depth: 8, Lines: 3}, {MoveTime: 1e7}} {
		think(t, context.Background(), e, g, l)
		if n := len(e.workers[0].team.open); n > 0 {
			t.Errorf("%+v: %d splits are open", l, n)
		}
		if team := e.workers[0].team; len(team.resting) > 0 || team.idle.Load() != 0 {
			t.Errorf("%+v: %d workers rest, said to be %d", l, len(team.resting), team.idle.Load())
		}
		for i, w := range e.workers {
			if w.splitsInUse > 0 || len(w.wake) > 0 {
				t.Errorf("%+v: worker %d has %d splits and is woken %d times", l, i, w.splitsInUse, len(w.wake))
			}
		}
	}
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

func TestSplitsEndWithThoseAbove(t *testing.T) {
	root := &split{}
	middle := &split{parent: root}
	leaf, other := &split{parent: middle}, &split{parent: root}
	middle.cut.Store(true)
	tests := []struct {
		name        string
		s           *split
		over, below bool // below middle
	}{
		{"root", root, false, false},
		{"middle", middle, true, true},
		{"leaf", leaf, true, true},
		{"other", other, false, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.s.over(); got != tt.over {
				t.Errorf("over: got %v, want %v", got, tt.over)
			}
			if got := tt.s.below(middle); got != tt.below {
				t.Errorf("below the middle: got %v, want %v", got, tt.below)
			}
			if !tt.s.below(nil) {
				t.Error("not below nothing")
			}
		})
	}
}

// TestRaise lets one of two workers at a split find a better move.
func TestRaise(t *testing.T) {
	n := &node{moves: make([]movegen.Move, 9)}
	n.open(-Infinite, Infinite, 5)
	s := &split{node: n, next: 3}
	all := &team{open: []*split{s}}
	member := teamMember{team: all, split: s}
	first, second := &worker{teamMember: member}, &worker{teamMember: member}
	if !first.raise(n) || first.checkStopped() {
		t.Error("the first may not search its better move")
	}
	if second.raise(n) || !second.checkStopped() {
		t.Error("the second goes on with its move")
	}
	if below := (&split{parent: s}); !below.over() {
		t.Error("what the second shares is not over")
	}
	if below := (&split{parent: s, seenRaises: first.seenRaises}); below.over() {
		t.Error("what the first shares is over")
	}
	second.mergeResult(s, 2, Draw)
	if s.left() > 0 || all.deepest(nil) != nil {
		t.Error("moves may be taken before alpha is known")
	}
	first.mergeResult(s, 1, 40)
	if got := s.left(); s.node.alpha != 40 || got != 7 {
		t.Errorf("afterwards: alpha %v, %d moves left, want 40 and 7", s.node.alpha, got)
	}
	if got := s.take(); got != 2 {
		t.Errorf("took move %d, want the one given back", got)
	}
}

// TestWorkIsFound gives work to those who may do it: to helpers that which is
// deepest, to owners only what is below the split they wait at.
func TestWorkIsFound(t *testing.T) {
	at := func(childDepth int) *node { return &node{moves: make([]movegen.Move, 5), childDepth: childDepth} }
	mine := &split{node: at(9), next: 5}
	below := &split{node: at(4), parent: mine}
	elsewhere := &split{node: at(6)}
	raised := &split{node: at(8), raising: true}
	cut := &split{node: at(8)}
	cut.cut.Store(true)
	all := &team{open: []*split{mine, raised, below, elsewhere, cut}}
	if got := all.deepest(nil); got != elsewhere {
		t.Errorf("a helper gets %+v, want the deepest with moves to take", got)
	}
	if got := all.deepest(mine); got != below {
		t.Errorf("an owner gets %+v, want what is below its split", got)
	}
	if got := all.deepest(below); got != below {
		t.Errorf("an owner gets %+v, want its own split", got)
	}
	if got := all.deepest(raised); got != nil {
		t.Errorf("an owner gets %+v, want nothing", got)
	}
}

// TestShouldSplit asks for help when somebody rests who may give it.
func TestShouldSplit(t *testing.T) {
	mine, others := &split{}, &split{}
	helper := &worker{}
	owner := &worker{teamMember: teamMember{waitsFor: mine}}
	stranger := &worker{teamMember: teamMember{waitsFor: others}}
	tests := []struct {
		name         string
		rests        *worker
		moves, depth int
		want         bool
	}{
		{"a helper rests", helper, 2, splitDepth, true},
		{"the owner above rests", owner, 2, splitDepth, true},
		{"an owner elsewhere rests", stranger, 2, splitDepth, false},
		{"one move is left", helper, 1, splitDepth, false},
		{"too shallow", helper, 2, splitDepth - 1, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			all := &team{}
			w := &worker{teamMember: teamMember{team: all, split: &split{parent: mine}}}
			all.setIdle(tt.rests, true)
			if got := w.shouldSplit(tt.moves, tt.depth); got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
			all.setIdle(tt.rests, false)
			if w.shouldSplit(tt.moves, tt.depth) {
				t.Error("still wanted when nobody rests")
			}
		})
	}
	if (&worker{}).shouldSplit(9, 9) {
		t.Error("a worker alone wants help")
	}
}
