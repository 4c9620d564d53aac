package search

import (
	"context"
	"reflect"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"stupol/movegen"
)

func TestNodeLimitIsExact(t *testing.T) {
	g := movegen.NewGame(movegen.International())
	withWorkers(t, func(t *testing.T, threads int) {
		for _, limit := range []int64{1, 2, 9, 1000, batchSize, batchSize + 1, 50_000} {
			e := newEngine(t, g, threads)
			result, _ := think(t, context.Background(), e, g, Limits{Nodes: limit})
			var visited int64
			for _, w := range e.workers {
				visited += w.nodesTaken - w.nodesLeft
			}
			if visited != limit || result.Nodes != limit {
				t.Errorf("visited %d nodes, said to be %d, want %d", visited, result.Nodes, limit)
			}
		}
	})
}

func TestDepthLimit(t *testing.T) {
	g := movegen.NewGame(movegen.International())
	withWorkers(t, func(t *testing.T, threads int) {
		result, reports := think(t, context.Background(), newEngine(t, g, threads), g, Limits{Depth: 6})
		if result.Depth != 6 || len(reports) != 6 {
			t.Errorf("got depth %d in %d reports, want 6 in 6", result.Depth, len(reports))
		}
		if threads == 1 && (result.MeanDepth < 6 || result.MeanDepth > 12) {
			t.Errorf("leaves lie %.1f plies deep, want a little more than 6", result.MeanDepth)
		}
	})
}

func TestMoveTimeIsKept(t *testing.T) {
	g := movegen.NewGame(movegen.International())
	onVirtualTime(t, func(t *testing.T, threads int) {
		e := newPaced(t, g, threads)
		for _, limit := range []time.Duration{1, time.Millisecond, 100 * time.Millisecond} {
			start := time.Now()
			think(t, context.Background(), e, g, Limits{MoveTime: limit})
			if took := time.Since(start); took < limit || took > limit+grain {
				t.Errorf("took %v, want %v to %v", took, limit, limit+grain)
			}
		}
	})
}

// TestPace searches on a time that passes with the nodes: the limits in it are kept, it is
// the time of the reports, and a second search says the same.
func TestPace(t *testing.T) {
	const pace = 40 // nodes a millisecond
	g := movegen.NewGame(movegen.International())
	for _, l := range []Limits{
		{MoveTime: 2 * time.Second},
		{Clock: &Clock{Remaining: 30 * time.Second, Increment: time.Second}},
	} {
		l.Pace = pace
		hard := newTimeBudget(&l, 40).hard
		first, reports := think(t, context.Background(), newEngine(t, g, 1), g, l)
		if first.Time > hard+batchSize*time.Millisecond/pace || first.Time < hard/20 {
			t.Errorf("%+v: took %v, want at most %v", l, first.Time, hard)
		}
		if want := time.Duration(first.Nodes) * time.Millisecond / pace; first.Time < want || first.Time > want+batchSize*time.Millisecond/pace {
			t.Errorf("%+v: %d nodes in %v, want %d a millisecond", l, first.Nodes, first.Time, pace)
		}
		second, again := think(t, context.Background(), newEngine(t, g, 1), g, l)
		if !reflect.DeepEqual(second, first) || !reflect.DeepEqual(again, reports) {
			t.Errorf("%+v: got %+v, then %+v", l, first, second)
		}
	}
}

// TestEarlyReport searches for a while with an early report: the one at the end says
// something new, or is not made.
func TestEarlyReport(t *testing.T) {
	const limit, early = time.Second, 100 * time.Millisecond
	g := movegen.NewGame(movegen.International())
	onVirtualTime(t, func(t *testing.T, threads int) {
		e := newPaced(t, g, threads)
		result, reports := think(t, context.Background(), e, g, Limits{MoveTime: limit, EarlyReport: early})
		if last := reports[len(reports)-1]; !reflect.DeepEqual(result.Info, last) {
			t.Errorf("the result is %+v, the last report %+v", result.Info, last)
		}
		at := slices.IndexFunc(reports, func(i Info) bool { return i.Time >= limit-early })
		if at < 0 || reports[at].Time > limit-early+grain {
			t.Fatalf("no report from %v to %v", limit-early, limit-early+grain)
		}
		for i := at + 1; i < len(reports); i++ {
			if a, b := reports[i-1], reports[i]; a.Depth == b.Depth && a.Score == b.Score && slices.Equal(a.PV, b.PV) {
				t.Errorf("after %v again, at %v: depth %d, score %v, %v", a.Time, b.Time, b.Depth, b.Score, b.PV)
			}
		}
		if took := result.Time; took < limit-early || took > limit+grain {
			t.Errorf("the last report came after %v", took)
		}
	})
}

// TestSlowNodesKeepTheTime searches where every evaluation takes a tenth of a second:
// the clock is looked at more often than usual.
func TestSlowNodesKeepTheTime(t *testing.T) {
	const slow, limit = 100 * time.Millisecond, 2 * time.Second
	g := movegen.NewGame(movegen.International())
	onVirtualTime(t, func(t *testing.T, threads int) {
		e, err := New(Options{Rules: g.Rules(), Threads: threads, TableBytes: 1 << 18, Observer: pace(slow)})
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		think(t, context.Background(), e, g, Limits{MoveTime: limit})
		if took, most := time.Since(start), limit+time.Second; took > most {
			t.Errorf("took %v, want at most %v", took, most)
		}
	})
}

func TestClockIsKept(t *testing.T) {
	g := movegen.NewGame(movegen.International())
	onVirtualTime(t, func(t *testing.T, threads int) {
		limits := Limits{Clock: &Clock{Remaining: 3 * time.Second}}
		b := newTimeBudget(&limits, 40)
		start := time.Now()
		think(t, context.Background(), newPaced(t, g, threads), g, limits)
		if took := time.Since(start); took < b.soft/10 || took > b.hard+grain {
			t.Errorf("took %v, want %v to %v", took, b.soft/10, b.hard+grain)
		}
	})
}

// TestLagIsKeptBack loses time on the way to the clock: the next search keeps
// that back.
func TestLagIsKeptBack(t *testing.T) {
	const lost = 50 * time.Millisecond
	g := movegen.NewGame(movegen.International())
	synctest.Test(t, func(t *testing.T) {
		e := newPaced(t, g, 1)
		clock := Clock{Remaining: 10 * time.Second}
		start := time.Now()
		think(t, context.Background(), e, g, Limits{Clock: &clock, Depth: 3})
		clock.Remaining -= time.Since(start) + lost
		think(t, context.Background(), e, g, Limits{Clock: &clock, Depth: 3})
		want := newTimeBudget(&Limits{Clock: &clock, Overhead: lost}, 40)
		if got := e.workers[0].control.budget; got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
	})
}

func TestCancelledSearchHasAMove(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	withWorkers(t, func(t *testing.T, threads int) {
		eachRandomGame(t, 3, func(t *testing.T, g *movegen.Game) {
			result, _ := think(t, ctx, newEngine(t, g, threads), g, Limits{Analyze: true})
			if result.Found && !result.Score.IsProven() && result.Depth != 1 {
				t.Errorf("got depth %d, want the first and no more", result.Depth)
			}
		})
	})
}

// TestFirstDepthEnds gives no time to positions that are full of kings, where
// the captures alone of the first depth would take seconds.
func TestFirstDepthEnds(t *testing.T) {
	for _, variant := range []string{"international", "losing"} {
		fen := "W:WK1,K3,K5,K6,K8,K10,K11,K13,K15,K16,K18,K20,K25,K30,K35:BK31,K33,K36,K38,K40,K41,K43,K45,K46,K48,K50,K22,K24,K27"
		g := gameAt(t, variant, fen)
		result, _ := think(t, context.Background(), newEngine(t, g, 1), g, Limits{MoveTime: 1, Analyze: true})
		if most := int64(firstNodes + batchSize); result.Nodes > most { // the worker looks at the clock before each batch
			t.Errorf("%s: visited %d nodes, want at most %d", variant, result.Nodes, most)
		}
	}
}

func TestCancelStops(t *testing.T) {
	const patience = 30 * time.Millisecond
	g := movegen.NewGame(movegen.International())
	onVirtualTime(t, func(t *testing.T, threads int) {
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		start := time.Now()
		think(t, ctx, newPaced(t, g, threads), g, Limits{})
		if took := time.Since(start); took < patience || took > patience+grain {
			t.Errorf("took %v, want %v to %v", took, patience, patience+grain)
		}
	})
}

// TestForcedMove gives the one legal move at once, unless asked to analyse.
func TestForcedMove(t *testing.T) {
	g := gameAt(t, "international", "W:W28,38,42,47,50:B23,3,9,14")
	e := newEngine(t, g, 1)
	result, reports := think(t, context.Background(), e, g, Limits{MoveTime: 10 * time.Second, Depth: 5})
	if result.Depth != 1 || len(reports) != 1 {
		t.Errorf("got depth %d in %d reports, want 1 in 1", result.Depth, len(reports))
	}
	result, _ = think(t, context.Background(), e, g, Limits{Depth: 5, Analyze: true})
	if result.Depth != 5 {
		t.Errorf("analysing: got depth %d, want 5", result.Depth)
	}
}

// TestOnlyTheMovesAskedFor excludes the best move, then all others.
func TestOnlyTheMovesAskedFor(t *testing.T) {
	g := gameAt(t, "international", "W:W13,29:B4") // 13-9 wins at once
	best, err := g.Rules().ParseHubMove(g.Position(), "13-9")
	if err != nil {
		t.Fatal(err)
	}
	others := slices.DeleteFunc(g.LegalMoves(nil), func(m movegen.Move) bool { return m == best })
	for _, moves := range [][]movegen.Move{others, {best}, {best, best, {}}} {
		_, reports := think(t, context.Background(), newEngine(t, g, 2), g, Limits{Depth: 4, Moves: moves, Lines: 9})
		for _, r := range reports {
			if !slices.Contains(moves, r.PV[0]) || r.Line > len(moves) {
				t.Errorf("asked for %v: line %d begins with %v", moves, r.Line, r.PV[0])
			}
		}
	}
	e := newEngine(t, g, 1)
	if _, err := e.Search(context.Background(), g, Limits{Depth: 1, Moves: []movegen.Move{{}}}, nil); err == nil {
		t.Error("asked for illegal moves alone: no error")
	}
}

// TestOneMoveAskedForIsNotForced thinks about it like any other.
func TestOneMoveAskedForIsNotForced(t *testing.T) {
	g := movegen.NewGame(movegen.International())
	limits := Limits{Depth: 5, MoveTime: time.Minute, Moves: g.LegalMoves(nil)[:1]}
	if result, _ := think(t, context.Background(), newEngine(t, g, 1), g, limits); result.Depth != 5 {
		t.Errorf("got depth %d, want 5", result.Depth)
	}
}

func TestSolvedPositionEndsTheAnalysis(t *testing.T) {
	g := gameAt(t, "international", "W:W13,29:B4")
	result, reports := think(t, context.Background(), newEngine(t, g, 1), g, Limits{Analyze: true})
	if !result.Score.IsProven() || len(reports) > 10 {
		t.Errorf("got %v after %d reports, want a win after at most 10", result.Score, len(reports))
	}
}

// TestUnsolvedLinesGoOn asks for three lines, of which the best is won soon: the
// search goes on until the end is known along the others.
func TestUnsolvedLinesGoOn(t *testing.T) {
	const lines = 3
	g := gameAt(t, "international", "W:W13,29:B4")
	result, reports := think(t, context.Background(), newEngine(t, g, 1), g, Limits{Depth: 20, Lines: lines})
	for _, r := range reports[len(reports)-lines:] {
		if !r.Score.IsProven() || r.Depth != result.Depth {
			t.Errorf("line %d ends with %v at depth %d", r.Line, r.Score, r.Depth)
		}
	}
}

func TestNoLegalMove(t *testing.T) {
	g := gameAt(t, "international", "W:W36:B31,27")
	result, reports := think(t, context.Background(), newEngine(t, g, 1), g, Limits{Depth: 3})
	if result.Found || len(reports) != 0 {
		t.Errorf("got %+v and %d reports, want nothing", result, len(reports))
	}
}

// TestGiveWay searches on all processors, of which there is one, with other work to do, which gets
// its turn at each look at the clock: a stop or a report would wait some ten milliseconds otherwise.
func TestGiveWay(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	g := movegen.NewGame(movegen.International())
	e := newEngine(t, g, 1)
	var turns atomic.Int64
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for ctx.Err() == nil {
			turns.Add(1)
			runtime.Gosched()
		}
	}()
	const looks = 100
	think(t, t.Context(), e, g, Limits{Nodes: looks * batchSize})
	cancel()
	if got := turns.Load(); got < looks/2 {
		t.Errorf("in a search of %d looks at the clock other work had its turn %d times", looks, got)
	}
}
