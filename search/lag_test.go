package search

import (
	"testing"
	"time"
)

func TestLag(t *testing.T) {
	const ms = time.Millisecond
	var m lagMeter
	clock := Clock{Remaining: 10 * time.Second, Increment: 100 * ms}
	for _, tt := range []struct {
		name       string
		lost, want time.Duration // at the last move
	}{
		{"nothing known", 50 * ms, 0},
		{"something lost", 80 * ms, 80 * ms},
		{"less lost", 0, 70 * ms},
		{"more lost", 160 * ms, 160 * ms},
		{"the clock was set", -time.Hour, 140 * ms},
		{"another game", 2 * time.Second, 122500 * time.Microsecond},
	} {
		clock.Remaining -= tt.lost
		if got := m.read(&clock); got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.name, got, tt.want)
		}
		m.expect(&Limits{Clock: &clock}, 300*ms, 300*ms)
		clock.Remaining += clock.Increment - 300*ms
	}
}

// TestStall interrupts searches that should have ended after 20 ms.
func TestStall(t *testing.T) {
	const ms = time.Millisecond
	var m lagMeter
	limits := Limits{Clock: &Clock{Remaining: time.Second}}
	for _, tt := range []struct {
		name             string
		took, hard, want time.Duration
	}{
		{"in time", 15 * ms, 20 * ms, 0},
		{"80 ms late", 100 * ms, 20 * ms, 80 * ms},
		{"in time again", 20 * ms, 20 * ms, 77500 * time.Microsecond},
		{"later still", 220 * ms, 20 * ms, 200 * ms},
		{"a machine that slept", time.Hour, 20 * ms, longestLag},
		{"a forced move, which has no time", 50 * ms, 0, longestLag},
	} {
		m.expect(&limits, tt.took, tt.hard)
		if m.stall != tt.want {
			t.Errorf("%s: got %v, want %v", tt.name, m.stall, tt.want)
		}
	}
	limits.stall = 100 * ms
	if got, want := newBudget(&limits, 35).soft, (time.Second-reserve-100*ms)/30; got != want {
		t.Errorf("a soft limit of %v after stalls of 100 ms, want %v", got, want)
	}
}
