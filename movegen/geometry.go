package movegen

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

// furtherDown goes two steps on from what slideDown returned, to the end of
// any line.
func furtherDown(b, free Bits, n uint) Bits {
	b |= free & (b << n)
	return b | free&(b<<n)
}

// furtherUp goes two steps on from what slideUp returned.
func furtherUp(b, free Bits, n uint) Bits {
	b |= free & (b >> n)
	return b | free&(b>>n)
}

// farDown is slideDown to the end of any line.
func farDown(b, free Bits, n uint) Bits { return furtherDown(slideDown(b, free, n), free, n) }

// farUp is slideUp to the end of any line.
func farUp(b, free Bits, n uint) Bits { return furtherUp(slideUp(b, free, n), free, n) }

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
