package movegen

// The steps between squares, as differences of bit indices. Going down the
// board adds, going up subtracts.
const (
	stepLeft  = 6  // down and to the left; up and to the right is -6
	stepRight = 7  // down and to the right; up and to the left is -7
	stepAlong = 1  // to the next dark square of the row, rightwards (Frisian)
	stepDown  = 13 // to the next dark square of the file, downwards (Frisian)
)

// squareAt returns the i-th dark square, from the left, of a row counted from
// the top. Two rows take 13 bits: 5 squares and a ghost, 5 squares and two.
func squareAt(row, i int) Square { return Square(13*(row/2) + 6*(row%2) + i) }

// coordinates returns the row of s from the top and its column from the left
// of a 10x10 board.
func coordinates(s Square) (row, column int) {
	row = int(s) / 13 * 2
	i := int(s) % 13
	if i >= 6 {
		return row + 1, 2 * (i - 6)
	}
	return row, 2*i + 1
}
