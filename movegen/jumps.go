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

	reach kingReach // of kings, if there are any, where they fly on diagonals only
}

// findJumps sets *j to the first jumps of the side to move: see findJumpsOf.
func (r *Rules) findJumps(j *firstJumps, p *Position) bool {
	us := p.Turn & 1
	return r.findJumpsOf(j, us, p.Pieces[us], p.Pieces[us^1], p.Kings)
}

// findJumpsOf sets *j to the first jumps of side us, and reports whether there is one; if there
// is none, only what is free and what kings reach is set.
func (r *Rules) findJumpsOf(j *firstJumps, us Color, ours, them, kings Bits) bool {
	free, prey, men := r.board&^(ours|them), them&^(kings&r.sparedKings), ours&^kings
	dl, dr, ur, ul := r.menLand(men, prey, free, us)
	landed := dl | dr | ur | ul
	var jumping Bits
	if kings := ours & kings; kings != 0 {
		jumping = r.findKingJumps(j, kings, them, free)
	}
	j.free = free
	if landed|jumping == 0 && !r.Orthogonal {
		return false
	}
	j.men, j.kings, j.prey = 0, jumping, prey
	if r.Orthogonal || jumping|kings&them&r.rankedKings != 0 {
		j.men, j.dl, j.dr, j.ur, j.ul, j.more = men&r.manJumps(prey, free, us), 0, 0, 0, 0, 0
		return j.men|jumping != 0
	}
	j.dl, j.dr, j.ur, j.ul = dl, dr, ur, ul
	j.more = r.goOn(landed, prey, them, free, us)
	return true
}

// menLand returns the squares on which men land that jump down to the left, down to the right,
// up to the right and up to the left.
func (r *Rules) menLand(men, prey, free Bits, us Color) (dl, dr, ur, ul Bits) {
	down, up := men&r.menDown[us&1], men&r.menUp[us&1]
	return down << StepLeft & prey << StepLeft & free, down << StepRight & prey << StepRight & free,
		up >> StepLeft & prey >> StepLeft & free, up >> StepRight & prey >> StepRight & free
}

// goOn returns the squares on which men have landed and from which their capture goes on. That
// does not depend on the square where it began: the piece that was taken is between.
func (r *Rules) goOn(landed, prey, them, free Bits, us Color) Bits {
	more := landed & r.manJumps(prey, free, us)
	if last := landed & r.lastRow[us]; last != 0 && r.Promotion != PassAsMan {
		more &^= last
		if r.Promotion == PassAsKing {
			more |= last & r.kingJumps(them, free)
		}
	}
	return more
}

// findKingJumps returns which of the kings can jump, and sets j.reach.
func (r *Rules) findKingJumps(j *firstJumps, kings, them, free Bits) (jumping Bits) {
	if !r.Flying || r.Orthogonal {
		return kings & r.kingJumps(them, free)
	}
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
