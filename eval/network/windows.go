package network

import (
	"slices"

	"stupol/movegen"
)

// windows divide the squares of a board: two windows for each two rows, of five squares each
// on a board of 10x10 and of four on one of 8x8. What men stand where in a window is its
// arrangement. So a network learns what men beside each other are worth together, while a
// move changes no more than two or three inputs.
type windows struct {
	all    [16]window
	number int       // of windows
	of     [64]uint8 // the window of a square

	size         int // squares of a window
	arrangements int // of a window: 3 to the power of size

	// numbers has the numbers of arrangements, as White sees them and as Black does, by the
	// squares of a window where White has a man, and shifted by size those where Black has.
	numbers [1 << (2 * maxWindow)][2]uint8
}

// maxWindow is the largest number of squares of a window.
const maxWindow = 5

// A window is some squares beside each other of a row, then some of the next one.
type window struct {
	first, second         uint8  // the first square of each
	length                uint8  // of the part in the first row
	firstMask, secondMask uint16 // of the squares, shifted
	inputs                [2]uint16
}

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
	left := columns / 2
	for row := 0; row < 2*columns; row += 2 {
		above, below := 13*row/2, 13*row/2+6
		w.add(above, left, below, columns-left)
		w.add(above+left, columns-left, below+columns-left, left)
	}
	for i := range w.number {
		turned := w.number - 1 - i
		w.all[i].inputs = [2]uint16{w.firstInput(i), w.firstInput(turned)}
	}
	for x := range w.numbers {
		w.numbers[x] = w.numbersOf(x)
	}
	return w
}

// add adds the window of so many squares from first and from second on.
func (w *windows) add(first, length, second, rest int) {
	for sq := first; sq < first+length; sq++ {
		w.of[sq] = uint8(w.number)
	}
	for sq := second; sq < second+rest; sq++ {
		w.of[sq] = uint8(w.number)
	}
	w.all[w.number] = window{
		first: uint8(first), second: uint8(second), length: uint8(length),
		firstMask: 1<<length - 1, secondMask: 1<<rest - 1,
	}
	w.number++
}

// firstInput returns the input that is the first arrangement of window i.
func (w *windows) firstInput(i int) uint16 { return uint16(PieceInputs + i*w.arrangements) }

// inputs returns how many inputs all arrangements are.
func (w *windows) inputs() int { return w.number * w.arrangements }

// numbersOf returns what numbers has at x: a digit for each square, the first is the highest,
// 0 for no man, 1 for one of the side that looks and 2 for one of the other. Black sees the
// squares in opposite order.
func (w *windows) numbersOf(x int) (numbers [2]uint8) {
	white, black := x&(1<<w.size-1), x>>w.size
	if white&black != 0 || black>>w.size != 0 {
		return numbers // no arrangement
	}
	for i := range w.size {
		turned := w.size - 1 - i
		numbers[movegen.White] = 3*numbers[movegen.White] + uint8(white>>i&1+2*(black>>i&1))
		numbers[movegen.Black] = 3*numbers[movegen.Black] + uint8(black>>turned&1+2*(white>>turned&1))
	}
	return numbers
}

// squares returns the squares of w in their order.
func (w *window) squares(size int) (all []movegen.Square) {
	for i := range size {
		if i < int(w.length) {
			all = append(all, movegen.Square(int(w.first)+i))
		} else {
			all = append(all, movegen.Square(int(w.second)+i-int(w.length)))
		}
	}
	return all
}

// on returns which squares of w are in b.
func (w *window) on(b movegen.Bits) uint16 {
	return uint16(b>>(w.first&63))&w.firstMask | uint16(b>>(w.second&63))&w.secondMask<<(w.length&15)
}

// inputsOf returns the input that is the arrangement in window i, as White sees it and as
// Black does.
func (w *windows) inputsOf(i int, white, black movegen.Bits) (inputs [2]uint16) {
	one := &w.all[i&15]
	numbers := &w.numbers[(one.on(white)|one.on(black)<<(w.size&15))&(1<<(2*maxWindow)-1)]
	return [2]uint16{one.inputs[0] + uint16(numbers[0]), one.inputs[1] + uint16(numbers[1])}
}

// list lists the arrangements that go on and off from a board to another, and returns how many.
func (w *windows) list(list *[64]change, old, now *board) (length int) {
	oldWhite, oldBlack := old.men()
	nowWhite, nowBlack := now.men()
	touched := uint16(0)
	for squares := (oldWhite ^ nowWhite) | (oldBlack ^ nowBlack); squares != 0; squares &= squares - 1 {
		touched |= 1 << (w.of[squares.First()&63] & 15)
	}
	for ; touched != 0; touched &= touched - 1 {
		i := movegen.Bits(touched).First()
		on, off := w.inputsOf(int(i), nowWhite, nowBlack), w.inputsOf(int(i), oldWhite, oldBlack)
		list[length&63] = change{on[0], off[0], on[1], off[1]}
		length++
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
		squares := w.all[i].squares(w.size)
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
