package network

import "stupol/movegen"

// windows are groups of squares beside each other, five on a board of 10x10 and four on one of
// 8x8. What men stand where in a window is its arrangement. So a network learns what men beside
// each other are worth together. A square has no more than one window of a set, so that a quiet
// move of a man changes no more than two of it.
type windows struct {
	all    [32]window // those of the first set, then those of the second
	number int        // of windows
	sets   []windowSet
	inputs int // of a view: pieces and arrangements

	arrangements int // of a window: 3 to the power of its squares
}

// A windowSet is windows that have no square in common.
type windowSet struct {
	from, to int // the windows
	squares  movegen.Bits
	of       [64]uint8 // the window of a square
}

// A window is some squares of a row beside each other, and some of the next row.
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

// MaxWindows is how many sets of windows there are.
const MaxWindows = 2

// windows8 and windows10 are those of the two boards, by the number of sets.
var windows8, windows10 = newWindows(8), newWindows(10)

// windowsOf returns so many sets of windows of the board of r.
func windowsOf(r *movegen.Rules, sets int) *windows {
	if r.Size == 8 {
		return windows8[sets]
	}
	return windows10[sets]
}

// newWindows returns the windows of a board of that size, by the number of sets.
func newWindows(size int) (all [MaxWindows + 1]*windows) {
	shared := map[movegen.Bits]*digits{}
	for sets := range all {
		w := &windows{inputs: PieceInputs, arrangements: 1}
		for range size / 2 {
			w.arrangements *= 3
		}
		for set := range sets {
			w.addSet(set, size, shared)
		}
		all[sets] = w
	}
	return all
}

// addSet adds a set to w: for each two rows a window to the left and one to the right. The first
// set begins with the first row and divides the board. The second begins with the second row: it
// has together the rows that the first keeps apart. The windows of a board that is turned round
// are the same, in opposite order.
func (w *windows) addSet(set, size int, shared map[movegen.Bits]*digits) {
	one := windowSet{from: w.number}
	for row := set; row+1 < size; row += 2 {
		for _, column := range []int{0, size / 2} {
			squares := windowAt(row, column, size/2)
			for _, sq := range squares {
				one.squares |= sq.Bit()
				one.of[sq] = uint8(w.number)
			}
			w.all[w.number] = newWindow(squares, shared)
			w.number++
		}
	}
	one.to = w.number
	for i := one.from; i < one.to; i++ {
		w.all[i].inputs[movegen.White] = uint16(w.inputs)
		w.all[one.turned(i)].inputs[movegen.Black] = uint16(w.inputs)
		w.inputs += w.arrangements
	}
	w.sets = append(w.sets, one)
}

// turned returns which window i is of a board that is turned round.
func (s *windowSet) turned(i int) int { return s.from + s.to - 1 - i }

// windowAt returns the squares of so many columns from one on in two rows, the upper one first. Each
// column has one.
func windowAt(upper, from, columns int) (squares []movegen.Square) {
	for row := upper; row <= upper+1; row++ {
		for column := from; column < from+columns; column++ {
			if (row+column)%2 == 1 {
				squares = append(squares, movegen.Square(13*(row/2)+6*(row%2)+column/2))
			}
		}
	}
	return squares
}

// newWindow returns the window of squares. Windows of the same form share their digits.
func newWindow(squares []movegen.Square, shared map[movegen.Bits]*digits) window {
	w := window{list: squares, first: squares[0]}
	for _, sq := range squares {
		w.squares |= sq.Bit()
	}
	form := w.squares >> w.first
	w.digits = shared[form]
	if w.digits == nil {
		w.digits = &digits{}
		w.fill()
		shared[form] = w.digits
	}
	return w
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
	changed := (oldWhite ^ nowWhite) | (oldBlack ^ nowBlack)
	for i := range w.sets {
		set := &w.sets[i]
		for squares := changed & set.squares; squares != 0; length++ {
			one := &w.all[set.of[squares.First()&63]&31]
			squares &^= one.squares
			c := &list[length&63]
			c[0], c[2] = one.arrangement(nowWhite, nowBlack)
			c[1], c[3] = one.arrangement(oldWhite, oldBlack)
		}
	}
	return length
}

// men returns the men of both sides.
func (b *board) men() (white, black movegen.Bits) {
	men := b.occupied &^ b.kings
	return men &^ b.black, men & b.black
}

// fold sets the rows of f, which has room for them: an arrangement of the first set has the weights
// of its men as well, so that a man costs nothing more. A window without men is no input.
func (f *transformer) fold(w *windows, width int, room []int16) {
	f.rows = room
	copy(f.rows, f.weights)
	f.eachArrangement(w, width, func(_, men int, sum, row []int16) {
		if men == 0 {
			clear(row)
			return
		}
		for i, v := range sum {
			row[i] += v
		}
	})
}

// limit limits the weights of arrangements so that no sum overflows: a man and all that he is part
// of weigh at most as much as a piece can. Each set after the first has a third of that.
func (f *transformer) limit(w *windows, width, maxWeight int) {
	f.rows = f.weights
	third := maxWeight / 3
	f.eachArrangement(w, width, func(set, men int, sum, row []int16) {
		most := men * third
		if set == 0 {
			most = men * (maxWeight - (len(w.sets)-1)*third)
		}
		for i, v := range sum {
			row[i] = int16(min(max(int(row[i]), -most-int(v)), most-int(v)))
		}
	})
}

// eachArrangement calls do with each arrangement of w: its set, its number of men, the sum of
// their weights, which only the first set counts, and its own row.
func (f *transformer) eachArrangement(w *windows, width int, do func(set, men int, sum, row []int16)) {
	men, sums := make([]int, w.arrangements), make([]int16, w.arrangements*width)
	for set := range w.sets {
		clear(sums)
		for i := w.sets[set].from; i < w.sets[set].to; i++ {
			one := &w.all[i]
			for number := range w.arrangements {
				sum := sums[number*width:][:width]
				if number > 0 {
					man, rest := one.lastMan(number)
					men[number] = men[rest] + 1
					if set == 0 {
						weights := f.weights[int(man)*width:][:width]
						for i, v := range sums[rest*width:][:width] {
							sum[i] = v + weights[i]
						}
					}
				}
				do(set, men[number], sum, f.rows[(int(one.inputs[movegen.White])+number)*width:][:width])
			}
		}
	}
}

// lastMan returns the last man of an arrangement that has one, as an input, and the arrangement of
// the others.
func (w *window) lastMan(number int) (input uint16, rest int) {
	at, place := len(w.list)-1, 1
	for number/place%3 == 0 {
		at, place = at-1, 3*place
	}
	kind := number / place % 3
	return uint16(kind-1)*theirs + uint16(w.list[at]), number - kind*place
}

// theirs is how far the inputs of their men are behind those of our men.
const theirs = 2 * 64
