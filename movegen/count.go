package movegen

// Count returns the number of legal moves of p. It counts whole sets where
// it can, and makes no list; spare is working space, the unused capacity of
// which keeps it from allocating.
func (r *Rules) Count(p *Position, spare []Move) int {
	if !r.setwise {
		return r.countPlain(p, spare)
	}
	us := p.Turn & 1
	free, them := r.board&^p.Occupied(), p.Pieces[us^1]
	men := p.Men(us)
	dl, dr := jumpsDown(them, free, stepLeft), jumpsDown(them, free, stepRight)
	ur, ul := jumpsUp(them, free, stepLeft), jumpsUp(them, free, stepRight)
	jumps := dl | dr | ur | ul
	n := 0
	if men&jumps != 0 {
		dl, dr, ur, ul = dl&men, dr&men, ur&men, ul&men
		lands := dl<<(2*stepLeft) | dr<<(2*stepRight) | ur>>(2*stepLeft) | ul>>(2*stepRight)
		if lands&jumps != 0 {
			return r.countChains(p, jumps, spare)
		}
		n = dl.Len() + dr.Len() + ur.Len() + ul.Len()
	}
	if kings := p.KingsOf(us); kings != 0 {
		m, single := countKingSingles(kings, them, free)
		if !single {
			return r.countChains(p, jumps, spare)
		}
		n += m
		if n == 0 {
			return countManSteps(men, free, us) + r.countKingSteps(kings, free)
		}
		return n
	}
	if n == 0 {
		return countManSteps(men, free, us)
	}
	return n
}

// countPlain is Count for any variant.
func (r *Rules) countPlain(p *Position, spare []Move) int {
	if r.isWon(p) {
		return 0
	}
	if r.HasCapture(p) {
		return len(r.captures(spare, p)) - len(spare)
	}
	free := r.board &^ p.Occupied()
	return countManSteps(p.Men(p.Turn), free, p.Turn) + r.countKingSteps(r.freeKings(p), free)
}

// countManSteps counts the quiet moves of men.
func countManSteps(men, free Bits, us Color) int {
	if us == White {
		return (men >> stepLeft & free).Len() + (men >> stepRight & free).Len()
	}
	return (men << stepLeft & free).Len() + (men << stepRight & free).Len()
}

// countKingSteps counts the quiet moves of all kings at once: in a given
// direction no two of them reach the same square.
func (r *Rules) countKingSteps(kings, free Bits) int {
	if !r.Flying {
		return (kings << stepLeft & free).Len() + (kings << stepRight & free).Len() +
			(kings >> stepLeft & free).Len() + (kings >> stepRight & free).Len()
	}
	return (slideDown(kings, free, stepLeft) & free).Len() + (slideDown(kings, free, stepRight) & free).Len() +
		(slideUp(kings, free, stepLeft) & free).Len() + (slideUp(kings, free, stepRight) & free).Len()
}

// countKingSingles counts the captures by flying kings; single is false if
// one of them can go on. It relies on this: the square a king came from does
// not matter for its second jump, for the way back is barred by what it took.
func countKingSingles(kings, them, free Bits) (n int, single bool) {
	// What each direction can capture; a piece is seen by one king at most.
	dl := slideDown(kings, free, stepLeft) << stepLeft & them & (free >> stepLeft)
	dr := slideDown(kings, free, stepRight) << stepRight & them & (free >> stepRight)
	ur := slideUp(kings, free, stepLeft) >> stepLeft & them & (free << stepLeft)
	ul := slideUp(kings, free, stepRight) >> stepRight & them & (free << stepRight)
	if dl|dr|ur|ul == 0 {
		return 0, true
	}
	// Where a king can land, and from where it would see another piece.
	landDL := slideDown(dl<<stepLeft, free, stepLeft)
	landDR := slideDown(dr<<stepRight, free, stepRight)
	landUR := slideUp(ur>>stepLeft, free, stepLeft)
	landUL := slideUp(ul>>stepRight, free, stepRight)
	seeDL, seeUR := seesDown(them, free, stepLeft), seesUp(them, free, stepLeft)
	seeDR, seeUL := seesDown(them, free, stepRight), seesUp(them, free, stepRight)
	on := landDL&(seeDL|seeDR|seeUL) | landUR&(seeUR|seeDR|seeUL) |
		landDR&(seeDR|seeDL|seeUR) | landUL&(seeUL|seeDL|seeUR)
	if on != 0 {
		return 0, false
	}
	return landDL.Len() + landDR.Len() + landUR.Len() + landUL.Len(), true
}

// countChains counts the captures of a position in which one of them takes a
// second piece.
func (r *Rules) countChains(p *Position, jumps Bits, spare []Move) int {
	if r.Priority == MostPieces {
		if n, ok := r.countLongest(p, jumps); ok {
			return n
		}
	}
	return len(r.captures(spare, p)) - len(spare)
}

// countLongest counts the captures that take the most pieces, without a list
// of them; ok is false where a list is needed because two paths may be the
// same capture: men need four pieces to go both ways round, kings three.
func (r *Rules) countLongest(p *Position, jumps Bits) (n int, ok bool) {
	us := p.Turn & 1
	free, them := r.board&^p.Occupied(), p.Pieces[us^1]
	length := 0
	for men := p.Men(us) & jumps; men != 0; men &= men - 1 {
		man := men & -men
		l, w := longestByMan(man, them, free|man)
		length, n = longer(length, n, l, w)
	}
	if length > 3 {
		return 0, false
	}
	for kings := p.KingsOf(us); kings != 0; kings &= kings - 1 {
		king := kings & -kings
		l, w := longestByKing(king, them, free|king, noDirection)
		if l > 2 {
			return 0, false
		}
		length, n = longer(length, n, l, w)
	}
	return n, true
}

// longestByMan returns the most pieces that a man on at can take, and the
// number of paths on which it can.
func longestByMan(at, prey, free Bits) (length, ways int) {
	ways = 1
	if over := at << stepLeft & prey; over<<stepLeft&free != 0 {
		length, ways = longestByMan(over<<stepLeft, prey&^over, free)
		length++
	}
	if over := at << stepRight & prey; over<<stepRight&free != 0 {
		l, w := longestByMan(over<<stepRight, prey&^over, free)
		length, ways = longer(length, ways, l+1, w)
	}
	if over := at >> stepLeft & prey; over>>stepLeft&free != 0 {
		l, w := longestByMan(over>>stepLeft, prey&^over, free)
		length, ways = longer(length, ways, l+1, w)
	}
	if over := at >> stepRight & prey; over>>stepRight&free != 0 {
		l, w := longestByMan(over>>stepRight, prey&^over, free)
		length, ways = longer(length, ways, l+1, w)
	}
	return length, ways
}

// longer returns the longer of two lengths with its ways, or the sum of the
// ways of equal lengths.
func longer(length, ways, l, w int) (int, int) {
	if l > length {
		return l, w
	}
	if l == length {
		return length, ways + w
	}
	return length, ways
}

// longestByKing is longestByMan for a flying king on any square of run, which
// it reached in direction came; a capture may end on each square of its run.
func longestByKing(run, prey, free Bits, came direction) (length, ways int) {
	ways = run.Len()
	if came != upRight {
		met := slideDown(run, free, stepLeft) << stepLeft & prey & (free >> stepLeft)
		for ; met != 0; met &= met - 1 {
			over := met & -met
			l, w := longestByKing(slideDown(over<<stepLeft, free, stepLeft), prey&^over, free, downLeft)
			length, ways = longer(length, ways, l+1, w)
		}
	}
	if came != upLeft {
		met := slideDown(run, free, stepRight) << stepRight & prey & (free >> stepRight)
		for ; met != 0; met &= met - 1 {
			over := met & -met
			l, w := longestByKing(slideDown(over<<stepRight, free, stepRight), prey&^over, free, downRight)
			length, ways = longer(length, ways, l+1, w)
		}
	}
	if came != downLeft {
		met := slideUp(run, free, stepLeft) >> stepLeft & prey & (free << stepLeft)
		for ; met != 0; met &= met - 1 {
			over := met & -met
			l, w := longestByKing(slideUp(over>>stepLeft, free, stepLeft), prey&^over, free, upRight)
			length, ways = longer(length, ways, l+1, w)
		}
	}
	if came != downRight {
		met := slideUp(run, free, stepRight) >> stepRight & prey & (free << stepRight)
		for ; met != 0; met &= met - 1 {
			over := met & -met
			l, w := longestByKing(slideUp(over>>stepRight, free, stepRight), prey&^over, free, upLeft)
			length, ways = longer(length, ways, l+1, w)
		}
	}
	return length, ways
}
