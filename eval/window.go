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

// Four codes of two rows, one for each window, are added up in one word, 16
// bits apiece: no sum of two of them that belong to the same window exceeds
// 3^8.
const codeBits = 16

// rowPair are the squares of two rows of the board at its top: six of the
// first, one of them a ghost, and five of the second.
const rowPair = 1<<11 - 1

// pairCodes holds, for what a side has on two rows at the top of the board,
// the digits that gives each of the windows, the leftmost window lowest.
var pairCodes = newPairCodes()

func newPairCodes() (codes [rowPair + 1]uint64) {
	for squares := range codes {
		for i := range MaxWindows {
			digits := squares>>i&3 | squares>>(6+i)&3<<2
			code := uint64(0)
			for k := 3; k >= 0; k-- {
				code = 3*code + uint64(digits>>k&1)
			}
			codes[squares] |= code << (codeBits * i)
		}
	}
	return codes
}

// codeWords returns the codes of the windows of a side that has men against
// theirs, both seen by that side: those of the upper four rows and those of
// the lower two. A code is the sum of the first and 3^8 times the second.
func (b *board) codeWords(men, theirs movegen.Bits) (upper, lower uint64) {
	men >>= b.windowShift & 63
	theirs >>= b.windowShift & 63
	upper = pairCodes[men&rowPair] + 2*pairCodes[theirs&rowPair] +
		81*(pairCodes[men>>13&rowPair]+2*pairCodes[theirs>>13&rowPair])
	return upper, pairCodes[men>>26&rowPair] + 2*pairCodes[theirs>>26&rowPair]
}

// codes returns the codes of all windows of a side; see codeWords.
func (b *board) codes(men, theirs movegen.Bits) (codes [MaxWindows]uint32) {
	upper, lower := b.codeWords(men, theirs)
	for i := range codes {
		codes[i] = firstCode(upper, lower)
		upper, lower = upper>>codeBits, lower>>codeBits
	}
	return codes
}

// firstCode returns the lowest code in a pair of words.
func firstCode(upper, lower uint64) uint32 {
	return uint32(uint16(upper)) + PartCodes*uint32(uint16(lower))
}

// PartOf returns the code of part i of a window: that of its rows i to i+3.
func PartOf(code uint32, i int) uint32 {
	return code / [PartsPerWindow]uint32{1, 9, 81}[i] % PartCodes
}

// window returns the squares of a window of the side at the bottom.
func (b *board) window(i int) (squares movegen.Bits) {
	const twoRows = 3 | 3<<6
	for k := range windowRows / 2 {
		squares |= twoRows << i << (13 * k) << b.windowShift
	}
	return squares
}
