package hub

import (
	"reflect"
	"testing"
	"time"

	"stupol/search"
)

func TestLevel(t *testing.T) {
	tests := []struct {
		name  string
		lines []string
		want  search.Limits
	}{
		{"none", nil, search.Limits{}},
		{"infinite", []string{"level infinite"}, search.Limits{}},
		{"one", []string{"level depth=12"}, search.Limits{Depth: 12}},
		{"several", []string{"level depth=12 nodes=1000000", "level move-time=0.5", "level depth=9"},
			search.Limits{Depth: 9, Nodes: 1_000_000, MoveTime: time.Second / 2}},
		{"clock", []string{"level moves=40 time=180 inc=2.5"},
			search.Limits{Clock: &search.Clock{Remaining: 3 * time.Minute, Increment: 2500 * time.Millisecond, Moves: 40}}},
		{"clock without increment", []string{"level time=60"}, search.Limits{Clock: &search.Clock{Remaining: time.Minute}}},
		{"increment alone", []string{"level inc=2"}, search.Limits{Clock: &search.Clock{Increment: 2 * time.Second}}},
		{"clock in pieces", []string{"level inc=1", "level time=60"},
			search.Limits{Clock: &search.Clock{Remaining: time.Minute, Increment: time.Second}}},
		{"overdrawn clock", []string{"level time=-0.35 inc=-1 moves=-2"},
			search.Limits{Clock: &search.Clock{Remaining: -350 * time.Millisecond}}},
		{"moves alone", []string{"level moves=40"}, search.Limits{}},
		{"not ours", []string{"level ply=x depth=3 mood=good"}, search.Limits{Depth: 3}},
		{"too small", []string{"level depth=0 nodes=-5 move-time=0"}, search.Limits{Depth: 1, Nodes: 1, MoveTime: minMoveTime}},
		{"too large", []string{"level depth=1e9 nodes=1e400 move-time=inf"},
			search.Limits{Depth: maxDepth, Nodes: maxCount, MoveTime: maxSeconds * time.Second}},
		{"exponent", []string{"level move-time=2e-01"}, search.Limits{MoveTime: 200 * time.Millisecond}},
		{"decimal comma", []string{"level move-time=0,250"}, search.Limits{MoveTime: 250 * time.Millisecond}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var l level
			for _, line := range tt.lines {
				m, err := Parse(line)
				if err != nil {
					t.Fatal(err)
				}
				if l, err = l.with(m); err != nil {
					t.Fatalf("%s: %v", line, err)
				}
			}
			if got := l.limits(); !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %+v (%+v), want %+v (%+v)", got, got.Clock, tt.want, tt.want.Clock)
			}
		})
	}
}

func TestBadLevelChangesNothing(t *testing.T) {
	before := level{depth: 7}
	for _, line := range []string{
		"level depth", "level depth=", "level nodes=5 depth=abc", "level move-time=1s", "level time=nan", "level inc=1,2,3",
	} {
		m, err := Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := before.with(m); err == nil || got != before {
			t.Errorf("%s: got %+v, %v, want %+v and an error", line, got, err, before)
		}
	}
}
