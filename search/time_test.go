package search

import (
	"math/rand/v2"
	"testing"
	"testing/synctest"
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
			got := newTimeBudget(&tt.limits, pieces)
			if want := (timeBudget{tt.soft, tt.hard}); got != want {
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
				b := newTimeBudget(&l, 40-move/4)
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
	if got, want := newTimeBudget(&limits, 35).soft, (time.Second-reserve-100*ms)/30; got != want {
		t.Errorf("a soft limit of %v after stalls of 100 ms, want %v", got, want)
	}
}

// A timedGame is a game as its clock sees it: searches that deepen, each depth
// some times as long as the one before, and what is lost on the way to the clock.
type timedGame struct {
	start, increment time.Duration
	session          int           // moves to each time control; 0: none
	lag              time.Duration // the most that is lost with a move

	rng       *rand.Rand
	meter     lagMeter
	remaining time.Duration
}

// play plays that many moves and returns what is left on the clock after each. It
// ends early when the time runs out.
func (g *timedGame) play(t *testing.T, moves int) (left []time.Duration) {
	g.remaining = g.start
	for move := range moves {
		clock := Clock{Remaining: g.remaining, Increment: g.increment}
		if g.session > 0 {
			clock.Moves = g.session - move%g.session
		}
		l := Limits{Clock: &clock, Overhead: 2 * time.Millisecond}
		l.Overhead, l.stall = max(l.Overhead, g.meter.read(&clock)), g.meter.stall
		pieces := 40 - move*36/moves
		b := newTimeBudget(&l, pieces)
		took := g.search(deadline{ctx: t.Context(), start: time.Now(), budget: b})
		g.meter.expect(&l, took, b.hard)
		g.remaining += g.increment - took - time.Duration(g.rng.Int64N(int64(g.lag)))
		left = append(left, g.remaining)
		if g.remaining < 0 {
			break
		}
		if clock.Moves == 1 {
			g.remaining += g.start
		}
	}
	return left
}

// search takes the time of a search that deepens until d ends it.
func (g *timedGame) search(d deadline) time.Duration {
	const batch = time.Millisecond // how long a search may go on unawares
	factor := 1.3 + 1.7*g.rng.Float64()
	cost, best := 20*time.Microsecond, rootLine{pv: []movegen.Move{{From: 1, To: 2}}}
	for {
		if remains := d.budget.hard - d.elapsed(); cost >= remains {
			time.Sleep(remains + batch)
			return d.elapsed()
		}
		time.Sleep(cost)
		if g.rng.IntN(5) == 0 {
			best.pv[0].To++
		}
		best.score += Score(g.rng.IntN(41) - 20)
		if !d.allowsDepth(&best) {
			return d.elapsed()
		}
		cost = time.Duration(factor * float64(cost))
	}
}

// TestClockLastsTheGame plays games of eighty moves at several time controls: none
// is lost on time, and most of the time is used: half of it in the first half of
// the game, and three quarters by its end, on average.
func TestClockLastsTheGame(t *testing.T) {
	const games, moves, middle = 20, 80, 40
	tests := []struct {
		name string
		game timedGame
	}{
		{"2s+0.02s", timedGame{start: 2 * time.Second, increment: 20 * time.Millisecond, lag: 10 * time.Millisecond}},
		{"8s", timedGame{start: 8 * time.Second, lag: 10 * time.Millisecond}},
		{"60s", timedGame{start: time.Minute, lag: 100 * time.Millisecond}},
		{"60s+0.6s", timedGame{start: time.Minute, increment: 600 * time.Millisecond, lag: 100 * time.Millisecond}},
		{"60min", timedGame{start: time.Hour, lag: 100 * time.Millisecond}},
		{"5min/40", timedGame{start: 5 * time.Minute, session: 40, lag: 100 * time.Millisecond}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				rng := rand.New(rand.NewPCG(6, 6))
				var atMiddle, atEnd time.Duration
				for range games {
					g := tt.game
					g.rng = rng
					left := g.play(t, moves)
					if last := len(left); last < moves {
						t.Fatalf("out of time at move %d", last)
					}
					atMiddle += left[middle-1]
					atEnd += left[moves-1]
				}
				whole := games * tt.game.start
				if tt.game.session == 0 && (atMiddle > whole/2 || atMiddle < whole/50) {
					t.Errorf("%v of %v left after %d moves", atMiddle/games, tt.game.start, middle)
				}
				if atEnd > whole/4 {
					t.Errorf("%v of %v left after %d moves", atEnd/games, tt.game.start, moves)
				}
			})
		})
	}
}

// TestRestlessSearchGetsMoreTime compares searches that differ in what the last
// depth found: one whose best move has changed, or whose score has fallen, may
// begin another depth later than one that found what it knew.
func TestRestlessSearchGetsMoreTime(t *testing.T) {
	const share, step = time.Second, 10 * time.Millisecond
	settled := rootLine{pv: []movegen.Move{{From: 1, To: 2}}, score: 10}
	changed := rootLine{pv: []movegen.Move{{From: 3, To: 4}}, score: 10}
	fallen := rootLine{pv: settled.pv, score: -30}
	latest := func(last rootLine) (latest time.Duration) {
		for elapsed := time.Duration(0); elapsed < 2*share; elapsed += step {
			d := deadline{ctx: t.Context(), start: time.Now().Add(-elapsed), budget: timeBudget{share, 4 * share}}
			for range 8 {
				d.stability.add(&settled)
			}
			if d.allowsDepth(&last) {
				latest = elapsed
			}
		}
		return latest
	}
	synctest.Test(t, func(t *testing.T) {
		usual := latest(settled)
		if usual < share/10 || usual > share {
			t.Errorf("settled: a depth may begin until %v of %v", usual, share)
		}
		if got := latest(changed); got <= usual {
			t.Errorf("a new best move: a depth may begin until %v, settled until %v", got, usual)
		}
		if got := latest(fallen); got <= usual {
			t.Errorf("a lower score: a depth may begin until %v, settled until %v", got, usual)
		}
	})
}
