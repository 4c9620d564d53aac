package endgame

import "stupol/movegen"

// A Cursor finds the positions of numbers that mostly go up: what the last position had in common
// with the next, from the outside inwards, is not found again. It serves one goroutine.
type Cursor struct {
	layout             *Layout
	usMen              movegen.Bits
	of                 span // the numbers with these white men
	themMen            places
	usKings, themKings places
}

// A span is a part of the numbers of a layout.
type span struct{ from, size uint64 }

func (s span) has(i uint64) bool { return i-s.from < s.size }

// places are where pieces of one kind stand.
type places struct {
	span         // the numbers with the same places of these, and of what is further out
	set, squares movegen.Bits
}

// Cursor returns a new cursor for x.
func (x *Layout) Cursor() Cursor { return Cursor{layout: x} }

// Position returns the position with number i, White to move and without a hash.
func (c *Cursor) Position(i uint64) movegen.Position {
	x := c.layout
	if !c.usKings.has(i) {
		if !c.themMen.has(i) {
			if !c.of.has(i) {
				c.findWhiteMen(i)
			}
			inner := c.usMen &^ x.home
			c.themMen.find(i, c.of.from, x.whiteKings*x.blackKings, x.slice.Them.Men, x.black&^inner)
		}
		c.usKings.find(i, c.themMen.from, x.blackKings, x.slice.Us.Kings, x.board&^(c.usMen|c.themMen.set))
	}
	c.themKings.find(i, c.usKings.from, 1, x.slice.Them.Kings, c.usKings.squares&^c.usKings.set)
	return movegen.Position{
		Pieces: [2]movegen.Bits{c.usMen | c.usKings.set, c.themMen.set | c.themKings.set},
		Kings:  c.usKings.set | c.themKings.set,
	}
}

// find finds where the k pieces are in position i. The numbers with the same of what is further out begin
// with from, and size of them have the same places of these.
func (p *places) find(i, from, size uint64, k uint8, squares movegen.Bits) {
	switch {
	case k == 0:
		p.from = from
	case i == p.from+size && i > from && squares == p.squares:
		p.from, p.set = i, following(p.set, squares)
	default:
		n := (i - from) / size
		p.from, p.set = from+n*size, unrank(n, k, squares)
	}
	p.size, p.squares = size, squares
}

// following returns the set whose combinatorial number is one more than that of set, a part of
// squares that is not their last.
func following(set, squares movegen.Bits) movegen.Bits {
	for lowest := movegen.Bits(0); ; {
		first := set & -set
		set ^= first
		above := squares &^ (2*first - 1)
		if up := above & -above; set&up == 0 {
			return set | up | lowest
		}
		left := squares &^ lowest // the first has no room: it goes back to the beginning
		lowest |= left & -left
	}
}

// findWhiteMen finds the white men of position i.
func (c *Cursor) findWhiteMen(i uint64) {
	x, home := c.layout, uint8(0)
	for i >= x.starts[home+1] {
		home++
	}
	at := &x.places[home]
	c.of.size = at.black * x.whiteKings * x.blackKings
	n := (i - x.starts[home]) / c.of.size
	c.of.from = x.starts[home] + n*c.of.size
	c.usMen = unrank(n%at.inner, x.slice.Us.Men-home, x.inner) | unrank(n/at.inner, home, x.home)
}

// A Finder finds the numbers of positions most of which have the same men as the one before. It
// serves one goroutine.
type Finder struct {
	layout   *Layout
	us, them movegen.Bits // men
	free     movegen.Bits // of them; empty before the first position
	first    uint64       // number with these men
}

// Finder returns a new finder for x.
func (x *Layout) Finder() Finder { return Finder{layout: x} }

// Index returns the number of the position in which the side to move, which is seen as White, has
// the pieces us, the other has them, and these of both are kings. See Layout.Index.
func (f *Finder) Index(us, them, kings movegen.Bits) uint64 {
	if usMen, themMen := us&^kings, them&^kings; usMen != f.us || themMen != f.them || f.free == 0 {
		f.us, f.them, f.free = usMen, themMen, f.layout.board&^(usMen|themMen)
		f.first = f.layout.withMen(usMen, themMen)
	}
	return f.first + f.layout.ofKings(us&kings, them&kings, f.free)
}
