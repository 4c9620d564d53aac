package movegen

// firstJumps is where captures begin in a position, found for all pieces of a side at once:
// a few shifts say from which squares a jump could start, whatever stands there. Where no
// piece can jump twice, which is most often so, that is all there is to know.
type firstJumps struct {
	men, kings Bits // pieces that can jump
	prey       Bits // what men may capture
	free       Bits

	// Squares on which men land that jump down to the left, down to the right, up to the
	// right and up to the left; none where captures are to be followed square by square.
	dl, dr, ur, ul Bits
	more           Bits // those of them from which the capture goes on
}

// findJumps sets *j to the first jumps of the side to move.
func (r *Rules) findJumps(j *firstJumps, p *Position) {
	us := p.Turn & 1
	men, them, free := p.Men(us), p.Pieces[us^1], r.board&^p.Occupied()
	prey := them &^ (p.Kings &^ r.manTakesKings)
	kings := p.KingsOf(us)
	if kings != 0 {
		kings &= r.kingJumps(them, free)
	}
	j.kings, j.prey, j.free = kings, prey, free
	down, up := r.menDown[us], r.menUp[us]
	dl, dr := down&jumpsDown(prey, free, StepLeft), down&jumpsDown(prey, free, StepRight)
	ur, ul := up&jumpsUp(prey, free, StepLeft), up&jumpsUp(prey, free, StepRight)
	jumps := dl | dr | ur | ul
	if r.Orthogonal || kings|p.Kings&them&r.rankedKings != 0 {
		j.men = men & (jumps | r.orthogonalJumps(prey, free))
		return
	}
	j.men = men & jumps
	if j.men == 0 {
		return
	}
	j.dl, j.dr = (dl&men)<<(2*StepLeft), (dr&men)<<(2*StepRight)
	j.ur, j.ul = (ur&men)>>(2*StepLeft), (ul&men)>>(2*StepRight)
	landed := j.dl | j.dr | j.ur | j.ul
	// Whether a capture goes on does not depend on the square where it began: the piece
	// that was taken is between.
	j.more = landed & jumps
	if last := landed & r.lastRow[us]; last != 0 && r.Promotion != PassAsMan {
		j.more &^= last
		if r.Promotion == PassAsKing {
			j.more |= last & r.kingJumps(them, free)
		}
	}
}

// isNone reports whether there is no capture.
func (j *firstJumps) isNone() bool { return j.men|j.kings == 0 }

// areWhole reports whether each first jump is a legal capture, and there are no others.
func (j *firstJumps) areWhole() bool { return j.dl|j.dr|j.ur|j.ul != 0 && j.more == 0 }

// count returns how many first jumps of men there are, where they are whole captures.
func (j *firstJumps) count() int { return j.dl.Len() + j.dr.Len() + j.ur.Len() + j.ul.Len() }

// list appends the captures of one piece that end on the squares of which.
func (j *firstJumps) list(dst []Move, which, last Bits) []Move {
	dst = singleJumps(dst, j.dl&which, -StepLeft, last)
	dst = singleJumps(dst, j.dr&which, -StepRight, last)
	dst = singleJumps(dst, j.ur&which, StepLeft, last)
	return singleJumps(dst, j.ul&which, StepRight, last)
}

// singleJumps appends the captures of one piece that end on the squares of to,
// the piece and its captor's square lying back, step by step.
func singleJumps(dst []Move, to Bits, back int8, last Bits) []Move {
	for ; to != 0; to &= to - 1 {
		sq := to.First()
		over := Square(int8(sq) + back)
		dst = append(dst, Move{Captured: over.Bit(), From: Square(int8(over) + back), To: sq, Promotes: last.Has(sq)})
	}
	return dst
}
