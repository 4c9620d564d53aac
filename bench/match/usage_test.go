package match

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"stupol/protocol/pdn"
	"stupol/protocol/peer"
)

// TestUsage leaves out of the averages what was no search.
func TestUsage(t *testing.T) {
	s := newStandings([]string{"a", "b"}, newSchedule(2, &Match{Rounds: 1}), nil)
	game := func(leg int) *Game {
		g := &Game{Leg: leg, Start: "W:W31:B20", CPU: [2]int64{6500, 0}}
		ply := func(micros time.Duration, depth int, nodes int64, forced bool) {
			r := pdn.Remark{Timed: true, Spent: micros * time.Microsecond, Depth: depth, Nodes: nodes}
			g.Plies = append(g.Plies, Ply{Remark: r, Forced: forced})
		}
		ply(1000, 10, 100, false)
		ply(10, 0, 0, false)
		ply(9000, 1, 1, true)
		ply(20, 0, 0, true)
		ply(3000, 14, 300, false)
		ply(30, 0, 0, false)
		ply(0, 1, 0, false) // from the book of Stupol
		return g
	}
	for leg := range 2 { // White is a, then b
		if err := s.Add(game(leg)); err != nil {
			t.Fatal(err)
		}
	}
	want := Usage{
		Moves: 7, Forced: 2, Time: 13060 * time.Microsecond, Longest: 9 * time.Millisecond,
		CPU: 6500 * time.Microsecond, Wall: 13 * time.Millisecond, Forfeits: map[ForfeitKind]int{},
		searched:   Effort{Moves: 2, Time: 4 * time.Millisecond, Nodes: 400, Depths: 24},
		unreported: Effort{Moves: 3, Time: 40 * time.Microsecond, Depths: 1},
	}
	if !reflect.DeepEqual(s.Usage[0], want) {
		t.Errorf("got %+v, want %+v", s.Usage[0], want)
	}
	e := s.Usage[0].Effort()
	if e.PerMove() != 2*time.Millisecond || e.Depth() != 12 || e.NodesPerMove() != 200 || e.Speed() != 100_000 {
		t.Errorf("%v, depth %g, %d nodes, %g a second; want 2ms, 12, 200, 100000", e.PerMove(), e.Depth(), e.NodesPerMove(), e.Speed())
	}
	if share, ok := s.Usage[0].CPUShare(); !ok || share != 0.5 {
		t.Errorf("had a processor for %g (%v) of its time, want 0.5", share, ok)
	}
}

// TestUsageOfSilent takes the moves of an engine that never tells of depths.
func TestUsageOfSilent(t *testing.T) {
	u := Usage{unreported: Effort{Moves: 3, Time: 6 * time.Millisecond}}
	if got := u.Effort(); got != u.unreported {
		t.Errorf("got %+v, want %+v", got, u.unreported)
	}
	if _, ok := u.CPUShare(); ok {
		t.Error("the share of the processor is known")
	}
}

// TestForcedMoves are those that had no alternative.
func TestForcedMoves(t *testing.T) {
	g := gameAt(t, "W:W28,48:B23,5")
	record := playOut(t, usual, g, peer.Limits{Nodes: 1}, after(0), after(0))
	again, err := record.Replay(g.Rules(), g.DrawRules())
	if err != nil {
		t.Fatal(err)
	}
	p := again.Start()
	var want []int
	for i, m := range again.Moves() {
		if len(g.Rules().Moves(nil, &p)) == 1 {
			want = append(want, i)
		}
		p = g.Rules().Play(&p, m)
	}
	var got []int
	for i, ply := range record.Plies {
		if ply.Forced {
			got = append(got, i)
		}
	}
	if !slices.Equal(got, want) || len(want) == 0 || len(want) == len(record.Plies) {
		t.Errorf("got %v of %d, want %v", got, len(record.Plies), want)
	}
}
