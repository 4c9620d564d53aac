package movegen

// Captures are rare, so they are looked for with whole sets: a handful of
// shifts say which squares a jump could start from, whatever stands there.

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
