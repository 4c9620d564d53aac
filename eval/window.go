package eval

import "stupol/movegen"

// A window is twelve squares that lie together, as one side sees them from
// behind: a tall one two squares of each of six rows, a broad one three of each
// of four rows. What men stand there is a number to the base 3, its code: a
// digit for each square, the first square of the top row lowest, 0 for none, 1
// for a man of ours and 2 for one of theirs. Kings are left out.
const (
	// WindowCodes is the number of codes of a window: 3^12.
	WindowCodes = 531_441

	// MaxWindows is the number of windows a side has on the larger board.
	MaxWindows = 12
)

// A part is eight squares of a window. Parts are what windows have in common: a
// code too rare to be known is judged by the parts it has.
const (
	// PartsPerWindow is how many parts there are: from the first, the third
	// and the fifth square of the window on.
	PartsPerWindow = 3

	// PartCodes is the number of codes of a part: 3^8.
	PartCodes = 6_561
)

// PartOf returns the code of part i of a window.
func PartOf(code uint32, i int) uint32 {
	return code / [PartsPerWindow]uint32{1, 9, 81}[i] % PartCodes
}

// The groups of windows of a side, in their order. In a group the leftmost is
// the first and the next lies one square further to the right. The opponent
// sees the board turned round, so windows in the middle of the board that he
// has need not be had twice: those are left out in the groups with fewer than
// find room beside each other.
const (
	near   = iota // tall, in the six rows nearest to the side
	ahead         // tall, in its third to eighth row
	centre        // broad, in its third to sixth row
	home          // broad, in the nearest four rows
	groups
)

// windowsOf returns how many windows the groups have on a board of that size.
func windowsOf(size int) [groups]int {
	if size == 8 {
		return [groups]int{near: 3, ahead: 0, centre: 1, home: 2}
	}
	return [groups]int{near: 4, ahead: 2, centre: 3, home: 3}
}

// numWindows returns how many windows a side has.
func (b *board) numWindows() (n int) {
	for _, size := range b.windows {
		n += size
	}
	return n
}

// window returns the squares of window i of the side at the bottom.
func (b *board) window(i int) (squares movegen.Bits) {
	group := near
	for ; i >= b.windows[group]; group++ {
		i -= b.windows[group]
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

// codes returns the codes of all windows of White and of Black.
func (b *board) codes(white, black movegen.Bits) (whites, blacks codes) {
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
