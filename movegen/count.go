package movegen

// Count returns the number of legal moves of p. It counts whole sets where
// it can, and makes no list; spare is working space, the unused capacity of
// which keeps it from allocating.
func (r *Rules) Count(p *Position, spare []Move) int {
	if !r.asInternational {
		return r.countPlain(p, spare)
	}
	us := p.Turn & 1
	return r.countSets(us, p.Pieces[us], p.Pieces[us^1], p.Kings, spare)
}

// countSets is Count for the side us with the pieces ours, by the rules of
// International draughts.
func (r *Rules) countSets(us Color, ours, them, allKings Bits, spare []Move) int {
	if ours&allKings != 0 {
		return r.countWithKings(us, ours, them, allKings, spare)
	}
	free := r.board &^ (ours | them)
	jumps := jumpsFrom(them, free)
	land := landings(ours, jumps)
	if land.any()&jumps.any() != 0 {
		if n, ok := countManChains(land, jumps, them, free|ours); ok {
			return n
		}
		return r.countListed(us, ours, them, allKings, spare)
	}
	left, right := manTargets(ours, free, us)
	// Steps count where there is no capture. Hiding them is cheaper than a branch that
	// goes either way.
	hidden := nonZero(land.any())
	return (land.dl | left&^hidden).Len() + (land.dr | right&^hidden).Len() + land.ur.Len() + land.ul.Len()
}

// countWithKings is countSets for a side with kings: all of them are counted at once,
// for in a given direction no two reach the same square. For a second jump it does not
// matter that the king has left its square: the way back there is barred by the piece
// it took.
func (r *Rules) countWithKings(us Color, ours, them, allKings Bits, spare []Move) int {
	free := r.board &^ (ours | them)
	men, kings := ours&^allKings, ours&allKings
	jumps := jumpsFrom(them, free)
	land := landings(men, jumps)
	dl, dr := slideDown(kings, free, StepLeft), slideDown(kings, free, StepRight)
	ur, ul := slideUp(kings, free, StepLeft), slideUp(kings, free, StepRight)
	over := byDiagonal{
		dl << StepLeft & them & (free >> StepLeft), dr << StepRight & them & (free >> StepRight),
		ur >> StepLeft & them & (free << StepLeft), ul >> StepRight & them & (free << StepRight),
	}
	if over.any()|land.any() == 0 {
		left, right := manTargets(men, free, us)
		dl, dr = furtherDown(dl, free, StepLeft)&free, furtherDown(dr, free, StepRight)&free
		ur, ul = furtherUp(ur, free, StepLeft)&free, furtherUp(ul, free, StepRight)&free
		return dl.Len() + dr.Len() + ur.Len() + ul.Len() + left.Len() + right.Len()
	}
	runs, sees := byDiagonal{}, byDiagonal{}
	if over.any() != 0 {
		runs, sees = runsBehind(over, free), kingJumpsFrom(them, free)
	}
	if land.any()&jumps.any()|runs.goesOn(sees) == 0 {
		return land.len() + runs.len()
	}
	n, ok := 0, false
	if over.any() == 0 {
		n, ok = countManChains(land, jumps, them, free|men)
	} else {
		n, ok = countMixedChains(land, runs, sees, them, free, men, kings)
	}
	if !ok {
		n = r.countListed(us, ours, them, allKings, spare)
	}
	return n
}

// countListed is countSets for a position with captures that have to be listed, because
// two paths may be the same capture.
func (r *Rules) countListed(us Color, ours, them, allKings Bits, spare []Move) int {
	p := Position{Turn: us, Kings: allKings}
	p.Pieces[us&1], p.Pieces[us&1^1] = ours, them
	return len(r.captures(spare, &p)) - len(spare)
}

// nonZero returns all bits, or none if b is empty.
func nonZero(b Bits) Bits { return Bits(int64(b|-b) >> 63) }

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
