package eval

import "stupol/movegen"

// A pattern is twelve squares that lie together, as one side sees them from
// behind: a tall one two squares of each of six rows, a broad one three of each
// of four rows. What men stand there is its index, a number to the base 3: a
// digit for each square, the first square of the top row lowest, 0 for none, 1
// for a man of ours and 2 for one of theirs. Kings are left out.
const (
	// PatternSize is the number of indices of a pattern: 3^12.
	PatternSize = 531_441

	// MaxPatterns is the number of patterns a side has on the larger board.
	MaxPatterns = 12
)

// A subpattern is eight squares of a pattern. An index too rare to be known is
// judged by its subpatterns, which it has in common with others.
const (
	// SubpatternsPerPattern is how many there are: from the first, the third
	// and the fifth square of the pattern on.
	SubpatternsPerPattern = 3

	// SubpatternSize is the number of indices of a subpattern: 3^8.
	SubpatternSize = 6_561
)

// SubpatternIndex returns the index of subpattern i of a pattern with that index.
func SubpatternIndex(index uint32, i int) uint32 {
	return index / [SubpatternsPerPattern]uint32{1, 9, 81}[i] % SubpatternSize
}

// The groups of patterns of a side, in their order. In a group the leftmost is
// the first and the next lies one square further to the right. The opponent
// sees the board turned round, so patterns in the middle of the board that he
// has need not be had twice: those are left out in the groups with fewer than
// find room beside each other.
const (
	near   = iota // tall, in the six rows nearest to the side
	ahead         // tall, in its third to eighth row
	centre        // broad, in its third to sixth row
	home          // broad, in the nearest four rows
	groups
)

// patternsOf returns how many patterns the groups have on a board of that size.
func patternsOf(size int) [groups]int {
	if size == 8 {
		return [groups]int{near: 3, ahead: 0, centre: 1, home: 2}
	}
	return [groups]int{near: 4, ahead: 2, centre: 3, home: 3}
}

// numPatterns returns how many patterns a side has.
func (b *board) numPatterns() (n int) {
	for _, size := range b.patterns {
		n += size
	}
	return n
}

// pattern returns the squares of pattern i of the side at the bottom.
func (b *board) pattern(i int) (squares movegen.Bits) {
	group := near
	for ; i >= b.patterns[group]; group++ {
		i -= b.patterns[group]
	}
	shape := [groups]struct{ first, strips, row int }{
		near: {1, 3, 0b11}, ahead: {0, 3, 0b11}, centre: {1, 2, 0b111}, home: {2, 2, 0b111},
	}[group]
	for k := range shape.strips {
		strip := movegen.Bits(shape.row|shape.row<<6) << i
		squares |= strip << b.strip(shape.first+k)
	}
	return squares
}

// indices returns the indices of all patterns of White and of Black.
func (b *board) indices(white, black movegen.Bits) (whites, blacks indices) {
	white, black = white>>(b.first&63), black>>(b.first&63)
	if b.size == 8 {
		w0, b0 := b.strips.onSmallBoard(white)
		w1, b1 := b.strips.onSmallBoard(black)
		return w0.and(w1), b1.and(b0)
	}
	w0, b0 := b.strips.onLargeBoard(white)
	w1, b1 := b.strips.onLargeBoard(black)
	return w0.and(w1), b1.and(b0)
}
