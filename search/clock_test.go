package search

import (
	"testing"
	"time"
)

func TestBudget(t *testing.T) {
	const s, ms = time.Second, time.Millisecond
	tests := []struct {
		name           string
		limits         Limits
		share, ceiling time.Duration
	}{
		{"no limit", Limits{Depth: 3, Nodes: 5}, unlimited, unlimited},
		{"move time", Limits{MoveTime: s}, unlimited, s},
		{"negative move time", Limits{MoveTime: -s}, unlimited, shortest},
		{"whole game", Limits{Clock: &Clock{Remaining: 60 * s}}, 2 * s, 6 * s},
		{"with increment", Limits{Clock: &Clock{Remaining: 60 * s, Increment: s}}, 3 * s, 9 * s},
		{"last move before the control", Limits{Clock: &Clock{Remaining: 3 * s, Moves: 1}}, 3*s - lag, 3*s - lag},
		{"two moves before the control", Limits{Clock: &Clock{Remaining: 2*s + lag, Moves: 2}}, s + lag/2, s + lag/2 + (s-lag/2)/2},
		{"nothing left", Limits{Clock: &Clock{}}, shortest, shortest},
		{"the increment alone", Limits{Clock: &Clock{Remaining: -s, Increment: s + 30*ms}}, 10 * ms, 10 * ms},
		{"move time and clock", Limits{MoveTime: s, Clock: &Clock{Remaining: 60 * s}}, 2 * s, s},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := budgetOf(&tt.limits)
			if want := (budget{tt.share, tt.ceiling}); got != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
		})
	}
}
