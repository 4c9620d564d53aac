package hub

import (
	"reflect"
	"testing"
	"testing/synctest"
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
		{"units", []string{"level move-time=50ms time=1m30s inc=0.5s"},
			search.Limits{MoveTime: 50 * time.Millisecond, Clock: &search.Clock{Remaining: 90 * time.Second, Increment: time.Second / 2}}},
		{"digits of other scripts", []string{"\ufefflevel\u00a0depth=\uff13\u202fnodes=\"\u00a0\u0664\u0665\""}, search.Limits{Depth: 3, Nodes: 45}},
		{"decimal comma", []string{"level move-time=0,250"}, search.Limits{MoveTime: 250 * time.Millisecond}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, errs := limitsOf(t, tt.lines); errs != nil || !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %+v (%+v), %v, want %+v (%+v)", got, got.Clock, errs, tt.want, tt.want.Clock)
			}
		})
	}
}

// TestEndless checks that a search without an end is not answered by the book, nor a forced move at
// once, and that one with another limit is.
func TestEndless(t *testing.T) {
	for level, want := range map[string]bool{"infinite": true, "infinite depth=9": false, "infinite inc=1": false, "move-time=1": false} {
		synctest.Test(t, func(t *testing.T) {
			e := &fakeEngine{}
			c := converse(t, fakeOptions(e))
			c.say("level " + level + "\ngo think\n")
			c.hear(time.Second)
			c.say("stop\n")
			c.end()
			if e.limits.Analyze != want {
				t.Errorf("level %s: in full %v, want %v", level, e.limits.Analyze, want)
			}
		})
	}
}

// TestBadLimits checks that a limit that cannot be read loses only itself, and that a
// search without any other is short.
func TestBadLimits(t *testing.T) {
	short := search.Limits{MoveTime: misreadMoveTime}
	tests := []struct {
		lines []string
		errs  int
		want  search.Limits
	}{
		{[]string{"level depth"}, 1, short},
		{[]string{"level depth="}, 1, short},
		{[]string{"level time=nan"}, 1, short},
		{[]string{"level inc=1,2,3 moves=4"}, 1, short},
		{[]string{"level nodes=5 depth=abc"}, 1, search.Limits{Nodes: 5}},
		{[]string{"level depth=abc", "level nodes=5"}, 1, search.Limits{Nodes: 5}},
		{[]string{"level depth=3 move-time=abc nodes=x"}, 2, search.Limits{Depth: 3}},
		{[]string{"level depth=7", "level move-time=abc"}, 1, search.Limits{Depth: 7}},
		{[]string{"level move-time=abc", "level infinite"}, 1, search.Limits{}},
		{[]string{"level handicap=2 nodes=5k"}, 1, short},
		{[]string{"level nodes=5ms"}, 1, short},
		{[]string{"level bogus=1"}, 0, short},
		{[]string{"level bogus=1 depth=3"}, 0, search.Limits{Depth: 3}},
		{[]string{"level bogus=1", "level infinite"}, 0, search.Limits{}},
	}
	for _, tt := range tests {
		got, errs := limitsOf(t, tt.lines)
		if len(errs) != tt.errs || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%q: got %+v and errors %v, want %+v and %d errors", tt.lines, got, errs, tt.want, tt.errs)
		}
	}
}

// limitsOf returns the limits of level lines, and what is wrong with them.
func limitsOf(t *testing.T, lines []string) (search.Limits, []error) {
	t.Helper()
	var l level
	var errs []error
	for _, line := range lines {
		m, err := Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		var more []error
		l, more = l.with(m)
		errs = append(errs, more...)
	}
	return l.limits(), errs
}
