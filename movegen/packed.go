package movegen

import (
	"cmp"
	"encoding/binary"
)

// Packed is a position as three words, for files: the pieces of White, those of
// Black and the kings. Bit 63 of the kings, which is no square, is set if Black is
// to move. Frisian counts of king moves are left out.
type Packed [3]Bits

// PackedBytes is the size of a Packed in a file.
const PackedBytes = 24

const blackMoves Bits = 1 << 63

// Pack returns p as a Packed.
func (p *Position) Pack() Packed {
	x := Packed{p.Pieces[White], p.Pieces[Black], p.Kings}
	if p.Turn == Black {
		x[2] |= blackMoves
	}
	return x
}

// Position returns the position, without its hash.
func (x Packed) Position() Position {
	p := Position{Pieces: [2]Bits{x[0], x[1]}, Kings: x[2] &^ blackMoves}
	if x[2]&blackMoves != 0 {
		p.Turn = Black
	}
	return p
}

// Valid reports whether each piece stands on a square of its own on the board of r
// and kings are pieces.
func (x Packed) Valid(r *Rules) bool {
	return (x[0]|x[1])&^r.Board() == 0 && x[0]&x[1] == 0 && x[2]&^blackMoves&^(x[0]|x[1]) == 0
}

// Compare orders packed positions.
func (x Packed) Compare(y Packed) int {
	return cmp.Or(cmp.Compare(x[0], y[0]), cmp.Compare(x[1], y[1]), cmp.Compare(x[2], y[2]))
}

// AppendTo appends the words to b, lowest byte first.
func (x Packed) AppendTo(b []byte) []byte {
	for _, word := range x {
		b = binary.LittleEndian.AppendUint64(b, uint64(word))
	}
	return b
}

// Unpack returns the words that b begins with.
func Unpack(b []byte) (x Packed) {
	for i := range x {
		x[i] = Bits(binary.LittleEndian.Uint64(b[8*i:]))
	}
	return x
}
