package movegen

// Perft counts the last two plies together where it can. Most quiet moves let the opponent
// capture nothing and change little of what it can do: they take a step from a man or two
// and give one to others. Here these are the calm moves. The replies to all of them are
// counted by sets of squares, and only the other moves are played.

// countPairs counts the quiet moves of us, each with every reply, by the rules of
// International draughts. There must be no capture for us.
func (w *walker) countPairs(us Color, ours, them, allKings Bits) (n int) {
	r := w.rules
	free := r.board &^ (ours | them)
	theirMen := them &^ allKings
	left, right := manTargets(ours&^allKings, free, us)
	stepLeft, stepRight := back(theirMen, us, StepLeft), back(theirMen, us, StepRight)
	replies, notTo, notFrom, calm := r.calmness(ours, theirMen, them&allKings, free)
	if calm {
		replies += (stepLeft & free).Len() + (stepRight & free).Len()
		// A man that comes to stand right before another has nothing behind it.
		calmLeft := left &^ (notTo | stepLeft | forth(notFrom, us, StepLeft))
		calmRight := right &^ (notTo | stepRight | forth(notFrom, us, StepRight))
		left, right = left^calmLeft, right^calmRight
		n = (calmLeft.Len()+calmRight.Len())*replies -
			(calmLeft & stepRight).Len() - (calmRight & stepLeft).Len() +
			(back(calmLeft, us, StepLeft) & stepRight).Len() + (back(calmRight, us, StepRight) & stepLeft).Len()
	}
	last := r.lastRow[us&1]
	for ; left != 0; left &= left - 1 {
		to := left & -left
		n += r.countSets(us^1, them, ours^(to|back(to, us, StepLeft)), allKings|to&last, w.line)
	}
	for ; right != 0; right &= right - 1 {
		to := right & -right
		n += r.countSets(us^1, them, ours^(to|back(to, us, StepRight)), allKings|to&last, w.line)
	}
	if ours&allKings != 0 {
		n += w.countKingPairs(us, ours, them, allKings, replies, notTo, notFrom, calm)
	}
	return n
}

// countKingPairs is countPairs for the moves of kings, given what calmness found and
// the number of quiet replies that there would be now.
func (w *walker) countKingPairs(us Color, ours, them, allKings Bits, replies int, notTo, notFrom Bits, calm bool) (n int) {
	r := w.rules
	free := r.board &^ (ours | them)
	theirMen := them &^ allKings
	stepLeft, stepRight := back(theirMen, us, StepLeft), back(theirMen, us, StepRight)
	for kings := ours & allKings; kings != 0; kings &= kings - 1 {
		from := kings & -kings
		to := r.kingReach(from, free)
		if calm && from&notFrom == 0 {
			calmTo := to &^ (notTo | exposed(theirMen, from))
			to ^= calmTo
			n += calmTo.Len()*(replies+(from&stepLeft).Len()+(from&stepRight).Len()) -
				(calmTo & stepLeft).Len() - (calmTo & stepRight).Len()
		}
		for ; to != 0; to &= to - 1 {
			step := from | to&-to
			n += r.countSets(us^1, them, ours^step, allKings^step, w.line)
		}
	}
	return n
}

// calmness says which quiet moves of the pieces ours are calm: those that do not end on
// notTo or leave notFrom, and do not open the square behind the piece themselves. Ok is
// false if the opponent, with these men and kings, could capture if it were to move; no
// move counts as calm then.
//
// A man can take a piece that comes to stand before a free square, or that stands before
// a square that is left. A king is disturbed by a piece that comes to stand in its way, or
// leaves the end of it, or the square behind that. Replies is the number of quiet moves
// of the kings.
func (r *Rules) calmness(ours, men, kings, free Bits) (replies int, notTo, notFrom Bits, ok bool) {
	if men&jumpsAny(ours, free) != 0 {
		return 0, 0, 0, false
	}
	notTo = exposed(men, free)
	notFrom = men<<(2*StepLeft)&(ours<<StepLeft) | men<<(2*StepRight)&(ours<<StepRight) |
		men>>(2*StepLeft)&(ours>>StepLeft) | men>>(2*StepRight)&(ours>>StepRight)
	if kings == 0 {
		return 0, notTo, notFrom, true
	}
	dl, dr := farDown(kings, free, StepLeft), farDown(kings, free, StepRight)
	ur, ul := farUp(kings, free, StepLeft), farUp(kings, free, StepRight)
	endDL, endDR := dl<<StepLeft&ours, dr<<StepRight&ours
	endUR, endUL := ur>>StepLeft&ours, ul>>StepRight&ours
	behind := endDL<<StepLeft | endDR<<StepRight | endUR>>StepLeft | endUL>>StepRight
	if behind&free != 0 {
		return 0, 0, 0, false
	}
	notTo |= dl | dr | ur | ul
	notFrom |= endDL | endDR | endUR | endUL | behind
	replies = (dl & free).Len() + (dr & free).Len() + (ur & free).Len() + (ul & free).Len()
	return replies, notTo, notFrom, true
}

// exposed returns the squares next to men with a square of free behind them.
func exposed(men, free Bits) Bits {
	return men<<StepLeft&(free>>StepLeft) | men<<StepRight&(free>>StepRight) |
		men>>StepLeft&(free<<StepLeft) | men>>StepRight&(free<<StepRight)
}

// forth moves a set n bits the way the men of us go.
func forth(b Bits, us Color, n uint) Bits {
	if us == White {
		return b >> n
	}
	return b << n
}

// back moves a set n bits the way the men of us came from, which is the way the men of the
// opponent go.
func back(b Bits, us Color, n uint) Bits {
	if us == White {
		return b << n
	}
	return b >> n
}
