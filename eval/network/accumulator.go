package network

import "stupol/movegen"

// An Accumulator has, for each feature transformer, its sums for the position
// evaluated last. The next one changes only what is different. The zero value is ready
// for use, by one goroutine and with one network.
type Accumulator struct {
	transformers [Transformers]sums
	changes      [64]change // scratch
}

// sums are those of a feature transformer.
type sums struct {
	views  [2][MaxWidth]int16 // as White and as Black see the board
	board  board              // whose sums these are
	filled bool
}

// A board is the pieces of a position: all, those that are Black's, and the kings.
type board struct{ occupied, black, kings movegen.Bits }

// boardOf returns the pieces of p.
func boardOf(p *movegen.Position) board {
	return board{p.Occupied(), p.Pieces[movegen.Black], p.Kings}
}

// kind returns the kind of the piece on a square as White sees it, or 0 if there is none.
func (b *board) kind(sq movegen.Square) uint16 {
	return uint16(b.black>>(sq&63)&1<<1 | b.kings>>(sq&63)&1)
}

// A change is an input that goes on and one that goes off: as White sees them, then as
// Black does. Either may be no input, whose number is that of inputs.
type change = [4]uint16

// update returns the sums of a transformer for p.
func (n *Network) update(a *Accumulator, transformer int, p *movegen.Position) *sums {
	s, layer := &a.transformers[transformer], &n.transformers[transformer]
	now := boardOf(p)
	different := now.changedFrom(&s.board)
	if !s.filled || different.Len() > now.occupied.Len() {
		s.filled, s.board, different = true, board{}, now.occupied
		for side := range s.views {
			copy(s.views[side][:], layer.biases)
		}
	}
	if different != 0 {
		changes := n.list(&a.changes, &s.board, &now, different)
		s.board = now
		addRows(&s.views, n.width, layer.rows, changes)
	}
	return s
}

// changedFrom returns the squares on which b differs from old.
func (b *board) changedFrom(old *board) movegen.Bits {
	return (b.occupied ^ old.occupied) | (b.black ^ old.black) | (b.kings ^ old.kings)
}

// list lists the inputs that go on and off with the pieces on squares. Where there are
// windows, men are in their arrangements.
func (n *Network) list(list *[64]change, old, now *board, squares movegen.Bits) []change {
	on, off := 0, 0
	wasOn, isOn := old.occupied, now.occupied
	if n.windows != nil {
		on = n.windows.changes(list, old, now)
		off = on
		wasOn, isOn = old.kings, now.kings
		squares &= wasOn | isOn
	}
	for ; squares != 0; squares &= squares - 1 {
		sq := squares.First()
		// Written in any case, to have no branches that cannot be predicted.
		list[on&63][0], list[on&63][2] = inputsOf(n.turn, now.kind(sq), sq)
		on += int(isOn >> (sq & 63) & 1)
		list[off&63][1], list[off&63][3] = inputsOf(n.turn, old.kind(sq), sq)
		off += int(wasOn >> (sq & 63) & 1)
	}
	none := uint16(n.inputs)
	for ; on < off; on++ {
		list[on&63][0], list[on&63][2] = none, none
	}
	for ; off < on; off++ {
		list[off&63][1], list[off&63][3] = none, none
	}
	return list[:on]
}

// inputsOf returns the inputs of a piece of White's kind k: in White's view and in Black's.
func inputsOf(turn movegen.HalfTurn, k uint16, sq movegen.Square) (white, black uint16) {
	return k<<6 | uint16(sq), (k^2)<<6 | uint16(63-uint8(turn)-uint8(sq))
}

// InputsOf returns the inputs that are on in p in networks for r of a shape, as the side to
// move sees the board and as the other one does. It uses the memory of lists.
func (s Shape) InputsOf(r *movegen.Rules, p *movegen.Position, lists [2][]uint16) [2][]uint16 {
	turn := r.HalfTurn()
	us := int(p.Turn & 1)
	lists[0], lists[1] = lists[0][:0], lists[1][:0]
	now := boardOf(p)
	for squares := now.occupied; squares != 0; squares &= squares - 1 {
		sq := squares.First()
		white, black := inputsOf(turn, now.kind(sq), sq)
		lists[us] = append(lists[us], white)
		lists[us^1] = append(lists[us^1], black)
	}
	windows := windowsOf(r, s.Windows)
	white, black := now.men()
	for i := range windows.number {
		if (white|black)&windows.all[i].squares != 0 { // else it is no input
			forWhite, forBlack := windows.all[i].arrangement(white, black)
			lists[us] = append(lists[us], forWhite)
			lists[us^1] = append(lists[us^1], forBlack)
		}
	}
	return lists
}
