package movegen

import "math/bits"

// Bits is a set of squares, one bit a square, in the layout described in
// the package comment. Ghost columns and the unused bit 63 are never set in
// a position.
type Bits uint64

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

// Has reports whether s is in b.
func (b Bits) Has(s Square) bool { return b>>(s&63)&1 != 0 }

// Turned returns b seen from the other side of the 10x10 board: square n
// becomes square 51-n. Turned(Turned(b)) == b.
func (b Bits) Turned() Bits { return Bits(bits.Reverse64(uint64(b)) >> 1) }
