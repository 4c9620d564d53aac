package search

import (
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"
)

func TestTimeControl(t *testing.T) {
	const s = time.Second
	control := TimeControl{10 * s, 2 * s, 2}
	c := control.Start()
	if c != (Clock{10 * s, 2 * s, 2}) || c.Available() != 12*s || c.Lost(12*s) || !c.Lost(12*s+1) {
		t.Errorf("begins with %+v, of which %v may be used", c, c.Available())
	}
	if c = control.After(c, 11*s); c != (Clock{1 * s, 2 * s, 1}) {
		t.Errorf("%+v after 11 s", c)
	}
	if c = control.After(c, 2*s); c != (Clock{11 * s, 2 * s, 2}) {
		t.Errorf("%+v after the time control", c)
	}
	if got := (TimeControl{Time: s}).After(Clock{Remaining: s}, 2*s); got != (Clock{Remaining: -s}) || got.Available() != -s {
		t.Errorf("overdrawn: %+v", got)
	}
}

func TestPositive(t *testing.T) {
	const s = time.Second
	for clock, want := range map[Clock]Clock{
		{2 * s, s, 3}:  {2 * s, s, 3},
		{-2 * s, 5, 1}: {0, 0, 1},
		{-s, 3 * s, 0}: {0, 2 * s, 0},
	} {
		if got := clock.Positive(); got != want {
			t.Errorf("%+v became %+v, want %+v", clock, got, want)
		}
	}
}

// TestBack takes moves back after thoughts of any length: what was thought stays used.
func TestBack(t *testing.T) {
	rng := rand.New(rand.NewPCG(66, 2))
	for range 1000 {
		control := TimeControl{Time: time.Duration(rng.Int64N(1e12)), Increment: time.Duration(rng.Int64N(1e11))}
		before := control.Start()
		now, thought := before, time.Duration(0)
		moves := rng.IntN(5)
		for range moves {
			used := time.Duration(rng.Int64N(int64(now.Available()) + 1))
			now, thought = control.After(now, used), thought+used
		}
		used := time.Duration(rng.Int64N(int64(now.Available()) + 1))
		got := now.Back(moves, used)
		if want := before.Available() - thought - used; got.Available() != want {
			t.Fatalf("%+v after %d moves and %v of thought: %v may be used, want %v", control, moves, thought+used, got.Available(), want)
		}
	}
}

// TestBudgetIsWithinTheClock asks for the time of a move on clocks of all kinds: less than
// nothing left, much increment or none, time controls, overheads and stalls.
func TestBudgetIsWithinTheClock(t *testing.T) {
	rng := rand.New(rand.NewPCG(66, 3))
	upTo := func(seconds float64) time.Duration { // as many short ones as long ones
		if rng.IntN(4) == 0 {
			return 0
		}
		return time.Duration(seconds * float64(time.Second) / float64(uint64(1)<<rng.IntN(16)))
	}
	for range 200_000 {
		c := Clock{Remaining: upTo(3600) - upTo(30), Increment: upTo(60), Moves: rng.IntN(40)}
		l := Limits{Clock: &c, Overhead: upTo(1), stall: upTo(0.5)}
		b := newTimeBudget(&l, 2+rng.IntN(39))
		if most := max(c.Available()-l.Overhead, minTime); b.soft > most || b.hard > most || b.soft < minTime || b.hard < b.soft {
			t.Fatalf("%+v with an overhead of %v and stalls of %v: %+v, at most %v may be used", c, l.Overhead, l.stall, b, most)
		}
	}
}

// TestNoGameIsLostOnTime plays long games with all kinds of clocks, with what is lost on the
// way to the clock, which is less than the increment and what else there is for a move: no
// move takes more than the clock has.
func TestNoGameIsLostOnTime(t *testing.T) {
	const games, moves = 150, 80
	synctest.Test(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(66, 4))
		between := func(low, high time.Duration) time.Duration { return low + time.Duration(rng.Int64N(int64(high-low))) }
		for game := range games {
			g := timedGame{start: between(0, 10*time.Second), increment: between(20*time.Millisecond, 2*time.Second), rng: rng}
			switch game % 5 {
			case 0:
				g.start = 0
			case 1:
				g.start, g.increment = 6*time.Second, 30*time.Second
			case 2:
				g.start, g.increment = between(2*time.Second, 5*time.Second), 0
			}
			g.lag = min((g.increment+g.start/moves)/3+1, 100*time.Millisecond)
			if left := g.play(t, moves); len(left) < moves {
				t.Fatalf("%v + %v with up to %v lost at each move: out of time at move %d", g.start, g.increment, g.lag, len(left))
			}
		}
	})
}
