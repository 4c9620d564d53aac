package eval

import "stupol/movegen"

// The score by hand of the runaway man that arrives first, in hundredths of a man: large,
// as it nearly always wins, and larger the nearer it is.
const (
	raceWon    = 400
	racePerRow = 20
)

// raceScore returns the score of the race for us, who are to move.
func (b *board) raceScore(us, them *side) int {
	first, rows := b.race(us, them)
	return first * (raceWon - racePerRow*rows)
}

// race returns whose runaway man is the first on the last row, 1 for us, who are to move,
// -1 for them and 0 if there is none, and how many steps it needs.
func (b *board) race(us, them *side) (first, rows int) {
	mine, theirs := b.rowsToRun(us), b.rowsToRun(them)
	switch {
	case mine <= theirs && mine < b.size:
		return 1, mine
	case theirs < mine:
		return -1, theirs
	}
	return 0, 0
}

// rowsToRun returns how many steps the most advanced runaway man of s is from the last
// row, or the size of the board if s has none. A man is a runaway if no piece of the
// opponent stands in the cone of squares in front of it.
func (b *board) rowsToRun(s *side) int {
	runaways := s.men &^ b.below(s.others)
	if runaways == 0 {
		return b.size
	}
	return runaways.First().Row()
}

// below returns the squares in whose cone one of squares lies: all that steps down the
// board reach from them.
func (b *board) below(squares movegen.Bits) movegen.Bits {
	seen := movegen.Bits(0)
	for front := squares; front != 0; {
		front = (front<<movegen.StepLeft | front<<movegen.StepRight) & b.squares
		seen |= front
	}
	return seen
}
