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
