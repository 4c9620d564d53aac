package network

import "stupol/movegen"

// An Accumulator has the sums of the first layer for the position evaluated last. The
// next one changes only what is different. The zero value is ready for use, by one
// goroutine and with one network.
type Accumulator struct {
	sums   [2][MaxWidth]int16  // as White and as Black see the board
	pieces [Kinds]movegen.Bits // of the position: White's men and kings, Black's men and kings
	filled bool

	changes [2]changes // scratch
}

// changes are the inputs of one side's view that go on and off.
type changes struct {
	on, off [64]uint16
}

// update makes the sums of a those of p.
func (n *Network) update(a *Accumulator, p *movegen.Position) {
	now := piecesOf(p)
	different, all := 0, 0
	for k := range now {
		different += (now[k] ^ a.pieces[k]).Len()
		all += now[k].Len()
	}
	if !a.filled || different > all {
		n.reset(a)
	}
	on, off := 0, 0
	for k := range now {
		changed := now[k] ^ a.pieces[k]
		on = n.list(&a.changes[0].on, &a.changes[1].on, on, k, changed&now[k])
		off = n.list(&a.changes[0].off, &a.changes[1].off, off, k, changed&^now[k])
	}
	a.pieces = now
	for side := range a.sums {
		c := &a.changes[side]
		addRows(a.sums[side][:n.width], n.weights, c.on[:on], c.off[:off])
	}
}

// reset makes the sums of a those of an empty board.
func (n *Network) reset(a *Accumulator) {
	a.filled, a.pieces = true, [Kinds]movegen.Bits{}
	for side := range a.sums {
		copy(a.sums[side][:], n.biases)
	}
}

// list appends the inputs of pieces of kind k to the lists of White's and Black's view,
// which have length entries, and returns their new length.
func (n *Network) list(white, black *[64]uint16, length, k int, pieces movegen.Bits) int {
	for ; pieces != 0; pieces &= pieces - 1 {
		sq := pieces.First()
		white[length&63] = uint16(k<<6) | uint16(sq)
		black[length&63] = uint16((k^2)<<6) | uint16(63-uint8(n.turn)-uint8(sq))
		length++
	}
	return length
}

// InputsOf returns the inputs of the pieces of p, as the side to move sees the board and
// as the other one does. It uses the memory of lists.
func InputsOf(r *movegen.Rules, p *movegen.Position, lists [2][]uint16) [2][]uint16 {
	n := Network{turn: r.HalfTurn()}
	var views [2][64]uint16
	length := 0
	for k, pieces := range piecesOf(p) {
		length = n.list(&views[0], &views[1], length, k, pieces)
	}
	for i := range lists {
		lists[i] = append(lists[i][:0], views[int(p.Turn&1)^i][:length]...)
	}
	return lists
}

// piecesOf returns the pieces of p by kind, as White sees the board.
func piecesOf(p *movegen.Position) [Kinds]movegen.Bits {
	return [Kinds]movegen.Bits{
		p.Men(movegen.White), p.KingsOf(movegen.White),
		p.Men(movegen.Black), p.KingsOf(movegen.Black),
	}
}
