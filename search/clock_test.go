package search

import (
	"testing"
	"time"

	"stupol/movegen"
)

func TestBudget(t *testing.T) {
	const s, ms = time.Second, time.Millisecond
	const pieces = 35 // 30 moves to the end
	tests := []struct {
		name       string
		limits     Limits
		soft, hard time.Duration
	}{
		{"no limit", Limits{Depth: 3, Nodes: 5}, unlimited, unlimited},
		{"move time", Limits{MoveTime: s}, unlimited, s},
		{"move time with overhead", Limits{MoveTime: s, Overhead: 20 * ms}, unlimited, 980 * ms},
		{"move time of little but overhead", Limits{MoveTime: 30 * ms, Overhead: 20 * ms}, unlimited, 15 * ms},
		{"negative move time", Limits{MoveTime: -s}, unlimited, minTime},
		{"whole game", Limits{Clock: &Clock{Remaining: 60*s + reserve}}, 2 * s, 8 * s},
		{"whole game with overhead", Limits{Clock: &Clock{Remaining: 60*s + reserve}, Overhead: s / 10}, 1900 * ms, 7600 * ms},
		{"little but overhead", Limits{Clock: &Clock{Remaining: 600 * ms}, Overhead: s}, 1 * ms, 1 * ms},
		{"with increment", Limits{Clock: &Clock{Remaining: 60*s + reserve, Increment: s}}, 2800 * ms, 11200 * ms},
		{"last move before the control", Limits{Clock: &Clock{Remaining: 3*s + reserve, Moves: 1}}, 1500 * ms, 1875 * ms},
		{"two moves before the control", Limits{Clock: &Clock{Remaining: 3*s + reserve, Moves: 2}}, s, 1500 * ms},
		{"many moves before the control", Limits{Clock: &Clock{Remaining: 60*s + reserve, Moves: 75}}, 2 * s, 8 * s},
		{"nothing left", Limits{Clock: &Clock{}}, minTime, minTime},
		{"the reserve alone", Limits{Clock: &Clock{Remaining: reserve}}, minTime, minTime},
		{"less than the reserve, and the increment", Limits{Clock: &Clock{Remaining: reserve / 2, Increment: 50 * ms}}, 25 * ms, 26562500},
		{"the increment alone", Limits{Clock: &Clock{Remaining: -s / 2, Increment: 850 * ms}, Overhead: 20 * ms}, 218 * ms, 232875 * time.Microsecond},
		{"move time and clock", Limits{MoveTime: s, Clock: &Clock{Remaining: 60*s + reserve}}, 2 * s, s},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := newBudget(&tt.limits, pieces)
			if want := (budget{tt.soft, tt.hard}); got != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
		})
	}
}

// TestClockLasts plays long games by the clock alone: every move takes its
// share, every tenth all it may, and each loses the overhead besides.
func TestClockLasts(t *testing.T) {
	const overhead = 5 * time.Millisecond
	for _, increment := range []time.Duration{0, 20 * time.Millisecond, time.Second} {
		for _, start := range []time.Duration{5 * time.Second, time.Minute, time.Hour} {
			remaining := start
			for move := range 100 {
				l := Limits{Clock: &Clock{Remaining: remaining, Increment: increment}, Overhead: overhead}
				b := newBudget(&l, 40-move/4)
				used := b.soft
				if move%10 == 0 {
					used = b.hard
				}
				remaining += increment - used - overhead
				if remaining < 0 {
					t.Fatalf("%v + %v: out of time at move %d", start, increment, move+1)
				}
			}
		}
	}
}

func TestTimeFactor(t *testing.T) {
	const a, b = 0, 1 // two moves
	tests := []struct {
		name   string
		best   []int // after each depth
		scores []Score
		want   float64
	}{
		{"nothing known", nil, nil, 0.7},
		{"always the same move", []int{a, a, a}, []Score{5, 5, 5}, 0.7},
		{"a new move", []int{a, a, b}, []Score{5, 5, 9}, 1.3},
		{"a new move one depth ago", []int{a, b, b}, []Score{5, 5, 5}, 1},
		{"a new move at every depth", []int{a, b, a}, []Score{5, 5, 5}, 1.6},
		{"a fall by a fifth of a man", []int{a, a}, []Score{5, -15}, 0.7 * 1.2},
		{"a deep fall", []int{a, a}, []Score{5, -500}, 0.7 * 1.5},
		{"a rise", []int{a, a}, []Score{5, 500}, 0.7},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var s stability
			for i := range tt.best {
				m := movegen.Move{From: movegen.Square(tt.best[i]), To: 20}
				s.add(&rootLine{pv: []movegen.Move{m}, score: tt.scores[i]})
			}
			if got := s.timeFactor(); got < tt.want-1e-9 || got > tt.want+1e-9 {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}
