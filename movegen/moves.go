package movegen

// Moves appends the legal moves of p to dst and returns the extended slice.
// It appends nothing when the side to move has none, which ends the game.
func (r *Rules) Moves(dst []Move, p *Position) []Move {
	if r.isWon(p) {
		return dst
	}
	first := len(dst)
	if dst = r.captures(dst, p); len(dst) > first {
		return dst
	}
	return r.quiets(dst, p)
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
	if men&r.manJumps(them&^(p.Kings&^r.manTakesKings), free, us) != 0 {
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
	men, last := p.Men(p.Turn), r.lastRow[p.Turn&1]
	if p.Turn == White {
		dst = manSteps(dst, men>>StepLeft&free, StepLeft, last)
		dst = manSteps(dst, men>>StepRight&free, StepRight, last)
	} else {
		dst = manSteps(dst, men<<StepLeft&free, -StepLeft, last)
		dst = manSteps(dst, men<<StepRight&free, -StepRight, last)
	}
	if kings := r.freeKings(p); kings != 0 {
		dst = r.kingSteps(dst, kings, free)
	}
	return dst
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

// kingSteps appends the quiet moves of kings.
func (r *Rules) kingSteps(dst []Move, kings, free Bits) []Move {
	for ; kings != 0; kings &= kings - 1 {
		from := kings.First()
		for to := r.kingReach(from.Bit(), free); to != 0; to &= to - 1 {
			dst = append(dst, Move{From: from, To: to.First()})
		}
	}
	return dst
}

// kingReach returns the squares of free that a king can move to.
func (r *Rules) kingReach(king, free Bits) Bits {
	if !r.Flying {
		return free & (king<<StepLeft | king<<StepRight | king>>StepLeft | king>>StepRight)
	}
	return free & (farDown(king, free, StepLeft) | farDown(king, free, StepRight) |
		farUp(king, free, StepLeft) | farUp(king, free, StepRight))
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
	jumps := r.menDown[us]&(jumpsDown(prey, free, StepLeft)|jumpsDown(prey, free, StepRight)) |
		r.menUp[us]&(jumpsUp(prey, free, StepLeft)|jumpsUp(prey, free, StepRight))
	if r.Orthogonal {
		jumps |= jumpsDown(prey, free, stepAlong) | jumpsUp(prey, free, stepAlong) |
			jumpsDown(prey, free, stepDown) | jumpsUp(prey, free, stepDown)
	}
	return jumps
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
