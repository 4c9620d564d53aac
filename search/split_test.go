package search

import (
	"context"
	"runtime"
	"testing"

	"stupol/movegen"
)

// TestSharedSearchIsMinimax lets several workers search every line to the same
// depth, without a table: whatever they share, nothing may be lost or invented.
func TestSharedSearchIsMinimax(t *testing.T) {
	games, depth := 10, 5
	if testing.Short() {
		games, depth = 4, 4
	}
	for _, threads := range []int{2, 4} {
		eachRandomGame(t, games, func(t *testing.T, g *movegen.Game) {
			e := newEngine(t, g, threads)
			for _, w := range e.workers {
				w.exhaustive, w.table = true, nil
			}
			result, _ := think(t, context.Background(), e, g, Limits{Depth: depth, Analyze: true})
			if !result.Found {
				return
			}
			if want := bestOf(g, g.LegalMoves(nil), result.Depth, 0); result.Score != want {
				t.Errorf("%s, depth %d, %d threads: got %v, want %v", g.Rules().FEN(g.Position()), result.Depth, threads, result.Score, want)
			}
		})
	}
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
			if w.shared > 0 || len(w.wake) > 0 {
				t.Errorf("%+v: worker %d has %d splits and is woken %d times", l, i, w.shared, len(w.wake))
			}
		}
	}
}

// TestHelpersHelp looks whether others than the leader have visited positions.
// On a busy machine a search may be over before they get to run. With GOMAXPROCS=1
// they run only when the leader has been interrupted, 10 ms later, and what it
// shared is done by then.
func TestHelpersHelp(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(max(runtime.GOMAXPROCS(0), 2)))
	g := movegen.NewGame(movegen.International())
	e := newEngine(t, g, 2)
	for range 100 {
		e.Clear()
		think(t, context.Background(), e, g, Limits{Depth: 11})
		if e.workers[1].granted > 0 {
			return
		}
	}
	t.Error("the second worker has visited nothing in 100 searches")
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
	if !first.raise(n) || first.cutOff() {
		t.Error("the first may not search its better move")
	}
	if second.raise(n) || !second.cutOff() {
		t.Error("the second goes on with its move")
	}
	if below := (&split{parent: s}); !below.over() {
		t.Error("what the second shares is not over")
	}
	if below := (&split{parent: s, seen: first.seen}); below.over() {
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

// TestShouldSplit asks for help when somebody rests who may give it.
func TestShouldSplit(t *testing.T) {
	mine, others := &split{}, &split{}
	helper := &worker{}
	owner := &worker{teamMember: teamMember{waits: mine}}
	stranger := &worker{teamMember: teamMember{waits: others}}
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
