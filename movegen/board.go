package movegen

import "math/bits"

// Bits is a set of squares, one bit a square, in the layout described in
// the package comment. Ghost columns and the unused bit 63 are never set in
// a position.
type Bits uint64

// Colors and squares that index arrays or shift sets are masked, c&1 and s&63: the
// compiler then leaves out its checks.

// Square is the bit index of a square, 0 to 62. It is a place in the layout,
// not the number a player would write: Rules.Number and Rules.SquareOf
// translate.
type Square uint8

// NoSquare is returned where there is no square to return.
const NoSquare Square = 64

// Bit returns the set that holds s alone.
func (s Square) Bit() Bits { return 1 << (s & 63) }

// First returns the lowest square of b. It is meaningless for an empty set.
func (b Bits) First() Square { return Square(bits.TrailingZeros64(uint64(b))) }

// Len returns the number of squares in b.
func (b Bits) Len() int { return bits.OnesCount64(uint64(b)) }

// areMoreThanTwo reports whether there are more than two squares in b.
func (b Bits) areMoreThanTwo() bool {
	b &= b - 1
	return b&(b-1) != 0
}

// Has reports whether s is in b.
func (b Bits) Has(s Square) bool { return b>>(s&63)&1 != 0 }

// HalfTurn turns a board round, so that a side sees it as the other did: of n
// squares, number k becomes number n+1-k. It is its own inverse.
type HalfTurn uint8

// HalfTurn returns the half turn of the board of r.
func (r *Rules) HalfTurn() HalfTurn {
	return HalfTurn(bits.LeadingZeros64(uint64(r.Board()))) // boards begin at bit 0
}

// Of returns the squares of b after the turn.
func (t HalfTurn) Of(b Bits) Bits { return Bits(bits.Reverse64(uint64(b)) >> (t & 63)) }

// Square returns where s is after the turn.
func (t HalfTurn) Square(s Square) Square { return 63 - Square(t) - s }

// The steps between squares, as differences of bit indices. Going down the
// board adds, going up subtracts.
const (
	StepLeft  = 6  // down and to the left; up and to the right is -6
	StepRight = 7  // down and to the right; up and to the left is -7
	stepAlong = 1  // to the next dark square of the row, rightwards (Frisian)
	stepDown  = 13 // to the next dark square of the file, downwards (Frisian)
)

// direction is one of the eight ways to go on the board. The first four are
// the diagonals, all that most games need.
type direction uint8

const (
	downLeft direction = iota
	downRight
	upRight
	upLeft
	right
	down
	left
	up

	diagonals  direction = 4 // directions below this are diagonal
	directions direction = 8

	noDirection = directions
)

// opposite returns the way back.
func (d direction) opposite() direction { return d ^ 2 }

// shifts are the left and the right shift that make a step in a direction;
// one of them is 0, so that a step is two shifts and no branch.
var shifts = [directions]struct{ left, right uint8 }{
	downLeft: {left: StepLeft}, upRight: {right: StepLeft},
	downRight: {left: StepRight}, upLeft: {right: StepRight},
	right: {left: stepAlong}, left: {right: stepAlong},
	down: {left: stepDown}, up: {right: stepDown},
}

// step moves every square of b one step in direction d. Squares that leave
// the board end on ghosts, which no position ever has empty or occupied.
func (b Bits) step(d direction) Bits {
	s := &shifts[d&7]
	return b << (s.left & 63) >> (s.right & 63)
}

// slideDown returns b and every square reached from it by up to seven steps
// of +n over squares of free only. It looks at all pieces of b at once by
// doubling the distance (a Kogge-Stone fill). Seven is all that captures
// need: a king, seven free squares, the piece it takes and a square to land on are
// the ten squares of the longest line.
func slideDown(b, free Bits, n uint) Bits {
	b |= free & (b << n)
	free &= free << n
	b |= free & (b << (2 * n))
	free &= free << (2 * n)
	return b | free&(b<<(4*n))
}

// slideUp is slideDown with steps of -n.
func slideUp(b, free Bits, n uint) Bits {
	b |= free & (b >> n)
	free &= free >> n
	b |= free & (b >> (2 * n))
	free &= free >> (2 * n)
	return b | free&(b>>(4*n))
}

// squareAt returns the i-th dark square, from the left, of a row counted from
// the top. Two rows take 13 bits: 5 squares and a ghost, 5 squares and two.
func squareAt(row, i int) Square { return Square(13*(row/2) + 6*(row%2) + i) }

// coordinates returns the row of s from the top and its column from the left
// of a 10x10 board.
func coordinates(s Square) (row, column int) {
	row, i := s.Row(), int(s)%13
	if i >= 6 {
		return row, 2 * (i - 6)
	}
	return row, 2*i + 1
}

// Row returns the row of s, the top row being 0. Two rows take 13 bits, the first of
// them 6.
func (s Square) Row() int {
	row := int(s) / 13 * 2
	if int(s)%13 >= 6 {
		row++
	}
	return row
}
