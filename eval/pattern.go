package eval

import "stupol/movegen"

// A pattern is twelve neighbouring squares as one side sees them: tall, two of each of
// six rows, or broad, three of each of four rows. The men there make its index, a number
// to the base 3; see the package comment.
const (
	// PatternSize is the number of indices of a pattern: 3^12.
	PatternSize = 531_441

	// MaxPatterns is the number of patterns a side has on the larger board.
	MaxPatterns = 12
)

// A subpattern is eight squares of a pattern. Patterns with rare indices share those of
// subpatterns with others.
const (
	// SubpatternsPerPattern is 3: from the first, the third and the fifth square
	// of the pattern on.
	SubpatternsPerPattern = 3

	// SubpatternSize is the number of indices of a subpattern: 3^8.
	SubpatternSize = 6_561
)

// SubpatternIndex returns the index of subpattern i of a pattern with index.
func SubpatternIndex(index uint32, i int) uint32 {
	return index / [SubpatternsPerPattern]uint32{1, 9, 81}[i] % SubpatternSize
}

// The groups of patterns of a side, in order. The first pattern of a group is the
// leftmost, each other lies one square to the right of the one before. Groups in the
// middle of the board have only half of the patterns that fit: the opponent, who sees the
// board turned round, has the others.
const (
	near   = iota // tall, in the six rows nearest to the side
	ahead         // tall, in its third to eighth row
	centre        // broad, in its third to sixth row
	home          // broad, in the nearest four rows
	groups
)

// patternsOf returns the number of patterns of each group on a board of that size.
func patternsOf(size int) [groups]int {
	if size == 8 {
		return [groups]int{near: 3, ahead: 0, centre: 1, home: 2}
	}
	return [groups]int{near: 4, ahead: 2, centre: 3, home: 3}
}

// numPatterns returns the number of patterns of a side.
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

// indices returns the indices of all patterns of White and of Black, from their men.
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
