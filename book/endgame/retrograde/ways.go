package retrograde

import (
	"stupol/book/endgame"
	"stupol/movegen"
)

// ways are how a thread comes to the positions of a side: by their numbers, and from another
// position by quiet moves. Where men and all but a king stay in their places, little is found anew.
type ways struct {
	endgame.Cursor
	finder endgame.Finder
	turn   movegen.HalfTurn
}

func newWays(r *movegen.Rules, x *endgame.Layout) ways {
	return ways{x.Cursor(), x.Finder(), r.HalfTurn()}
}

// neighbours are the positions of a side from which a quiet move has come, or to which one leads
// that is no promotion. The pieces are those at the other end of the move, as the side to move in
// the neighbours sees them: us are its own.
type neighbours struct {
	ways            *ways
	us, them, kings movegen.Bits
	back            bool // a move of us, Black, is taken back; else one of them, Black, is made
}

// before returns the positions from which Black has come to p, in which White is to move.
func (w *ways) before(p *movegen.Position) neighbours {
	return neighbours{w, w.turn.Of(p.Pieces[movegen.Black]), w.turn.Of(p.Pieces[movegen.White]), w.turn.Of(p.Kings), true}
}

// after returns the positions to which a quiet move leads from p, in which Black is to move.
func (w *ways) after(p *movegen.Position) neighbours {
	return neighbours{w, p.Pieces[movegen.White], p.Pieces[movegen.Black], p.Kings, false}
}

// index returns the number of the neighbour by m, which goes from where a piece is to where it
// will be, or was if it is taken back.
func (n *neighbours) index(m movegen.Move) uint64 {
	us, them, kings := n.us, n.them, n.kings
	if n.back { // Black sees the board turned
		m.From, m.To = n.ways.turn.Square(m.From), n.ways.turn.Square(m.To)
		us = us&^m.From.Bit() | m.To.Bit()
	} else {
		them = them&^m.From.Bit() | m.To.Bit()
	}
	if kings.Has(m.From) {
		kings = kings&^m.From.Bit() | m.To.Bit()
	}
	return n.ways.finder.Index(us, them, kings)
}

// movesBack appends to dst the quiet moves by which Black can have come to p,
// in which White is to move. Taken back they are the quiet moves of white
// pieces in the same places, so movegen finds them when colours are exchanged;
// they go from where the piece is now to where it was.
func movesBack(dst []movegen.Move, r *movegen.Rules, p *movegen.Position) []movegen.Move {
	exchanged := movegen.Position{Pieces: [2]movegen.Bits{p.Pieces[movegen.Black], p.Pieces[movegen.White]}, Kings: p.Kings}
	return r.Quiets(dst, &exchanged)
}

// takenBack returns the position before p by one of the moves of movesBack.
func takenBack(p *movegen.Position, m movegen.Move) movegen.Position {
	from, to := m.To.Bit(), m.From.Bit() // of the move taken back
	q := movegen.Position{
		Pieces: [2]movegen.Bits{p.Pieces[movegen.White], p.Pieces[movegen.Black]&^to | from},
		Kings:  p.Kings,
		Turn:   movegen.Black,
	}
	if p.Kings&to != 0 {
		q.Kings = p.Kings&^to | from
	}
	return q
}
