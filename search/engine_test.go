package search

import (
	"context"
	"errors"
	"slices"
	"testing"

	"stupol/movegen"
)

func TestNewRefusesNonsense(t *testing.T) {
	for _, o := range []Options{
		{},
		{Rules: movegen.International(), Threads: -1},
		{Rules: movegen.International(), TableBytes: -1},
	} {
		if _, err := New(o); err == nil {
			t.Errorf("%+v: no error", o)
		}
	}
}

func TestSearchRefusesAnotherVariant(t *testing.T) {
	variants := movegen.Variants()
	e := newEngine(t, movegen.NewGame(variants[0]), 1)
	if _, err := e.Search(context.Background(), movegen.NewGame(variants[1]), Limits{Depth: 1}, nil); err == nil {
		t.Error("no error")
	}
}

func TestSearchLeavesTheGameAlone(t *testing.T) {
	g := movegen.NewGame(movegen.International())
	think(t, context.Background(), newEngine(t, g, 1), g, Limits{Nodes: 5000})
	if *g.Position() != g.Rules().Start() || len(g.Moves()) != 0 {
		t.Error("the game has changed")
	}
}

// TestLinesAreLegal relies on think, which checks every report.
func TestLinesAreLegal(t *testing.T) {
	withWorkers(t, func(t *testing.T, threads int) {
		eachRandomGame(t, 5, func(t *testing.T, g *movegen.Game) {
			think(t, context.Background(), newEngine(t, g, threads), g, Limits{Nodes: 5000})
		})
	})
}

// TestOneThreadIsDeterministic also after Clear.
func TestOneThreadIsDeterministic(t *testing.T) {
	eachRandomGame(t, 3, func(t *testing.T, g *movegen.Game) {
		e := newEngine(t, g, 1)
		first, _ := think(t, context.Background(), e, g, Limits{Depth: 7})
		e.Clear()
		cleared, _ := think(t, context.Background(), e, g, Limits{Depth: 7})
		second, _ := think(t, context.Background(), newEngine(t, g, 1), g, Limits{Depth: 7})
		for _, other := range []Result{cleared, second} {
			if other.Nodes != first.Nodes || other.Score != first.Score || !slices.Equal(other.PV, first.PV) {
				t.Errorf("%s: got %+v, then %+v", g.Rules().FEN(g.Position()), first, other)
			}
		}
	})
}

// TestNodesDoNotAllocate bounds the allocations of a whole search by what its
// beginning, its end and its reports need.
func TestNodesDoNotAllocate(t *testing.T) {
	for _, r := range movegen.Variants() {
		t.Run(r.Name, func(t *testing.T) {
			g := movegen.NewGame(r)
			e := newEngine(t, g, 1)
			got := testing.AllocsPerRun(3, func() {
				if _, err := e.Search(context.Background(), g, Limits{Nodes: 20_000}, nil); err != nil {
					t.Fatal(err)
				}
			})
			if got > 200 {
				t.Errorf("got %v allocations in 20,000 nodes, want at most 200", got)
			}
		})
	}
}

// TestEverySearchIsNewer lets what a search stores give way to the next.
func TestEverySearchIsNewer(t *testing.T) {
	g := movegen.NewGame(movegen.International())
	e := newEngine(t, g, 1)
	for want := uint8(1); want <= 3; want++ {
		result, _ := think(t, context.Background(), e, g, Limits{Depth: 3})
		hash, found := g.Position().HashAfter(result.Move), false
		bucket := e.table.bucket(hash)
		for i := range bucket {
			data, ok := bucket[i].get(hash)
			found = found || ok && ageOf(data) == want
		}
		if !found {
			t.Errorf("search %d stored no entry of its age", want)
		}
	}
}

func BenchmarkSearch(b *testing.B) {
	for _, r := range movegen.Variants() {
		b.Run("variant="+r.Name, func(b *testing.B) {
			g, nodes := movegen.NewGame(r), int64(0)
			for b.Loop() {
				result, err := newEngine(b, g, 1).Search(context.Background(), g, Limits{Nodes: 500_000}, nil)
				if err != nil {
					b.Fatal(err)
				}
				nodes += result.Nodes
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
		})
	}
}

// TestPlayable makes sure that there is a legal move to play, whatever a search returned.
func TestPlayable(t *testing.T) {
	legal := gameAt(t, "english", "W:W27,K30:B12").LegalMoves(nil)
	failure := errors.New("failure")
	for _, tt := range []struct {
		name   string
		result Result
		err    error
		want   movegen.Move
		why    error
	}{
		{"a legal move", Result{Move: legal[1], Found: true}, nil, legal[1], nil},
		{"none", Result{}, nil, legal[0], ErrNoMove},
		{"an illegal move", Result{Move: movegen.Move{From: 1, To: 2}, Found: true}, nil, legal[0], ErrNoMove},
		{"an error", Result{Move: legal[1], Found: true}, failure, legal[0], failure},
	} {
		if got, err := Playable(tt.result, tt.err, legal); got.Move != tt.want || !errors.Is(err, tt.why) {
			t.Errorf("%s: %v, %v", tt.name, got.Move, err)
		}
	}
}

// counter is an Observer that counts.
type counter struct{ evaluated, wrong int }

func (c *counter) Evaluated(p *movegen.Position) {
	c.evaluated++
	if p.Hash != movegen.NewPosition(p.Turn, p.Pieces[movegen.White], p.Pieces[movegen.Black], p.Kings).Hash {
		c.wrong++
	}
}

// An observer sees positions as they stand on the board, and changes nothing.
func TestObserver(t *testing.T) {
	g := movegen.NewGame(movegen.International())
	alone, _ := think(t, context.Background(), newEngine(t, g, 1), g, Limits{Nodes: 5000})
	var seen counter
	e, err := New(Options{Rules: g.Rules(), Observer: &seen})
	if err != nil {
		t.Fatal(err)
	}
	got, _ := think(t, context.Background(), e, g, Limits{Nodes: 5000})
	if seen.evaluated < 1000 || seen.wrong > 0 {
		t.Errorf("saw %d positions, %d wrong ones", seen.evaluated, seen.wrong)
	}
	if got.Move != alone.Move || got.Score != alone.Score {
		t.Errorf("observed: %v, %v; alone: %v, %v", got.Move, got.Score, alone.Move, alone.Score)
	}
}
