package search

import (
	"math"
	"time"
)

// A budget says how long a search may take, counted from its start.
type budget struct {
	share   time.Duration // what the move should take
	ceiling time.Duration // what it may take at most
}

const (
	// unlimited is longer than any search.
	unlimited time.Duration = math.MaxInt64

	// shortest is what a search gets that is asked to take no time at all.
	shortest = time.Millisecond

	// movesLeft is the number of moves a game is expected to go on, when no
	// time control comes first. A smaller number spends more time early.
	movesLeft = 30

	// lag is kept back on a clock, for what happens between our answer and
	// the opponent's clock.
	lag = 20 * time.Millisecond

	// overrun is how many shares a search may take to finish a depth.
	overrun = 3
)

// budgetOf returns the time that MoveTime and Clock allow together.
func budgetOf(l *Limits) budget {
	b := budget{unlimited, unlimited}
	if l.Clock != nil {
		b = l.Clock.budget()
	}
	if l.MoveTime != 0 {
		b.ceiling = min(b.ceiling, max(l.MoveTime, shortest))
	}
	return b
}

// budget divides the time on the clock by the moves it has to last for. The
// increment of this move is already there to be used (Hub), those of the
// moves to come are not.
func (c *Clock) budget() budget {
	moves := time.Duration(movesLeft)
	if c.Moves > 0 {
		moves = min(moves, time.Duration(c.Moves))
	}
	available := max(c.Remaining+c.Increment-lag, shortest)
	share := min(max(c.Remaining/moves+c.Increment, shortest), available)
	return budget{
		share:   share,
		ceiling: min(overrun*share, share+(available-share)/2),
	}
}

// lastsAnotherDepth reports whether a depth begun after that time is likely
// to be finished within the share: it will take longer than all before it.
func (b budget) lastsAnotherDepth(elapsed time.Duration) bool {
	return elapsed < b.share/2
}
