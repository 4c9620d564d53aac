package eval

import "stupol/movegen"

// A board holds the regions of one size of board, as seen by the side at the
// bottom.
type board struct {
	size         int
	turn         movegen.HalfTurn
	squares      movegen.Bits    // the playing squares
	rows         [4]movegen.Bits // rows[k]: the squares whose row, from 0 at the bottom, has bit k set
	home         movegen.Bits    // the bottom row
	centre       movegen.Bits    // the middle columns, the outer rows left out
	edges        movegen.Bits    // the outer columns
	right        movegen.Bits    // the right half
	longDiagonal movegen.Bits    // the long diagonal
}

// The boards of 8x8 and 10x10. Mirrored boards use the same bits.
var boards = [2]board{newBoard("english"), newBoard("international")}

// boardOf returns the regions of the board that r is played on.
func boardOf(r *movegen.Rules) *board {
	if r.Size == 8 {
		return &boards[0]
	}
	return &boards[1]
}

// newBoard computes the regions of the board of a variant that is not mirrored.
func newBoard(variant string) board {
	r, err := movegen.Lookup(variant)
	if err != nil {
		panic(err)
	}
	b := board{size: r.Size, turn: r.HalfTurn(), squares: r.Board(), longDiagonal: r.LongDiagonal()}
	for n := 1; n <= r.Squares(); n++ {
		sq := r.SquareOf(n)
		row, column := r.RowAndColumn(sq)
		b.place(sq.Bit(), b.size-1-row, column)
	}
	return b
}

// place adds a square to its regions: up is its row, the bottom row being 0.
func (b *board) place(sq movegen.Bits, up, column int) {
	for k := range b.rows {
		if up>>k&1 != 0 {
			b.rows[k] |= sq
		}
	}
	if up == 0 {
		b.home |= sq
	}
	if column == 0 || column == b.size-1 {
		b.edges |= sq
	}
	if column >= b.size/2 {
		b.right |= sq
	}
	if inner := b.size/2 - 2; column >= inner && column < b.size-inner && up > 1 && up < b.size-2 {
		b.centre |= sq
	}
}

// rowsAdvanced returns the sum of the rows of men, the bottom row being 0. It adds them
// up bit by bit, which takes four counts instead of ten.
func (b *board) rowsAdvanced(men movegen.Bits) int {
	return (men & b.rows[0]).Len() + 2*(men&b.rows[1]).Len() +
		4*(men&b.rows[2]).Len() + 8*(men&b.rows[3]).Len()
}

// lean returns by how many men one half of the board outnumbers the other.
func (b *board) lean(men movegen.Bits) int {
	more := 2*(men&b.right).Len() - men.Len()
	return max(more, -more)
}
