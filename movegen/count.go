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
			if n, ok := countManChains(land, jumps, them, free|men); ok {
				return n
			}
		}
		return r.countChains(us, ours, them, allKings, spare)
	}
	left, right := manTargets(men, free, us)
	if kings != 0 {
		n, single := countKingMoves(kings, them, free)
		switch {
		case !single:
			return r.countChains(us, ours, them, allKings, spare)
		case n.captures != 0:
			return n.captures + landDL.Len() + landDR.Len() + landUR.Len() + landUL.Len()
		case landDL|landDR|landUR|landUL == 0:
			return n.steps + left.Len() + right.Len()
		}
	}
	// Steps count where there is no capture. Hiding them is cheaper than a branch that
	// goes either way.
	hidden := nonZero(landDL | landDR | landUR | landUL)
	return (landDL | left&^hidden).Len() + (landDR | right&^hidden).Len() + landUR.Len() + landUL.Len()
}

// nonZero returns all bits, or none if b is empty.
func nonZero(b Bits) Bits { return Bits(int64(b|-b) >> 63) }

// byDiagonal holds a set of squares for each diagonal direction.
type byDiagonal struct{ dl, dr, ur, ul Bits }

// goesOn returns the squares of at, reached by direction, from which a jump goes on: in
// any direction but back.
func (at byDiagonal) goesOn(jumps byDiagonal) Bits {
	return at.dl&(jumps.dl|jumps.dr|jumps.ul) | at.dr&(jumps.dr|jumps.dl|jumps.ur) |
		at.ur&(jumps.ur|jumps.dr|jumps.ul) | at.ul&(jumps.ul|jumps.dl|jumps.ur)
}

// countManChains counts the captures of men when some take two pieces, given where the
// men land with their first jump and from where a jump is possible, by direction. That
// a man has left its square, which is in open, and what it has taken matter only from the
// fourth jump on, but for the way back. Ok is false if there may be a fourth jump, or if
// two men reach a square in the same way.
func countManChains(land, jumps byDiagonal, them, open Bits) (n int, ok bool) {
	n, second, once := nextJumps(land, jumps)
	if second.goesOn(jumps) == 0 {
		return n, true
	}
	if !once {
		return 0, false
	}
	n, third, _ := nextJumps(second, jumps)
	jumps = byDiagonal{
		jumpsDown(them, open, StepLeft), jumpsDown(them, open, StepRight),
		jumpsUp(them, open, StepLeft), jumpsUp(them, open, StepRight),
	}
	return n, third.goesOn(jumps) == 0
}

// nextJumps counts the jumps of pieces at squares that they have reached by direction,
// and returns where they lead; once says that no square is reached by two in the same
// direction.
func nextJumps(at, jumps byDiagonal) (n int, next byDiagonal, once bool) {
	dl1, dl2, dl3 := at.dl&jumps.dl, at.dr&jumps.dl, at.ul&jumps.dl
	dr1, dr2, dr3 := at.dr&jumps.dr, at.dl&jumps.dr, at.ur&jumps.dr
	ur1, ur2, ur3 := at.ur&jumps.ur, at.dr&jumps.ur, at.ul&jumps.ur
	ul1, ul2, ul3 := at.ul&jumps.ul, at.dl&jumps.ul, at.ur&jumps.ul
	n = dl1.Len() + dl2.Len() + dl3.Len() + dr1.Len() + dr2.Len() + dr3.Len() +
		ur1.Len() + ur2.Len() + ur3.Len() + ul1.Len() + ul2.Len() + ul3.Len()
	dl, dr := dl1|dl2|dl3, dr1|dr2|dr3
	ur, ul := ur1|ur2|ur3, ul1|ul2|ul3
	next = byDiagonal{dl << (2 * StepLeft), dr << (2 * StepRight), ur >> (2 * StepLeft), ul >> (2 * StepRight)}
	return n, next, dl.Len()+dr.Len()+ur.Len()+ul.Len() == n
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
	left, right := manTargets(p.Men(p.Turn), free, p.Turn)
	return left.Len() + right.Len() + r.countKingSteps(r.freeKings(p), free)
}

// manTargets returns where men of side us can step to in each of their two directions.
func manTargets(men, free Bits, us Color) (left, right Bits) {
	if us == White {
		return men >> StepLeft & free, men >> StepRight & free
	}
	return men << StepLeft & free, men << StepRight & free
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
