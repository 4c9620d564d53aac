package movegen

// firstJumps is where captures begin in a position, found for all pieces of a side at once:
// a few shifts say from which squares a jump could start, whatever stands there. Where no
// piece can jump twice, which is most often so, that is all there is to know.
type firstJumps struct {
	men, kings Bits // pieces that can jump; men only where they are to be followed square by square
	prey       Bits // what men may capture
	free       Bits

	// Squares on which men land that jump down to the left, down to the right, up to the
	// right and up to the left; none where captures are to be followed square by square.
	dl, dr, ur, ul Bits
	more           Bits // those of them from which the capture goes on

	// How far kings see, and which of them, where they fly on diagonals only.
	reach   kingReach
	reached Bits
}

// findJumps sets *j, which is zero, to the first jumps of the side to move, and reports
// whether there is one.
func (r *Rules) findJumps(j *firstJumps, p *Position) bool {
	us := p.Turn & 1
	ours, them, kings := p.Pieces[us], p.Pieces[us^1], p.Kings
	free := r.board &^ (ours | them)
	prey := them &^ (kings &^ r.manTakesKings)
	men := ours &^ kings
	down, up := men&r.menDown[us], men&r.menUp[us]
	dl, dr := down<<StepLeft&prey<<StepLeft&free, down<<StepRight&prey<<StepRight&free
	ur, ul := up>>StepLeft&prey>>StepLeft&free, up>>StepRight&prey>>StepRight&free
	landed := dl | dr | ur | ul
	if kings &= ours; kings != 0 {
		kings = r.findKingJumps(j, kings, them, free)
	}
	if landed|kings == 0 && !r.Orthogonal {
		return false
	}
	j.kings, j.prey, j.free = kings, prey, free
	if r.Orthogonal || kings|p.Kings&them&r.rankedKings != 0 {
		j.men = men & r.manJumps(prey, free, us)
		return j.men|kings != 0
	}
	j.dl, j.dr, j.ur, j.ul = dl, dr, ur, ul
	// Whether a capture goes on does not depend on the square where it began: the piece
	// that was taken is between.
	j.more = landed & r.manJumps(prey, free, us)
	if last := landed & r.lastRow[us]; last != 0 && r.Promotion != PassAsMan {
		j.more &^= last
		if r.Promotion == PassAsKing {
			j.more |= last & r.kingJumps(them, free)
		}
	}
	return true
}

// findKingJumps returns which of the kings can jump.
func (r *Rules) findKingJumps(j *firstJumps, kings, them, free Bits) (jumping Bits) {
	if !r.Flying || r.Orthogonal {
		return kings & r.kingJumps(them, free)
	}
	j.reached = kings
	var all kingReach
	for ; kings != 0; kings &= kings - 1 {
		k := reachOf(kings.First(), free)
		if k.taken(them, free).all() != 0 {
			jumping |= kings & -kings
		}
		all = kingReach{all.dl | k.dl, all.dr | k.dr, all.ur | k.ur, all.ul | k.ul}
	}
	j.reach = all
	return jumping
}

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
