package movegen

// Captures of two and three pieces are counted by sets of squares too, a jump
// of all pieces at a time.

// byDiagonal holds a set of squares for each diagonal direction.
type byDiagonal struct{ dl, dr, ur, ul Bits }

// any returns the squares of all directions.
func (b byDiagonal) any() Bits { return b.dl | b.dr | b.ur | b.ul }

// len adds up the squares of all directions.
func (b byDiagonal) len() int { return b.dl.Len() + b.dr.Len() + b.ur.Len() + b.ul.Len() }

// goesOn returns the squares of b, reached by direction, from which a jump goes on: in
// any direction but back.
func (b byDiagonal) goesOn(jumps byDiagonal) Bits {
	return b.dl&(jumps.dl|jumps.dr|jumps.ul) | b.dr&(jumps.dr|jumps.dl|jumps.ur) |
		b.ur&(jumps.ur|jumps.dr|jumps.ul) | b.ul&(jumps.ul|jumps.dl|jumps.ur)
}

// jumpsFrom returns the squares from which a man can jump.
func jumpsFrom(prey, free Bits) byDiagonal {
	return byDiagonal{
		jumpsDown(prey, free, StepLeft), jumpsDown(prey, free, StepRight),
		jumpsUp(prey, free, StepLeft), jumpsUp(prey, free, StepRight),
	}
}

// landings returns where men land with a jump.
func landings(men Bits, jumps byDiagonal) byDiagonal {
	return byDiagonal{
		(jumps.dl & men) << (2 * StepLeft), (jumps.dr & men) << (2 * StepRight),
		(jumps.ur & men) >> (2 * StepLeft), (jumps.ul & men) >> (2 * StepRight),
	}
}

// kingJumpsFrom is jumpsFrom for flying kings.
func kingJumpsFrom(prey, free Bits) byDiagonal {
	return byDiagonal{
		seesDown(prey, free, StepLeft), seesDown(prey, free, StepRight),
		seesUp(prey, free, StepLeft), seesUp(prey, free, StepRight),
	}
}

// runsBehind returns the squares on which kings can land behind the pieces they take.
func runsBehind(over byDiagonal, free Bits) byDiagonal {
	return byDiagonal{
		slideDown(over.dl<<StepLeft, free, StepLeft), slideDown(over.dr<<StepRight, free, StepRight),
		slideUp(over.ur>>StepLeft, free, StepLeft), slideUp(over.ul>>StepRight, free, StepRight),
	}
}

// countManChains counts the longest captures of men, of two or three pieces, without
// listing them. Land has the squares where first jumps end, jumps those from which a jump
// is possible, both by direction; open has the free squares and those of the men. Ok is
// false where sets cannot tell captures apart: two men reach a square in the same
// direction, or a fourth jump may be possible. Before that, neither the square that a man
// has left nor the pieces it took can matter, since it does not turn back.
func countManChains(land, jumps byDiagonal, prey, open Bits) (n int, ok bool) {
	second, n, once := nextLandings(land, jumps)
	if !once {
		return 0, false
	}
	if second.goesOn(jumps) == 0 {
		return n, true
	}
	third, n, once := nextLandings(second, jumps)
	return n, once && third.goesOn(jumpsFrom(prey, open)) == 0
}

// nextLandings returns where men at squares that they have reached by direction land
// with their next jump, and counts these jumps; once says that no square is reached by
// two in the same direction, without which the count is too low.
func nextLandings(at, jumps byDiagonal) (next byDiagonal, n int, once bool) {
	dl1, dl2, dl3 := at.dl&jumps.dl, at.dr&jumps.dl, at.ul&jumps.dl
	dr1, dr2, dr3 := at.dr&jumps.dr, at.dl&jumps.dr, at.ur&jumps.dr
	ur1, ur2, ur3 := at.ur&jumps.ur, at.dr&jumps.ur, at.ul&jumps.ur
	ul1, ul2, ul3 := at.ul&jumps.ul, at.dl&jumps.ul, at.ur&jumps.ul
	dl, dr := dl1|dl2|dl3, dr1|dr2|dr3
	ur, ul := ur1|ur2|ur3, ul1|ul2|ul3
	n = dl.Len() + dr.Len() + ur.Len() + ul.Len()
	next = byDiagonal{dl << (2 * StepLeft), dr << (2 * StepRight), ur >> (2 * StepLeft), ul >> (2 * StepRight)}
	twice := dl1&dl2 | (dl1|dl2)&dl3 | dr1&dr2 | (dr1|dr2)&dr3 |
		ur1&ur2 | (ur1|ur2)&ur3 | ul1&ul2 | (ul1|ul2)&ul3
	return next, n, twice == 0
}

// countMixedChains is countManChains where kings capture too, and some capture takes
// two pieces: with their first jump kings reach runs, and they can jump from the squares
// of sees.
func countMixedChains(land, runs, sees byDiagonal, prey, free, men, kings Bits) (n int, ok bool) {
	jumps := jumpsFrom(prey, free)
	for jump := 2; jump <= 3; jump++ {
		n = 0
		if land.any() != 0 {
			if land, n, ok = nextLandings(land, jumps); !ok {
				return 0, false
			}
		}
		if runs, ok = nextRuns(runs, sees, prey, free); !ok {
			return 0, false
		}
		n += runs.len()
		if jump == 3 {
			jumps, sees = jumpsFrom(prey, free|men), kingJumpsFrom(prey, free|kings)
		}
		if land.goesOn(jumps)|runs.goesOn(sees) == 0 {
			return n, true
		}
	}
	return 0, false
}

// nextRuns returns the squares on which kings can land with their next jump from runs that
// they have reached by direction; once says that no piece is jumped over by two in the
// same direction. Of a run in the direction of the jump only the end matters, and it
// is where the other squares of the run lead.
func nextRuns(at, sees byDiagonal, prey, free Bits) (next byDiagonal, once bool) {
	turnDL, turnDR := (at.dr|at.ul)&sees.dl, (at.dl|at.ur)&sees.dr
	turnUR, turnUL := (at.ul|at.dr)&sees.ur, (at.ur|at.dl)&sees.ul
	dl, dr := slideDown(turnDL<<StepLeft&free, free, StepLeft), slideDown(turnDR<<StepRight&free, free, StepRight)
	ur, ul := slideUp(turnUR>>StepLeft&free, free, StepLeft), slideUp(turnUL>>StepRight&free, free, StepRight)
	twice := turnDL&(at.dl|at.dr&at.ul) | dl&(at.dl|turnDL) |
		turnDR&(at.dr|at.dl&at.ur) | dr&(at.dr|turnDR) |
		turnUR&(at.ur|at.ul&at.dr) | ur&(at.ur|turnUR) |
		turnUL&(at.ul|at.ur&at.dl) | ul&(at.ul|turnUL)
	over := byDiagonal{
		(dl | turnDL | at.dl) << StepLeft & prey & (free >> StepLeft),
		(dr | turnDR | at.dr) << StepRight & prey & (free >> StepRight),
		(ur | turnUR | at.ur) >> StepLeft & prey & (free << StepLeft),
		(ul | turnUL | at.ul) >> StepRight & prey & (free << StepRight),
	}
	return runsBehind(over, free), twice == 0
}
