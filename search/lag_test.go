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
		m.expect(&Limits{Clock: &clock}, 300*ms)
		clock.Remaining += clock.Increment - 300*ms
	}
}
