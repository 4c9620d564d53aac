package eval

import (
	"math/bits"

	"stupol/movegen"
)

// The score of a runaway man where the first king wins, in hundredths of a
// man: nearly the game if it comes first, and the nearer the better.
const (
	raceWon    = 400
	racePerRow = 20
)

// raceScore returns the score of the runaway men of both sides for us, who are to
// move: the side whose man arrives first gets it.
func (b *board) raceScore(us, them *side) int {
	first, rows := b.race(us, them)
	return first * (raceWon - racePerRow*rows)
}

// race returns 1 if the first man to reach the last row is ours, who are to
// move, -1 if it is theirs, 0 if nobody runs, and how many steps it needs.
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

// rowsToRun returns how many steps the first runaway man of s is from the
// last row, or the size of the board if s has none. A man runs away when no
// enemy stands in the cone of squares in front of it.
func (b *board) rowsToRun(s *side) int {
	runaways := s.men &^ b.below(s.others)
	if runaways == 0 {
		return b.size
	}
	return b.rowFromTop(bits.TrailingZeros64(uint64(runaways)))
}

// below returns the squares from which steps up the board can lead to one of
// those squares or past its side.
func (b *board) below(squares movegen.Bits) movegen.Bits {
	seen := movegen.Bits(0)
	for front := squares; front != 0; {
		front = (front<<stepLeft | front<<stepRight) & b.squares
		seen |= front
	}
	return seen
}

// rowFromTop returns the row of a square, the top row being 0: two rows take
// 13 bits, the first of them 6.
func (b *board) rowFromTop(square int) int {
	row := square / 13 * 2
	if square%13 >= 6 {
		row++
	}
	return row
}
