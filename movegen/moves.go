package movegen

// Moves appends the legal moves of p to dst and returns the extended slice.
// It appends nothing when the side to move has none, which ends the game.
func (r *Rules) Moves(dst []Move, p *Position) []Move {
	if r.isWon(p) {
		return dst
	}
	var j firstJumps
	if !r.findJumps(&j, p) {
		return r.quiets(dst, p)
	}
	return r.captures(dst, p, &j)
}

// Count returns the number of legal moves of p. It finds them as Moves does, and lists
// in the space behind line what has to be followed square by square.
func (r *Rules) Count(line []Move, p *Position) int {
	us := p.Turn & 1
	var j firstJumps
	n, ok := r.countSets(&j, us, p.Pieces[us], p.Pieces[us^1], p.Kings, r.freeKings(p))
	if !ok {
		n = len(r.captures(line, p, &j)) - len(line)
	}
	return n
}

// countSets is Count where the sets that findJumps finds are all there is to know, and reports
// whether they are; else the captures are to be followed from *j. Free are the kings that may
// make a quiet move: see freeKings.
func (r *Rules) countSets(j *firstJumps, us Color, ours, them, kings, freeKings Bits) (n int, ok bool) {
	switch {
	case kings != 0 && r.Goal == FirstKing:
		return 0, true
	case !r.findJumpsOf(j, us, ours, them, kings):
		left, right := menReach(ours&^kings, j.free, us)
		n = left.Len() + right.Len()
		if freeKings != 0 {
			n += r.countSteps(j, freeKings, ours&kings)
		}
		return n, true
	case j.areWhole():
		return j.count(), true
	}
	return 0, false
}

// countSteps returns how many quiet moves those of kings have that are free to move.
func (r *Rules) countSteps(j *firstJumps, free, kings Bits) (n int) {
	if r.Flying && !r.Orthogonal && free == kings {
		return j.reach.count(kings, j.free)
	}
	for ; free != 0; free &= free - 1 {
		n += r.kingSteps(free.First(), j.free).Len()
	}
	return n
}

// isWon reports whether p holds the king that ends a game for the first king.
// Nobody moves then.
func (r *Rules) isWon(p *Position) bool { return r.Goal == FirstKing && p.Kings != 0 }

// HasCapture reports whether the side to move can capture (and so must).
func (r *Rules) HasCapture(p *Position) bool { return r.CanCapture(p, p.Turn) }

// CanCapture reports whether side c could capture if it were to move.
func (r *Rules) CanCapture(p *Position, c Color) bool {
	return !r.isWon(p) && r.canCapture(p, c&1)
}

func (r *Rules) canCapture(p *Position, us Color) bool {
	free, them := r.board&^p.Occupied(), p.Pieces[us^1]
	men, kings := p.Men(us), p.KingsOf(us)
	if men&r.manJumps(them&^(p.Kings&r.sparedKings), free, us) != 0 {
		return true
	}
	return kings != 0 && kings&r.kingJumps(them, free) != 0
}

// HasQuiet reports whether the side to move has a move that captures nothing,
// whether or not it may make it. A side without one and without a capture has
// no legal move.
func (r *Rules) HasQuiet(p *Position) bool {
	if r.isWon(p) {
		return false
	}
	free, men := r.board&^p.Occupied(), p.Men(p.Turn)
	if p.Turn == White && (men>>StepLeft|men>>StepRight)&free != 0 ||
		p.Turn == Black && (men<<StepLeft|men<<StepRight)&free != 0 {
		return true
	}
	kings := r.freeKings(p)
	return (kings<<StepLeft|kings<<StepRight|kings>>StepLeft|kings>>StepRight)&free != 0
}

// Quiets appends the moves of p without capture to dst and returns the
// extended slice. They are legal where HasCapture is false; elsewhere they say
// where the pieces of the side to move could go, which is also where the same
// pieces of the other colour can have come from.
func (r *Rules) Quiets(dst []Move, p *Position) []Move {
	if r.isWon(p) {
		return dst
	}
	return r.quiets(dst, p)
}

// quiets is Quiets for a game that is not over.
func (r *Rules) quiets(dst []Move, p *Position) []Move {
	free := r.board &^ p.Occupied()
	left, right := menReach(p.Men(p.Turn), free, p.Turn)
	back, last := int8(1), r.lastRow[p.Turn&1]
	if p.Turn != White {
		back = -1
	}
	dst = manSteps(dst, left, back*StepLeft, last)
	dst = manSteps(dst, right, back*StepRight, last)
	for kings := r.freeKings(p); kings != 0; kings &= kings - 1 {
		from := kings.First()
		for to := r.kingSteps(from, free); to != 0; to &= to - 1 {
			dst = append(dst, Move{From: from, To: to.First()})
		}
	}
	return dst
}

// menReach returns the free squares to which men of a side step, by StepLeft and by StepRight.
func menReach(men, free Bits, side Color) (left, right Bits) {
	if side == White {
		return men >> StepLeft & free, men >> StepRight & free
	}
	return men << StepLeft & free, men << StepRight & free
}

// manSteps appends the moves of men to the squares of to, each coming from
// the square back bits away.
func manSteps(dst []Move, to Bits, back int8, last Bits) []Move {
	for ; to != 0; to &= to - 1 {
		sq := to.First()
		dst = append(dst, Move{From: Square(int8(sq) + back), To: sq, Promotes: last.Has(sq)})
	}
	return dst
}

// kingSteps returns the free squares that a king can move to.
func (r *Rules) kingSteps(from Square, free Bits) Bits {
	if !r.Flying {
		king := from.Bit()
		return (king<<StepLeft | king<<StepRight | king>>StepLeft | king>>StepRight) & free
	}
	return reachOf(from, free).all() & free
}

// freeKings returns the kings of the side to move that may make a quiet move:
// all but the one that has used up its three in a row (Frisian rules, §3).
func (r *Rules) freeKings(p *Position) Bits {
	kings := p.KingsOf(p.Turn)
	if r.KingRunLimit != 0 {
		if run := p.Runs[p.Turn&1]; int(run.Moves) >= r.KingRunLimit {
			kings &^= run.Square.Bit()
		}
	}
	return kings
}

// manJumps returns the squares from which a man of side us can capture.
func (r *Rules) manJumps(prey, free Bits, us Color) Bits {
	return r.menDown[us]&(jumpsDown(prey, free, StepLeft)|jumpsDown(prey, free, StepRight)) |
		r.menUp[us]&(jumpsUp(prey, free, StepLeft)|jumpsUp(prey, free, StepRight)) | r.orthogonalJumps(prey, free)
}

// orthogonalJumps returns the squares from which a man can capture along rows and files.
func (r *Rules) orthogonalJumps(prey, free Bits) Bits {
	if !r.Orthogonal {
		return 0
	}
	return jumpsDown(prey, free, stepAlong) | jumpsUp(prey, free, stepAlong) |
		jumpsDown(prey, free, stepDown) | jumpsUp(prey, free, stepDown)
}

// jumpsAny returns the squares from which a jump in any of the four diagonal
// directions is possible.
func jumpsAny(prey, free Bits) Bits {
	return jumpsDown(prey, free, StepLeft) | jumpsDown(prey, free, StepRight) |
		jumpsUp(prey, free, StepLeft) | jumpsUp(prey, free, StepRight)
}

// kingJumps returns the squares from which a king can capture.
func (r *Rules) kingJumps(prey, free Bits) Bits {
	if !r.Flying {
		return jumpsAny(prey, free)
	}
	sees := seesDown(prey, free, StepLeft) | seesDown(prey, free, StepRight) |
		seesUp(prey, free, StepLeft) | seesUp(prey, free, StepRight)
	if r.Orthogonal {
		sees |= seesDown(prey, free, stepAlong) | seesUp(prey, free, stepAlong) |
			seesDown(prey, free, stepDown) | seesUp(prey, free, stepDown)
	}
	return sees
}

// A jump is found with whole sets: a few shifts say from which squares one could start,
// whatever stands there.

// jumpsDown returns the squares from which a piece can jump downwards, n bits
// a step: prey on the next square, a free square behind it.
func jumpsDown(prey, free Bits, n uint) Bits { return prey >> n & (free >> (2 * n)) }

// jumpsUp is jumpsDown for jumps upwards.
func jumpsUp(prey, free Bits, n uint) Bits { return prey << n & (free << (2 * n)) }

// seesDown returns the squares from which a flying king can capture
// downwards, n bits a step, over any number of free squares.
func seesDown(prey, free Bits, n uint) Bits { return slideUp(prey&(free>>n), free, n) >> n }

// seesUp is seesDown for captures upwards.
func seesUp(prey, free Bits, n uint) Bits { return slideDown(prey&(free<<n), free, n) << n }
