package search

import "time"

// A Clock is what the clock of a side holds when the side is asked for a move.
//
// All clocks of the project, on a terminal, on the page, in matches and here, go by one
// rule, which is that of Hub's "level time= inc=": the increment is added before each move,
// the first one too. It is not in Remaining, and the move may take both together. A clock
// that runs shows Available less what was used, one that stands shows Remaining; so does the
// PDN of a game, after each move. Whoever keeps a clock that gets its increment after the
// move, and has it in its time already, asks with that time less the increment, which may
// be less than zero.
type Clock struct {
	Remaining time.Duration // without the increment of this move; may be zero or negative
	Increment time.Duration // added before this move is made
	Moves     int           // to the next time control; 0: to the end of the game
}

// Available returns what the move may take.
func (c Clock) Available() time.Duration { return c.Remaining + c.Increment }

// Positive returns the clock for those who know of no time below zero: what is overdrawn
// is taken off the increment.
func (c Clock) Positive() Clock {
	if c.Remaining < 0 {
		c.Remaining, c.Increment = 0, max(c.Available(), 0)
	}
	return c
}

// Lost reports whether a side that has used so much for the move has lost on time.
func (c Clock) Lost(used time.Duration) bool { return used > c.Available() }

// Back returns the clock after its side has taken back so many of its moves, and has used
// some time for the next: what it held before the first of them, less all that was used
// since. The increments are taken back with the moves, the time that was thought is not; so
// nobody gains time that way. It may hold nothing: see Lost.
func (c Clock) Back(moves int, used time.Duration) Clock {
	c.Remaining -= time.Duration(moves)*c.Increment + used
	return c
}

// A TimeControl is the time that a side has for a game. The zero TimeControl is none.
type TimeControl struct {
	Time      time.Duration // for the game, or for Moves moves and then again
	Increment time.Duration // for every move: see Clock
	Moves     int           // 0: Time is for the game
}

// Start returns the clock before the first move.
func (t TimeControl) Start() Clock { return Clock{t.Time, t.Increment, t.Moves} }

// After returns the clock after a move that has used so much.
func (t TimeControl) After(c Clock, used time.Duration) Clock {
	c.Remaining = c.Available() - used
	if t.Moves == 0 {
		return c
	}
	if c.Moves--; c.Moves == 0 {
		c.Moves = t.Moves
		c.Remaining += t.Time
	}
	return c
}
