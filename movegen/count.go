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
	dl, dr := jumpsDown(them, free, StepLeft), jumpsDown(them, free, StepRight)
	ur, ul := jumpsUp(them, free, StepLeft), jumpsUp(them, free, StepRight)
	landDL, landDR := (dl&men)<<(2*StepLeft), (dr&men)<<(2*StepRight)
	landUR, landUL := (ur&men)>>(2*StepLeft), (ul&men)>>(2*StepRight)
	if (landDL|landDR|landUR|landUL)&(dl|dr|ur|ul) != 0 {
		if kings == 0 {
			land, jumps := byDiagonal{landDL, landDR, landUR, landUL}, byDiagonal{dl, dr, ur, ul}
			if n, ok := countPairs(land, jumps); ok {
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

// byDiagonal holds a set of squares for each diagonal direction.
type byDiagonal struct{ dl, dr, ur, ul Bits }

// countPairs counts the captures of two pieces by men, given where men land with
// their first jump and from where a jump is possible, by direction; ok is false if
// a third jump follows. That a man has left its square and what it has taken matter
// only from the fourth jump on, but for the way back.
func countPairs(land, jumps byDiagonal) (n int, ok bool) {
	dl, dr, ur, ul := jumps.dl, jumps.dr, jumps.ur, jumps.ul
	n = (land.dl & dl).Len() + (land.dr & dl).Len() + (land.ul & dl).Len() +
		(land.dr & dr).Len() + (land.dl & dr).Len() + (land.ur & dr).Len() +
		(land.ur & ur).Len() + (land.dr & ur).Len() + (land.ul & ur).Len() +
		(land.ul & ul).Len() + (land.dl & ul).Len() + (land.ur & ul).Len()
	secondDL := ((land.dl | land.dr | land.ul) & dl) << (2 * StepLeft)
	secondDR := ((land.dr | land.dl | land.ur) & dr) << (2 * StepRight)
	secondUR := ((land.ur | land.dr | land.ul) & ur) >> (2 * StepLeft)
	secondUL := ((land.ul | land.dl | land.ur) & ul) >> (2 * StepRight)
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
		return (men >> StepLeft & free).Len() + (men >> StepRight & free).Len()
	}
	return (men << StepLeft & free).Len() + (men << StepRight & free).Len()
}

// countKingSteps counts the quiet moves of all kings at once: in a given
// direction no two of them reach the same square.
func (r *Rules) countKingSteps(kings, free Bits) int {
	if !r.Flying {
		return (kings << StepLeft & free).Len() + (kings << StepRight & free).Len() +
			(kings >> StepLeft & free).Len() + (kings >> StepRight & free).Len()
	}
	return (farDown(kings, free, StepLeft) & free).Len() + (farDown(kings, free, StepRight) & free).Len() +
		(farUp(kings, free, StepLeft) & free).Len() + (farUp(kings, free, StepRight) & free).Len()
}

// kingCount is what countKingMoves finds.
type kingCount struct{ captures, steps int }

// countKingMoves counts the captures and the quiet moves of flying kings, all
// of them at once: in a given direction no two reach the same square. Single
// is false if a capture can go on, and the counts mean nothing then. For a
// second jump it does not matter that the king has left its square: the way
// back there is barred by the piece it took.
func countKingMoves(kings, them, free Bits) (n kingCount, single bool) {
	dl, dr := slideDown(kings, free, StepLeft), slideDown(kings, free, StepRight)
	ur, ul := slideUp(kings, free, StepLeft), slideUp(kings, free, StepRight)
	overDL := dl << StepLeft & them & (free >> StepLeft)
	overDR := dr << StepRight & them & (free >> StepRight)
	overUR := ur >> StepLeft & them & (free << StepLeft)
	overUL := ul >> StepRight & them & (free << StepRight)
	if overDL|overDR|overUR|overUL == 0 {
		dl, dr = furtherDown(dl, free, StepLeft)&free, furtherDown(dr, free, StepRight)&free
		ur, ul = furtherUp(ur, free, StepLeft)&free, furtherUp(ul, free, StepRight)&free
		n.steps = dl.Len() + dr.Len() + ur.Len() + ul.Len()
		return n, true
	}
	dl, dr = slideDown(overDL<<StepLeft, free, StepLeft), slideDown(overDR<<StepRight, free, StepRight)
	ur, ul = slideUp(overUR>>StepLeft, free, StepLeft), slideUp(overUL>>StepRight, free, StepRight)
	seeDL, seeUR := seesDown(them, free, StepLeft), seesUp(them, free, StepLeft)
	seeDR, seeUL := seesDown(them, free, StepRight), seesUp(them, free, StepRight)
	again := dl&(seeDL|seeDR|seeUL) | ur&(seeUR|seeDR|seeUL) |
		dr&(seeDR|seeDL|seeUR) | ul&(seeUL|seeDL|seeUR)
	n.captures = dl.Len() + dr.Len() + ur.Len() + ul.Len()
	return n, again == 0
}
