package endgame

import (
	"math/bits"
	"math/rand/v2"

	"stupol/movegen"
)

// Layout numbers the positions of a slice from 0 without gaps, White to
// move. From the outside inwards a number is made of
//
//   - how many white men stand on White's own first row, the only one where
//     black men cannot be,
//   - where these stand, and where the other white men stand,
//   - where the black men stand, on the squares of theirs that are left,
//   - where the white kings stand, and where the black kings stand.
//
// The places of k pieces on a set of squares have the combinatorial number
// C(a1,1) + C(a2,2) + ... + C(ak,k), where the squares of the set are counted
// from 0 at the top left and the pieces stand on a1 < a2 < ... < ak.
type Layout struct {
	slice Slice
	turn  movegen.HalfTurn
	board movegen.Bits // all squares
	home  movegen.Bits // White's first row
	inner movegen.Bits // where white men can be besides
	black movegen.Bits // where black men can be

	starts     [MaxPieces + 1]uint64 // first number by white men at home, up to one past the last
	places     [MaxPieces]menPlaces  // by white men at home
	whiteKings uint64                // places of the white kings once the men stand
	blackKings uint64                // places of the black kings once all else stands
	size       uint64
}

// menPlaces are the numbers of places of men, given how many white ones are
// at home.
type menPlaces struct{ inner, black uint64 }

// NewLayout returns the layout of slice s on the board of r.
func NewLayout(r *movegen.Rules, s Slice) *Layout {
	x := &Layout{slice: s, board: r.Board()}
	x.turn = r.HalfTurn()
	x.home = r.LastRow(movegen.Black)
	x.inner = x.board &^ x.home &^ r.LastRow(movegen.White)
	x.black = x.board &^ x.home
	left := x.board.Len() - int(s.men())
	x.whiteKings = choose(left, s.Us.Kings)
	x.blackKings = choose(left-int(s.Us.Kings), s.Them.Kings)
	for n := range s.Us.Men + 1 {
		out := s.Us.Men - n
		at := &x.places[n]
		at.inner = choose(x.inner.Len(), out)
		at.black = choose(x.black.Len()-int(out), s.Them.Men)
		x.starts[n] = x.size
		x.size += choose(x.home.Len(), n) * at.inner * at.black * x.whiteKings * x.blackKings
	}
	x.starts[s.Us.Men+1] = x.size
	return x
}

// Slice returns the slice whose positions are numbered.
func (x *Layout) Slice() Slice { return x.slice }

// Size returns the number of positions.
func (x *Layout) Size() uint64 { return x.size }

// Index returns the number of p, which must belong to the slice. Whose turn
// it is decides which way round p is seen.
func (x *Layout) Index(p *movegen.Position) uint64 {
	us, them, kings := p.Pieces[movegen.White], p.Pieces[movegen.Black], p.Kings
	if p.Turn == movegen.Black {
		us, them, kings = x.turn.Of(them), x.turn.Of(us), x.turn.Of(kings)
	}
	usMen, themMen := us&^kings, them&^kings
	return x.withMen(usMen, themMen) + x.ofKings(us&kings, them&kings, x.board&^(usMen|themMen))
}

// withMen returns the first number with men in these places.
func (x *Layout) withMen(us, them movegen.Bits) uint64 {
	home, inner := us&x.home, us&^x.home
	n := home.Len()
	at := &x.places[n]
	i := rank(home, x.home)*at.inner + rank(inner, x.inner)
	i = i*at.black + rank(them, x.black&^inner)
	return x.starts[n] + i*x.whiteKings*x.blackKings
}

// ofKings returns how many numbers with the same men are below that of kings in these places, of
// those free for the kings.
func (x *Layout) ofKings(us, them, free movegen.Bits) uint64 {
	return rank(us, free)*x.blackKings + rank(them, free&^us)
}

// Position returns the position with number i, White to move and without a
// hash. It is the inverse of Index. For many positions there is a Cursor.
func (x *Layout) Position(i uint64) movegen.Position {
	c := x.Cursor()
	return c.Position(i)
}

// rank returns the combinatorial number of set, a part of squares.
func rank(set, squares movegen.Bits) uint64 {
	if set == 0 {
		return 0
	}
	n := uint64((squares & (set&-set - 1)).Len())
	for k := 2; set&(set-1) != 0; k++ {
		set &= set - 1
		n += binomials[(squares & (set&-set - 1)).Len()][k&7]
	}
	return n
}

// unrank returns the set of k squares with combinatorial number n.
func unrank(n uint64, k uint8, squares movegen.Bits) movegen.Bits {
	var set movegen.Bits
	top := squares.Len()
	for ; k > 0; k-- {
		top = highest(n, int(k), top)
		n -= binomials[top][k]
		set |= squareNumbered(squares, top)
	}
	return set
}

// highest returns the largest a below top with C(a,k) <= n.
func highest(n uint64, k, top int) int {
	if k == 1 {
		return int(n)
	}
	low := 0
	for low+1 < top {
		middle := (low + top) / 2
		if binomials[middle][k] <= n {
			low = middle
		} else {
			top = middle
		}
	}
	return low
}

// squareNumbered returns the n-th lowest of squares, counting from 0: first
// the byte it is in is found, with the numbers of squares up to each of the
// eight bytes worked out side by side (Vigna 2008), then its place there.
func squareNumbered(squares movegen.Bits, n int) movegen.Bits {
	const ones, highs = 0x0101_0101_0101_0101, 0x8080_8080_8080_8080
	x := uint64(squares)
	x -= x >> 1 & (0x55 * ones)
	x = x&(0x33*ones) + x>>2&(0x33*ones)
	upTo := (x + x>>4) & (0x0F * ones) * ones
	notBelow := (uint64(n)*ones | highs) - upTo // no byte borrows: all are below 128
	at := uint(bits.OnesCount64(notBelow&highs)) * 8
	n -= int(upTo << 8 >> at & 0xFF)
	return movegen.Bits(nthBit[squares>>at&0xFF][n&7]) << at
}

// nthBit holds the n-th lowest bit of each byte.
var nthBit = func() (bit [256][8]uint8) {
	for b := range bit {
		n := 0
		for i := range 8 {
			if b>>i&1 != 0 {
				bit[b][n] = 1 << i
				n++
			}
		}
	}
	return bit
}()

// binomials holds C(n,k).
var binomials = func() (c [64][8]uint64) {
	for n := range c {
		c[n][0] = 1
		for k := 1; k < 8 && n > 0; k++ {
			c[n][k] = c[n-1][k-1] + c[n-1][k]
		}
	}
	return c
}()

// choose returns C(n,k).
func choose(n int, k uint8) uint64 { return binomials[n][k] }

// Random returns a random position of slice s with White to move. All have the same
// probability.
func Random(r *movegen.Rules, s Slice, rng *rand.Rand) movegen.Position {
	x := NewLayout(r, s)
	p := x.Position(rng.Uint64N(x.size))
	return movegen.NewPosition(p.Turn, p.Pieces[movegen.White], p.Pieces[movegen.Black], p.Kings)
}
