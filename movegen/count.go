package movegen

// Count returns the number of legal moves of p. It counts whole sets where
// it can, and makes no list; spare is working space, the unused capacity of
// which keeps it from allocating.
func (r *Rules) Count(p *Position, spare []Move) int {
	if r.isWon(p) {
		return 0
	}
	us := p.Turn & 1
	free := r.board &^ p.Occupied()
	men, kings := p.Men(us), p.KingsOf(us)
	prey := p.Pieces[us^1] &^ (p.Kings &^ r.preyKings)
	if men&r.manJumps(prey, free, us) != 0 || kings != 0 && kings&r.kingJumps(p.Pieces[us^1], free) != 0 {
		return r.countCaptures(p, spare)
	}
	var n int
	if us == White {
		n = (men >> stepLeft & free).Len() + (men >> stepRight & free).Len()
	} else {
		n = (men << stepLeft & free).Len() + (men << stepRight & free).Len()
	}
	if kings != 0 {
		n += r.countKingSteps(r.freeKings(p), free)
	}
	return n
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

// countCaptures counts the captures of a position that has some. As long as
// none of them can take a second piece they are counted as sets.
func (r *Rules) countCaptures(p *Position, spare []Move) int {
	if r.countsSingles && p.KingsOf(p.Turn) == 0 {
		if n, single := r.countManSingles(p); single {
			return n
		}
	}
	return len(r.captures(spare, p)) - len(spare)
}

func (r *Rules) countManSingles(p *Position) (n int, single bool) {
	us := p.Turn & 1
	free := r.board &^ p.Occupied()
	men := p.Men(us)
	prey := p.Pieces[us^1] &^ (p.Kings &^ r.preyKings)
	dl := r.menDown[us] & jumpsDown(prey, free, stepLeft)
	dr := r.menDown[us] & jumpsDown(prey, free, stepRight)
	ur := r.menUp[us] & jumpsUp(prey, free, stepLeft)
	ul := r.menUp[us] & jumpsUp(prey, free, stepRight)
	lands := (men&dl)<<(2*stepLeft) | (men&dr)<<(2*stepRight) |
		(men&ur)>>(2*stepLeft) | (men&ul)>>(2*stepRight)
	if lands&(dl|dr|ur|ul) != 0 {
		return 0, false
	}
	return (men & dl).Len() + (men & dr).Len() + (men & ur).Len() + (men & ul).Len(), true
}
