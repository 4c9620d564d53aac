package eval

import (
	"math/bits"

	"stupol/movegen"
)

// Windows are made of strips, two rows of the board each, of which a side sees
// the nearest four.
const (
	stripsSeen = 4

	// stripBits is how far a square is in Bits from that two rows below.
	stripBits = 13

	// stripMask are the squares of a strip at the top of the layout of Bits:
	// six of the first row, one of them a ghost, and five of the second.
	stripMask = 1<<11 - 1

	// codeBits is the space in a strip for what one window has there.
	codeBits = 16
)

// A strip holds what each of the windows beside each other has of its code
// there, the leftmost window lowest: the codes of four squares for four tall
// windows and of six squares for three broad ones.
type strip struct{ tall, broad uint64 }

// newStrip returns the strip of a side that has men on those squares.
func newStrip(squares int) (s strip) {
	for i := range 4 {
		s.tall |= codeOf(squares>>i&3|squares>>(6+i)&3<<2) << (codeBits * i)
	}
	for i := range 3 {
		s.broad |= codeOf(squares>>i&7|squares>>(6+i)&7<<3) << (codeBits * i)
	}
	return s
}

// codeOf returns the number to the base 3 whose digits are the bits of squares.
func codeOf(squares int) (code uint64) {
	for place := uint64(1); squares != 0; squares, place = squares>>1, 3*place {
		code += uint64(squares&1) * place
	}
	return code
}

// plus returns the strip of one side's men, s, against those of the other.
func (s *strip) plus(theirs *strip) strip {
	return strip{s.tall + 2*theirs.tall, s.broad + 2*theirs.broad}
}

// views holds, for each set of squares that a side has in a strip, how it looks
// from below and from above.
type views [stripMask + 1]struct{ below, above strip }

// newViews returns the views of a board on which a strip has so many bits from
// its first square to its last.
func newViews(width int) *views {
	all := &views{}
	for squares := range all {
		turned := int(bits.Reverse64(uint64(squares)) >> (64 - width))
		all[squares].below, all[squares].above = newStrip(squares), newStrip(turned)
	}
	return all
}

// at returns the strip at the top of the layout as White sees it from below and
// as Black sees it from above.
func (v *views) at(white, black movegen.Bits) (below, above strip) {
	w, b := &v[white&stripMask], &v[black&stripMask]
	return w.below.plus(&b.below), b.above.plus(&w.above)
}

// A row holds the codes of a group of windows, 32 bits apiece.
type row struct{ even, odd uint64 } // windows 0 and 2, windows 1 and 3

// rowOf returns the codes of windows that are the sum of what their upper strips
// add up to and of their lowest, in which the lowest digit counts place.
func rowOf(upper, lowest, place uint64) row {
	const evens = 0x0000_ffff_0000_ffff
	return row{
		even: upper&evens + place*(lowest&evens),
		odd:  upper>>codeBits&evens + place*(lowest>>codeBits&evens),
	}
}

// at returns the code of window i.
func (r row) at(i int) uint32 {
	if i%2 == 0 {
		return uint32(r.even >> (16 * i))
	}
	return uint32(r.odd >> (16 * (i - 1)))
}

// rowsOf returns the codes of the windows of a side that sees these strips, the
// fourth being the nearest.
func rowsOf(first, second, third, fourth strip) (near, ahead, centre, home row) {
	near = rowOf(second.tall+81*third.tall, fourth.tall, 81*81)
	ahead = rowOf(first.tall+81*second.tall, third.tall, 81*81)
	centre = rowOf(second.broad, third.broad, 729)
	home = rowOf(third.broad, fourth.broad, 729)
	return near, ahead, centre, home
}
