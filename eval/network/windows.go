package network

import (
	"slices"

	"stupol/movegen"
)

// windows divide the squares of a board: two windows for each two rows, of five squares each
// on a board of 10x10 and of four on one of 8x8. What men stand where in a window is its
// arrangement. So a network learns what men beside each other are worth together, while a
// quiet move of a man changes no more than two of them.
type windows struct {
	all    [16]window
	number int       // of windows
	of     [64]uint8 // the window of a square

	size         int // squares of a window
	arrangements int // of a window: 3 to the power of size
}

// A window is some squares beside each other of a row, and some of the next one.
type window struct {
	squares movegen.Bits
	list    []movegen.Square // the same in their order
	first   movegen.Square
	inputs  [2]uint16 // what the first arrangement is, as White sees the window and as Black does
	digits  *digits
}

// digits are what men add to the number of an arrangement, by the squares of a window, shifted
// so that the first is bit 0. The number has a digit of base 3 for each square, the highest
// for the first: 0 for no man, 1 for one of the side that looks and 2 for one of the other. In
// the lower byte it is that of White; in the upper one that of Black, who sees the squares in
// opposite order.
type digits [2][1 << windowSpan]uint16

// windowSpan is how many bits lie from the first square of a window to the last.
const windowSpan = 9

// windows8 and windows10 are those of the two boards.
var windows8, windows10 = newWindows(4), newWindows(5)

// windowsOf returns the windows of the board of r.
func windowsOf(r *movegen.Rules) *windows {
	if r.Size == 8 {
		return windows8
	}
	return windows10
}

// newWindows returns the windows of a board with so many squares a row, and twice as many
// rows. The larger part of a window is in the second of its rows if it is on the left, so
// that those of a board that is turned round are the same, in opposite order.
func newWindows(columns int) *windows {
	w := &windows{size: columns, arrangements: 1}
	for range columns {
		w.arrangements *= 3
	}
	var left, right digits
	half := columns / 2
	for row := 0; row < 2*columns; row += 2 {
		above, below := 13*row/2, 13*row/2+6
		w.add(above, half, below, columns-half, &left)
		w.add(above+half, columns-half, below+columns-half, half, &right)
	}
	w.all[0].fill() // all on a side share their digits
	w.all[1].fill()
	for i := range w.number {
		turned := w.number - 1 - i
		w.all[i].inputs = [2]uint16{w.firstInput(i), w.firstInput(turned)}
	}
	return w
}

// add adds the window of so many squares from one on and from another on in the next row.
func (w *windows) add(above, length, below, rest int, d *digits) {
	one := &w.all[w.number]
	one.first, one.digits = movegen.Square(above), d
	for i := range length {
		one.list = append(one.list, movegen.Square(above+i))
	}
	for i := range rest {
		one.list = append(one.list, movegen.Square(below+i))
	}
	for _, sq := range one.list {
		one.squares |= sq.Bit()
		w.of[sq] = uint8(w.number)
	}
	w.number++
}

// fill fills in the digits of w.
func (w *window) fill() {
	last := len(w.list) - 1
	for men := range w.digits[movegen.White] {
		var ours, turned uint16
		for i := range w.list {
			ours = 3*ours + uint16(men>>(w.list[i]-w.first)&1)
			turned = 3*turned + uint16(men>>(w.list[last-i]-w.first)&1)
		}
		w.digits[movegen.White][men] = ours | 2*turned<<8
		w.digits[movegen.Black][men] = 2*ours | turned<<8
	}
}

// firstInput returns the input that is the first arrangement of window i.
func (w *windows) firstInput(i int) uint16 { return uint16(PieceInputs + i*w.arrangements) }

// inputCount returns how many inputs all arrangements are.
func (w *windows) inputCount() int { return w.number * w.arrangements }

// arrangement returns the inputs that the men of both sides are, as White sees the window and
// as Black does.
func (w *window) arrangement(white, black movegen.Bits) (forWhite, forBlack uint16) {
	const span = 1<<windowSpan - 1
	numbers := w.digits[movegen.White][(white&w.squares)>>(w.first&63)&span] +
		w.digits[movegen.Black][(black&w.squares)>>(w.first&63)&span]
	return w.inputs[movegen.White] + numbers&0xff, w.inputs[movegen.Black] + numbers>>8
}

// changes lists the arrangements that go on and off from a board to another, and returns how
// many.
func (w *windows) changes(list *[64]change, old, now *board) (length int) {
	oldWhite, oldBlack := old.men()
	nowWhite, nowBlack := now.men()
	for squares := (oldWhite ^ nowWhite) | (oldBlack ^ nowBlack); squares != 0; length++ {
		one := &w.all[w.of[squares.First()&63]&15]
		squares &^= one.squares
		c := &list[length&63]
		c[0], c[2] = one.arrangement(nowWhite, nowBlack)
		c[1], c[3] = one.arrangement(oldWhite, oldBlack)
	}
	return length
}

// men returns the men of both sides.
func (b *board) men() (white, black movegen.Bits) {
	men := b.occupied &^ b.kings
	return men &^ b.black, men & b.black
}

// fold sets the rows of f: an arrangement has the weights of its men as well, so that a man
// costs nothing more. A window without men is no input.
func (f *transformer) fold(w *windows, width int) {
	f.rows = f.weights
	if w == nil {
		return
	}
	f.rows = slices.Clone(f.weights)
	f.eachArrangement(w, width, func(men int, sum, row []int16) {
		if men == 0 {
			clear(row)
			return
		}
		for i, v := range sum {
			row[i] += v
		}
	})
}

// limit limits the weights of arrangements so that with those of their men they are at most
// as large as those of as many men can be. So no sum overflows.
func (f *transformer) limit(w *windows, width, maxWeight int) {
	f.rows = f.weights
	f.eachArrangement(w, width, func(men int, sum, row []int16) {
		for i, v := range sum {
			row[i] = int16(min(max(int(row[i]), -men*maxWeight-int(v)), men*maxWeight-int(v)))
		}
	})
}

// eachArrangement calls do with each arrangement of w: its number of men, the sum of their
// weights and its own row.
func (f *transformer) eachArrangement(w *windows, width int, do func(men int, sum, row []int16)) {
	sum := make([]int16, width)
	for i := range w.number {
		squares := w.all[i].list
		for number := range w.arrangements {
			men := 0
			clear(sum)
			for at, rest := w.size-1, number; at >= 0; at, rest = at-1, rest/3 {
				if kind := rest % 3; kind != 0 {
					men++
					man := (kind-1)*theirs + int(squares[at])
					for i, v := range f.weights[man*width:][:width] {
						sum[i] += v
					}
				}
			}
			do(men, sum, f.rows[(int(w.firstInput(i))+number)*width:][:width])
		}
	}
}

// theirs is how far the inputs of their men are behind those of our men.
const theirs = 2 * 64
