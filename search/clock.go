package search

import (
	"math"
	"time"
)

// A budget is the time for one search, counted from its start.
type budget struct {
	soft time.Duration // what the move should take
	hard time.Duration // what it may take at most
}

const (
	// unlimited is longer than any search.
	unlimited time.Duration = math.MaxInt64

	// minTime is what a search gets that is asked to take no time at all.
	minTime = time.Millisecond

	// The clock is planned to last for minMovesToGo moves and another
	// movesToGoPerPiece for each piece on the board, unless a time control
	// comes first. Smaller numbers spend more time early.
	minMovesToGo      = 16
	movesToGoPerPiece = 0.4

	// The hard limit is hardFactor times the soft limit, but at most the soft limit
	// plus one part in hardParts of the rest of the clock.
	hardFactor = 4
	hardParts  = 4

	// One part in incrementParts of each increment is saved, so that a clock
	// that has nearly run out recovers.
	incrementParts = 5

	// reserve is kept on the clock for moments in which the machine does other
	// work, besides the longest such moment of late (see lagMeter).
	reserve = 150 * time.Millisecond

	// lastStart is the part of the soft limit after which no other depth
	// begins: a depth mostly takes longer than all depths before it together.
	lastStart = 0.6
)

// newBudget returns the time that MoveTime and Clock allow together for a move
// on a board with that many pieces.
func newBudget(l *Limits, pieces int) budget {
	b := budget{unlimited, unlimited}
	if l.Clock != nil {
		b = l.Clock.budget(l.Overhead, reserve+l.stall, minMovesToGo+int(movesToGoPerPiece*float64(pieces)))
	}
	if l.MoveTime != 0 {
		b.hard = min(b.hard, max(l.MoveTime-l.Overhead, l.MoveTime/2, minTime))
	}
	return b
}

// budget divides the time on the clock, but for the reserve, by the moves to go,
// each of which loses some overhead. The increment of this move can be used already (Hub), those of
// the moves to come cannot.
func (c *Clock) budget(overhead, reserve time.Duration, movesToGo int) budget {
	moves := time.Duration(movesToGo)
	if c.Moves > 0 {
		moves = min(moves, time.Duration(c.Moves)+1) // one to spare
	}
	remaining, increment := c.Remaining-reserve, c.Increment
	if remaining < 0 { // the less is left, the less of the increment is used
		there := max(c.Remaining+increment, 0)
		increment = time.Duration(float64(increment) * float64(there) / float64(reserve+increment))
		remaining = 0
	}
	available := max(remaining+increment-overhead, minTime)
	soft := remaining/moves + increment - increment/incrementParts - overhead
	soft = min(max(soft, minTime), available)
	return budget{
		soft: soft,
		hard: min(hardFactor*soft, soft+(available-soft)/hardParts),
	}
}

// A stability says how settled the search is on its best move. Where the best
// move keeps changing, or its score falls, more time is worth spending.
type stability struct {
	best            moveKey // after the last depth
	score           Score
	bestMoveChanges float64 // each counts half as much at every further depth
	scoreDrop       Score   // at the last depth
}

// The factor by which a search multiplies its soft limit.
const (
	baseTimeFactor      = 0.7  // when the best move has not changed for long
	timeFactorPerChange = 0.6  // added for each recent change
	timeFactorPerDrop   = 0.01 // for each hundredth of a man that the score fell
	maxScoreDrop        = 50
)

// add tells the stability the result of another depth.
func (s *stability) add(line *rootLine) {
	best := keyOf(line.pv[0])
	s.bestMoveChanges /= 2
	s.scoreDrop = 0
	if s.best != noMove {
		if best != s.best {
			s.bestMoveChanges++
		}
		s.scoreDrop = min(max(s.score-line.score, 0), maxScoreDrop)
	}
	s.best, s.score = best, line.score
}

// timeFactor returns by how much to multiply the soft limit.
func (s *stability) timeFactor() float64 {
	return (baseTimeFactor + timeFactorPerChange*s.bestMoveChanges) * (1 + timeFactorPerDrop*float64(s.scoreDrop))
}

// allowsDepth reports whether a depth begun after that time is likely to end
// within the soft limit times the factor.
func (b budget) allowsDepth(elapsed time.Duration, timeFactor float64) bool {
	return float64(elapsed) < lastStart*timeFactor*float64(b.soft)
}
