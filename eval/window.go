package eval

import "stupol/movegen"

// A window is two squares of each of six rows, twelve squares four columns
// wide. It is seen by one side, from behind, and lies in the six rows nearest
// to that side; windows next to each other share half their squares. What men
// stand there is a number to the base 3, its code: a digit for each square,
// the first square of the top row lowest, 0 for none, 1 for a man of ours and
// 2 for one of theirs. Kings are left out.
const (
	windowRows = 6

	// WindowCodes is the number of codes of a window: 3^12.
	WindowCodes = 531_441

	// MaxWindows is the number of windows a side has on the larger board.
	MaxWindows = 4
)

// A part is four rows of a window, eight squares. Parts are what windows have
// in common: a code too rare to be known is judged by the parts it has.
const (
	// PartsPerWindow is how many parts there are: from the first, the second
	// and the third row of the window on.
	PartsPerWindow = 3

	// PartCodes is the number of codes of a part: 3^8.
	PartCodes = 6_561
)

// windowSquares are the squares of the leftmost window if it is moved to the
// top of the board: two in each of six rows.
const windowSquares movegen.Bits = 1<<0 | 1<<1 | 1<<6 | 1<<7 |
	1<<13 | 1<<14 | 1<<19 | 1<<20 |
	1<<26 | 1<<27 | 1<<32 | 1<<33

// ternary holds, for twelve bits, the number to the base 3 with those digits.
var ternary = ternaryNumbers()

func ternaryNumbers() (t [1 << 12]uint32) {
	for bits := range t {
		for i, power := 0, uint32(1); i < 12; i, power = i+1, power*3 {
			if bits>>i&1 != 0 {
				t[bits] += power
			}
		}
	}
	return t
}

// window returns the code of window i of s.
func (b *board) window(s *side, i int) uint32 {
	shift := (b.windowShift + uint(i)) & 63
	return ternary[gather(s.men>>shift)] + 2*ternary[gather(s.theirMen>>shift)]
}

// gather moves the squares of the leftmost window at the top of the board
// into twelve bits, row by row.
func gather(men movegen.Bits) movegen.Bits {
	men &= windowSquares
	men |= men >> 4 // the second row of each pair next to the first
	return men&0xF | men>>9&0xF0 | men>>18&0xF00
}

// PartOf returns the code of part i of a window: that of its rows i to i+3.
func PartOf(code uint32, i int) uint32 {
	return code / [PartsPerWindow]uint32{1, 9, 81}[i] % PartCodes
}
