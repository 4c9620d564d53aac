package search

import (
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"stupol/movegen"
)

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
		b := newBudget(&l, pieces)
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
	const grant = time.Millisecond // how long a search may go on unawares
	factor := 1.3 + 1.7*g.rng.Float64()
	cost, best := 20*time.Microsecond, rootLine{pv: []movegen.Move{{From: 1, To: 2}}}
	for {
		if remains := d.budget.hard - d.elapsed(); cost >= remains {
			time.Sleep(remains + grant)
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
			d := deadline{ctx: t.Context(), start: time.Now().Add(-elapsed), budget: budget{share, 4 * share}}
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
