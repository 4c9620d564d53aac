package compare

import (
	"math"
	"strings"
	"testing"
	"time"

	"stupol/movegen"
	"stupol/protocol/peer"
)

func TestFigures(t *testing.T) {
	run := func(engine, round int, nodes int64, seconds float64) Run {
		return Run{Engine: engine, Round: round, Positions: 2, Nodes: nodes, Right: round, Depths: 20 + round, Time: time.Duration(seconds * float64(time.Second))}
	}
	got := Figures([]Run{run(0, 0, 100, 1), run(0, 1, 300, 1), run(0, 2, 200, 1), run(1, 0, 500, 2), run(1, 1, 100, 1), run(1, 2, 1200, 3)})
	if len(got) != 2 {
		t.Fatalf("%+v", got)
	}
	if f := got[0]; f.Speed != (Spread{200, 100, 300}) || f.Time != (Spread{1, 1, 1}) || f.Depth != 10.5 || f.Right != 1 || f.Faster != 1 || f.Sooner != 1 {
		t.Errorf("the first: %+v", f)
	}
	if f := got[1]; f.Speed != (Spread{250, 100, 400}) || f.Nodes != (Spread{500, 100, 1200}) || f.Faster != 1.25 || math.Abs(f.Sooner-0.5) > 1e-9 {
		t.Errorf("the second: %+v", f)
	}
	if got := spread([]Run{run(0, 0, 1, 1), run(0, 1, 2, 1)}, Run.Speed); got.Median != 1.5 {
		t.Errorf("of an even number: %+v", got)
	}
}

// TestMeasure compares searches in this process: the same settings visit the same nodes, whatever
// the order, and each round does.
func TestMeasure(t *testing.T) {
	r, err := movegen.Lookup("russian")
	if err != nil {
		t.Fatal(err)
	}
	engines := make([]peer.EngineConfig, 2)
	for i := range engines {
		engines[i] = peer.EngineConfig{Name: "self", Protocol: peer.Self}
	}
	start := movegen.NewGame(r)
	after := movegen.NewGame(r)
	after.Push(after.LegalMoves(nil)[0])
	onlyMove, err := r.ParseFEN("W:W27:B2")
	if err != nil || len(r.Moves(nil, &onlyMove)) == 0 {
		t.Fatal(err)
	}
	seen := 0
	c := Comparison{
		Rules: r, Engines: engines, Rounds: 2,
		Positions: []movegen.Position{*start.Position(), *after.Position()},
		Limits:    []peer.Limits{{Depth: 4}, {Nodes: 500}},
		OnRun:     func(Run) error { seen++; return nil },
	}
	runs, err := c.Measure(t.Context())
	if err != nil || len(runs) != 8 || seen != 8 {
		t.Fatalf("%d runs, %d seen: %v", len(runs), seen, err)
	}
	for i, run := range runs {
		first := runs[i/4*4]
		if run.Limit != i/4 || run.Engine != i/2%2 || run.Round != i%2 || run.Nodes != first.Nodes || run.Nodes == 0 || run.Depths != first.Depths || run.Time <= 0 {
			t.Errorf("run %d: %+v, the first %+v", i, run, first)
		}
	}
	if runs[0].Depths < 8 {
		t.Errorf("depth 4 on two positions: %+v", runs[0])
	}
	looked := c
	looked.Engines, looked.Rounds, looked.Limits = engines[:1], 1, []peer.Limits{{Depth: 1}}
	looked.Positions = []movegen.Position{*start.Position(), onlyMove}
	looked.Right = []movegen.Move{{}, r.Moves(nil, &onlyMove)[0]}
	if runs, err := looked.Measure(t.Context()); err != nil || runs[0].Right != 1 {
		t.Errorf("an only move and none are looked for: %+v, %v", runs, err)
	}
	engines[1].Protocol, engines[1].Command = peer.Hub, []string{"/no such program"}
	if _, err := c.Measure(t.Context()); err == nil || !strings.Contains(err.Error(), "engine self: ") {
		t.Errorf("an engine that does not start: %v", err)
	}
}
