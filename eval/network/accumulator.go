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
// Black does. Either may be noInput.
type change = [4]uint16

// noInput stands for no input. Its weights are 0.
const noInput = Inputs

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
		addRows(&s.views, n.width, layer.weights, changes)
	}
	return s
}

// changedFrom returns the squares on which b differs from old.
func (b *board) changedFrom(old *board) movegen.Bits {
	return (b.occupied ^ old.occupied) | (b.black ^ old.black) | (b.kings ^ old.kings)
}

// list lists the inputs that go on and off with the pieces on squares.
func (n *Network) list(list *[64]change, old, now *board, squares movegen.Bits) []change {
	on, off := 0, 0
	for ; squares != 0; squares &= squares - 1 {
		sq := squares.First()
		// Written in any case, to have no branches that cannot be predicted.
		list[on&63][0], list[on&63][2] = n.inputs(now.kind(sq), sq)
		on += int(now.occupied >> (sq & 63) & 1)
		list[off&63][1], list[off&63][3] = n.inputs(old.kind(sq), sq)
		off += int(old.occupied >> (sq & 63) & 1)
	}
	for ; on < off; on++ {
		list[on&63][0], list[on&63][2] = noInput, noInput
	}
	for ; off < on; off++ {
		list[off&63][1], list[off&63][3] = noInput, noInput
	}
	return list[:on]
}

// inputs returns the inputs of a piece of White's kind k: in White's view and in Black's.
func (n *Network) inputs(k uint16, sq movegen.Square) (white, black uint16) {
	return k<<6 | uint16(sq), (k^2)<<6 | uint16(63-uint8(n.turn)-uint8(sq))
}

// InputsOf returns the inputs of the pieces of p, as the side to move sees the board and
// as the other one does. It uses the memory of lists.
func InputsOf(r *movegen.Rules, p *movegen.Position, lists [2][]uint16) [2][]uint16 {
	n := Network{turn: r.HalfTurn()}
	us := int(p.Turn & 1)
	lists[0], lists[1] = lists[0][:0], lists[1][:0]
	now := boardOf(p)
	for squares := now.occupied; squares != 0; squares &= squares - 1 {
		sq := squares.First()
		white, black := n.inputs(now.kind(sq), sq)
		lists[us] = append(lists[us], white)
		lists[us^1] = append(lists[us^1], black)
	}
	return lists
}
