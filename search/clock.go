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

	// fewestMoves is how many moves a clock has to last for at least when no
	// time control comes first, and movesPerPiece how many more for each
	// piece on the board. Smaller numbers spend more time early.
	fewestMoves   = 16
	movesPerPiece = 0.4

	// overrun is how many shares a search may take to finish a depth, as long
	// as it leaves all but one part in reserve of what is on the clock besides
	// its share.
	overrun = 4
	reserve = 4

	// incrementSaved is into how many parts an increment is divided to save
	// one of them, so that a clock that has nearly run out recovers.
	incrementSaved = 5

	// begun is the part of its share after which a search begins no other
	// depth: that takes longer, mostly, than all depths before it together.
	begun = 0.6
)

// budgetOf returns the time that MoveTime and Clock allow together for a move
// on a board with so many pieces.
func budgetOf(l *Limits, pieces int) budget {
	b := budget{unlimited, unlimited}
	if l.Clock != nil {
		b = l.Clock.budget(l.Overhead, fewestMoves+int(movesPerPiece*float64(pieces)))
	}
	if l.MoveTime != 0 {
		b.ceiling = min(b.ceiling, max(l.MoveTime-l.Overhead, l.MoveTime/2, shortest))
	}
	return b
}

// budget divides the time on the clock by the moves it has to last for, each
// of which loses some overhead. The increment of this move is already there
// to be used (Hub), those of the moves to come are not.
func (c *Clock) budget(overhead time.Duration, movesLeft int) budget {
	moves := time.Duration(movesLeft)
	if c.Moves > 0 {
		moves = min(moves, time.Duration(c.Moves)+1) // one is kept in hand
	}
	available := max(c.Remaining+c.Increment-overhead, shortest)
	share := c.Remaining/moves + c.Increment - c.Increment/incrementSaved - overhead
	share = min(max(share, shortest), available)
	return budget{
		share:   share,
		ceiling: min(overrun*share, share+(available-share)/reserve),
	}
}

// A course is how a search went, depth by depth. Where the best move keeps
// changing, or its score falls, more thought is worth its time; where nothing
// happens, less.
type course struct {
	best     moveKey // after the last depth
	score    Score
	restless float64 // changes of the best move, each counting half at the next depth
	drop     Score   // of the score in the last depth
}

// Leisure is the part of its share that a search takes for the next depth.
const (
	leisureSettled  = 0.7 // when the best move has not changed for long
	leisurePerMove  = 0.6 // more for each recent change
	leisurePerDrop  = 0.01
	leisureDropMost = 50
)

// add tells the course the result of another depth.
func (c *course) add(f *finding) {
	best := keyOf(f.line[0])
	c.restless /= 2
	if c.best != noMove && best != c.best {
		c.restless++
	}
	c.drop = 0
	if c.best != noMove {
		c.drop = min(max(c.score-f.score, 0), leisureDropMost)
	}
	c.best, c.score = best, f.score
}

// leisure returns by how much to multiply the share of this move.
func (c *course) leisure() float64 {
	return (leisureSettled + leisurePerMove*c.restless) * (1 + leisurePerDrop*float64(c.drop))
}

// lastsAnotherDepth reports whether a depth begun after that time is likely
// to be finished within the share, multiplied by leisure.
func (b budget) lastsAnotherDepth(elapsed time.Duration, leisure float64) bool {
	return float64(elapsed) < begun*leisure*float64(b.share)
}
