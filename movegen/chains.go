package movegen

// countChains counts the captures of a position in which one of them takes a
// second piece.
func (r *Rules) countChains(us Color, ours, them, allKings Bits, spare []Move) int {
	if ours&allKings != 0 {
		free := r.board &^ (ours | them)
		if n, ok := countLongest(ours&^allKings, ours&allKings, them, free); ok {
			return n
		}
	}
	p := Position{Turn: us, Kings: allKings}
	p.Pieces[us&1], p.Pieces[us&1^1] = ours, them
	return len(r.captures(spare, &p)) - len(spare)
}

// countLongest counts the captures that take the most pieces, without a list
// of them; ok is false where a list is needed because two paths may be the
// same capture, which takes four pieces.
func countLongest(men, kings, them, free Bits) (n int, ok bool) {
	length := 0
	for men &= jumpsAny(them, free); men != 0; men &= men - 1 {
		man := men & -men
		l, w := longestByMan(man, them, free|man)
		length, n = longer(length, n, l, w)
	}
	for ; kings != 0; kings &= kings - 1 {
		king := kings & -kings
		l, w := longestByKing(king, them, free|king, noDirection)
		length, n = longer(length, n, l, w)
	}
	return n, length <= 3
}

// longestByMan returns the most pieces that a man on at can take, and the
// number of paths on which it can.
func longestByMan(at, prey, free Bits) (length, ways int) {
	ways = 1
	if over := at << StepLeft & prey; over<<StepLeft&free != 0 {
		length, ways = longestByMan(over<<StepLeft, prey&^over, free)
		length++
	}
	if over := at << StepRight & prey; over<<StepRight&free != 0 {
		l, w := longestByMan(over<<StepRight, prey&^over, free)
		length, ways = longer(length, ways, l+1, w)
	}
	if over := at >> StepLeft & prey; over>>StepLeft&free != 0 {
		l, w := longestByMan(over>>StepLeft, prey&^over, free)
		length, ways = longer(length, ways, l+1, w)
	}
	if over := at >> StepRight & prey; over>>StepRight&free != 0 {
		l, w := longestByMan(over>>StepRight, prey&^over, free)
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
		met := slideDown(run, free, StepLeft) << StepLeft & prey & (free >> StepLeft)
		for ; met != 0; met &= met - 1 {
			over := met & -met
			l, w := longestByKing(slideDown(over<<StepLeft, free, StepLeft), prey&^over, free, downLeft)
			length, ways = longer(length, ways, l+1, w)
		}
	}
	if came != upLeft {
		met := slideDown(run, free, StepRight) << StepRight & prey & (free >> StepRight)
		for ; met != 0; met &= met - 1 {
			over := met & -met
			l, w := longestByKing(slideDown(over<<StepRight, free, StepRight), prey&^over, free, downRight)
			length, ways = longer(length, ways, l+1, w)
		}
	}
	if came != downLeft {
		met := slideUp(run, free, StepLeft) >> StepLeft & prey & (free << StepLeft)
		for ; met != 0; met &= met - 1 {
			over := met & -met
			l, w := longestByKing(slideUp(over>>StepLeft, free, StepLeft), prey&^over, free, upRight)
			length, ways = longer(length, ways, l+1, w)
		}
	}
	if came != downRight {
		met := slideUp(run, free, StepRight) >> StepRight & prey & (free << StepRight)
		for ; met != 0; met &= met - 1 {
			over := met & -met
			l, w := longestByKing(slideUp(over>>StepRight, free, StepRight), prey&^over, free, upLeft)
			length, ways = longer(length, ways, l+1, w)
		}
	}
	return length, ways
}
