package movegen

// Count returns the number of legal moves of p. It counts whole sets where
// it can, and makes no list; spare is working space, the unused capacity of
// which keeps it from allocating.
func (r *Rules) Count(p *Position, spare []Move) int {
	if !r.setwise {
		return r.countPlain(p, spare)
	}
	us := p.Turn & 1
	return r.countSets(us, p.Pieces[us], p.Pieces[us^1], p.Kings, spare)
}

// countSets is Count for the side us with the pieces ours, by the rules of
// International draughts.
func (r *Rules) countSets(us Color, ours, them, allKings Bits, spare []Move) int {
	free := r.board &^ (ours | them)
	men, kings := ours&^allKings, ours&allKings
	dl, dr := jumpsDown(them, free, stepLeft), jumpsDown(them, free, stepRight)
	ur, ul := jumpsUp(them, free, stepLeft), jumpsUp(them, free, stepRight)
	landDL, landDR := (dl&men)<<(2*stepLeft), (dr&men)<<(2*stepRight)
	landUR, landUL := (ur&men)>>(2*stepLeft), (ul&men)>>(2*stepRight)
	if (landDL|landDR|landUR|landUL)&(dl|dr|ur|ul) != 0 {
		if kings == 0 {
			if n, ok := countPairs(landDL, landDR, landUR, landUL, dl, dr, ur, ul); ok {
				return n
			}
		}
		return r.countChains(us, ours, them, allKings, spare)
	}
	// Both kinds of moves are counted, for choosing the sum is cheaper than
	// guessing a branch that goes either way.
	captures := landDL.Len() + landDR.Len() + landUR.Len() + landUL.Len()
	steps := countManSteps(men, free, us)
	if kings != 0 {
		n, single := countKingMoves(kings, them, free)
		if !single {
			return r.countChains(us, ours, them, allKings, spare)
		}
		captures += n.captures
		steps += n.steps
	}
	if captures != 0 {
		steps = captures
	}
	return steps
}

// countPairs counts the captures of two pieces by men, who have landed on the
// squares of the first four sets after their first jump, by direction, and
// can jump from those of the others; ok is false if a third jump follows.
// That a man has left its square and what it has taken matter only from the
// fourth jump on, but for the way back.
func countPairs(landDL, landDR, landUR, landUL, dl, dr, ur, ul Bits) (n int, ok bool) {
	n = (landDL & dl).Len() + (landDR & dl).Len() + (landUL & dl).Len() +
		(landDR & dr).Len() + (landDL & dr).Len() + (landUR & dr).Len() +
		(landUR & ur).Len() + (landDR & ur).Len() + (landUL & ur).Len() +
		(landUL & ul).Len() + (landDL & ul).Len() + (landUR & ul).Len()
	secondDL := ((landDL | landDR | landUL) & dl) << (2 * stepLeft)
	secondDR := ((landDR | landDL | landUR) & dr) << (2 * stepRight)
	secondUR := ((landUR | landDR | landUL) & ur) >> (2 * stepLeft)
	secondUL := ((landUL | landDL | landUR) & ul) >> (2 * stepRight)
	third := secondDL&(dl|dr|ul) | secondDR&(dr|dl|ur) | secondUR&(ur|dr|ul) | secondUL&(ul|dl|ur)
	return n, third == 0
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
	return (farDown(kings, free, stepLeft) & free).Len() + (farDown(kings, free, stepRight) & free).Len() +
		(farUp(kings, free, stepLeft) & free).Len() + (farUp(kings, free, stepRight) & free).Len()
}

// kingCount is what countKingMoves finds.
type kingCount struct{ captures, steps int }

// countKingMoves counts the captures and the quiet moves of flying kings, all
// of them at once: in a given direction no two reach the same square. Single
// is false if a capture can go on, and the counts mean nothing then. For a
// second jump it does not matter that the king has left its square: the way
// back there is barred by the piece it took.
func countKingMoves(kings, them, free Bits) (n kingCount, single bool) {
	dl, dr := slideDown(kings, free, stepLeft), slideDown(kings, free, stepRight)
	ur, ul := slideUp(kings, free, stepLeft), slideUp(kings, free, stepRight)
	overDL := dl << stepLeft & them & (free >> stepLeft)
	overDR := dr << stepRight & them & (free >> stepRight)
	overUR := ur >> stepLeft & them & (free << stepLeft)
	overUL := ul >> stepRight & them & (free << stepRight)
	if overDL|overDR|overUR|overUL == 0 {
		dl, dr = furtherDown(dl, free, stepLeft)&free, furtherDown(dr, free, stepRight)&free
		ur, ul = furtherUp(ur, free, stepLeft)&free, furtherUp(ul, free, stepRight)&free
		n.steps = dl.Len() + dr.Len() + ur.Len() + ul.Len()
		return n, true
	}
	dl, dr = slideDown(overDL<<stepLeft, free, stepLeft), slideDown(overDR<<stepRight, free, stepRight)
	ur, ul = slideUp(overUR>>stepLeft, free, stepLeft), slideUp(overUL>>stepRight, free, stepRight)
	seeDL, seeUR := seesDown(them, free, stepLeft), seesUp(them, free, stepLeft)
	seeDR, seeUL := seesDown(them, free, stepRight), seesUp(them, free, stepRight)
	again := dl&(seeDL|seeDR|seeUL) | ur&(seeUR|seeDR|seeUL) |
		dr&(seeDR|seeDL|seeUR) | ul&(seeUL|seeDL|seeUR)
	n.captures = dl.Len() + dr.Len() + ur.Len() + ul.Len()
	return n, again == 0
}
