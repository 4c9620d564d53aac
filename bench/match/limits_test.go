package match

import (
	"testing"
	"time"

	"stupol/protocol/peer"
	"stupol/search"
)

func TestClockWithIncrement(t *testing.T) {
	c := newClock(peer.Limits{Time: 10 * time.Second, Increment: time.Second})
	c.spend(4 * time.Second)
	if got, want := *c.search().Clock, (search.Clock{Remaining: 7 * time.Second, Increment: time.Second}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if allowed, timed := c.allowed(); !timed || allowed != 8*time.Second {
		t.Errorf("allowed %v (%v), want 8s", allowed, timed)
	}
}

func TestClockWithControls(t *testing.T) {
	c := newClock(peer.Limits{Time: 10 * time.Second, Moves: 2})
	c.spend(4 * time.Second)
	if got, want := *c.search().Clock, (search.Clock{Remaining: 6 * time.Second, Moves: 1}); got != want {
		t.Errorf("before the control: got %+v, want %+v", got, want)
	}
	c.spend(time.Second)
	if got, want := *c.search().Clock, (search.Clock{Remaining: 15 * time.Second, Moves: 2}); got != want {
		t.Errorf("after it: got %+v, want %+v", got, want)
	}
}

// TestOverdrawnClock checks that an engine is told of no negative time, but of what it may
// use, and has overstepped by what it has.
func TestOverdrawnClock(t *testing.T) {
	c := newClock(peer.Limits{Time: time.Second, Increment: time.Second})
	c.spend(2300 * time.Millisecond)
	if got, want := *c.search().Clock, (search.Clock{Increment: 700 * time.Millisecond}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	c.spend(1800 * time.Millisecond)
	if got, want := *c.search().Clock, (search.Clock{}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if allowed, _ := c.allowed(); allowed != -100*time.Millisecond {
		t.Errorf("allowed %v, want -100ms", allowed)
	}
}

func TestAllowed(t *testing.T) {
	tests := []struct {
		limits peer.Limits
		want   time.Duration
		timed  bool
	}{
		{peer.Limits{Nodes: 5}, 0, false},
		{peer.Limits{Depth: 5, MoveTime: time.Second}, time.Second, true},
		{peer.Limits{MoveTime: time.Second, Time: time.Minute}, time.Second, true},
		{peer.Limits{MoveTime: time.Minute, Time: time.Second, Increment: time.Second}, 2 * time.Second, true},
	}
	for _, tt := range tests {
		t.Run(tt.limits.String(), func(t *testing.T) {
			c := newClock(tt.limits)
			if got, timed := c.allowed(); got != tt.want || timed != tt.timed {
				t.Errorf("got %v (%v), want %v (%v)", got, timed, tt.want, tt.timed)
			}
		})
	}
}
