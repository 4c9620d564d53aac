package movegen

// Captures appends the legal captures of p to dst and returns the extended
// slice. It appends nothing when the side to move has none.
func (r *Rules) Captures(dst []Move, p *Position) []Move {
	if r.isWon(p) {
		return dst
	}
	return r.captures(dst, p)
}

// captures is Captures for a game that is not over.
func (r *Rules) captures(dst []Move, p *Position) []Move {
	dst, _ = r.capturesFor(dst, p)
	return dst
}

// capturesFor is captures, and returns its effort too: see maxEffort.
func (r *Rules) capturesFor(dst []Move, p *Position) (moves []Move, effort int) {
	us := p.Turn & 1
	them, free := p.Pieces[us^1], r.board&^p.Occupied()
	kings := p.KingsOf(us)
	if kings != 0 {
		kings &= r.kingJumps(them, free)
	}
	if r.asInternational && kings == 0 {
		return manCaptures(dst, p.Men(us), them, free, r.lastRow[us]), 0
	}
	prey := them &^ (p.Kings &^ r.manTakesKings)
	men := p.Men(us) & r.manJumps(prey, free, us)
	if men|kings == 0 {
		return dst, 0
	}
	c := capturer{
		rules:   r,
		moves:   dst,
		first:   len(dst),
		us:      us,
		kings:   p.Kings,
		them:    them,
		manPrey: prey,
		down:    r.menDown[us],
		up:      r.menUp[us],
	}
	for ; men != 0; men &= men - 1 {
		c.from = men.First()
		c.free = free | c.from.Bit()
		c.followMan(c.from.Bit(), 0)
	}
	c.byKing = true
	for ; kings != 0; kings &= kings - 1 {
		c.from = kings.First()
		c.free = free | c.from.Bit()
		c.followKing(c.from.Bit(), noDirection, 0)
	}
	return c.moves, c.effort
}

// A capturer follows the captures of one side, piece by piece and jump by
// jump, and keeps those that the priority rule puts first. Jumped pieces stay
// on the board, and block, until the move is over (FMJD 4.8, 4.11).
type capturer struct {
	rules   *Rules
	moves   []Move
	first   int    // index in moves of the first capture
	best    uint64 // rank of moves[first:]
	us      Color
	kings   Bits // of both sides
	them    Bits
	manPrey Bits // what men may capture
	down    Bits // all ones if men capture down the board
	up      Bits // the same for up

	from     Square // where the capturing piece started
	byKing   bool   // it started as a king
	promoted bool   // it has become one on the way (Russian)
	free     Bits   // includes from, which the piece has left
	order    uint64 // the pieces taken so far, a bit each, the latest lowest: 1 for a king

	effort   int                   // so far: see maxEffort
	followed map[followed]struct{} // jumps that need not be followed again; nil while there are few
}

// followMan follows every jump of a man on at that has captured taken, and reports
// whether there is one. A capture ends where no jump goes on.
func (c *capturer) followMan(at, taken Bits) bool {
	prey := c.manPrey &^ taken
	jumped := false
	if over := at << StepLeft & prey & c.down; over<<StepLeft&c.free != 0 {
		jumped = c.takeByMan(over<<StepLeft, taken, over)
	}
	if over := at << StepRight & prey & c.down; over<<StepRight&c.free != 0 {
		jumped = c.takeByMan(over<<StepRight, taken, over)
	}
	if over := at >> StepLeft & prey & c.up; over>>StepLeft&c.free != 0 {
		jumped = c.takeByMan(over>>StepLeft, taken, over)
	}
	if over := at >> StepRight & prey & c.up; over>>StepRight&c.free != 0 {
		jumped = c.takeByMan(over>>StepRight, taken, over)
	}
	if !c.rules.Orthogonal {
		return jumped
	}
	for d := right; d <= up; d++ {
		if over := at.step(d) & prey; over.step(d)&c.free != 0 {
			jumped = c.takeByMan(over.step(d), taken, over)
		}
	}
	return jumped
}

// takeByMan takes the piece on over, lands on to and goes on from there.
func (c *capturer) takeByMan(to, taken, over Bits) bool {
	if c.effort++; c.effort > rememberFrom && c.isFollowed(taken|over, to, noDirection) {
		return true
	}
	c.order = c.order<<1 | c.kingAt(over)
	c.landMan(to, taken|over)
	c.order >>= 1
	return true
}

// landMan goes on with a man that has landed on to, or ends its capture
// there. The variant says what happens on the last row.
func (c *capturer) landMan(to, taken Bits) {
	last := to&c.rules.lastRow[c.us&1] != 0
	switch {
	case !last:
		if !c.followMan(to, taken) {
			c.add(to, taken, false)
		}
	case c.rules.Promotion == StopThere:
		c.add(to, taken, true)
	case c.rules.Promotion == PassAsKing:
		c.promoted = true
		if !c.followKing(to, noDirection, taken) {
			c.add(to, taken, true)
		}
		c.promoted = false
	default:
		if !c.followMan(to, taken) {
			c.add(to, taken, true)
		}
	}
}

// followKing follows every capture open to a king that stands on any one square of
// run, which it reached going in direction came, and reports whether there is
// one. Which square of a run it turns on does not matter for what follows, so
// a run is followed as one: if the capture goes on from any of its squares,
// it must; otherwise it may end on each of them.
func (c *capturer) followKing(run Bits, came direction, taken Bits) bool {
	if !c.rules.Flying {
		return c.followShortKing(run, taken)
	}
	free, prey := c.free, c.them&^taken
	jumped := false
	if came != upRight {
		met := slideDown(run, free, StepLeft) << StepLeft & prey & (free >> StepLeft)
		for ; met != 0; met &= met - 1 {
			over := met & -met
			jumped = c.takeByKing(over, slideDown(over<<StepLeft, free, StepLeft), taken, downLeft)
		}
	}
	if came != upLeft {
		met := slideDown(run, free, StepRight) << StepRight & prey & (free >> StepRight)
		for ; met != 0; met &= met - 1 {
			over := met & -met
			jumped = c.takeByKing(over, slideDown(over<<StepRight, free, StepRight), taken, downRight)
		}
	}
	if came != downLeft {
		met := slideUp(run, free, StepLeft) >> StepLeft & prey & (free << StepLeft)
		for ; met != 0; met &= met - 1 {
			over := met & -met
			jumped = c.takeByKing(over, slideUp(over>>StepLeft, free, StepLeft), taken, upRight)
		}
	}
	if came != downRight {
		met := slideUp(run, free, StepRight) >> StepRight & prey & (free << StepRight)
		for ; met != 0; met &= met - 1 {
			over := met & -met
			jumped = c.takeByKing(over, slideUp(over>>StepRight, free, StepRight), taken, upLeft)
		}
	}
	if c.rules.Orthogonal && c.followOrthogonal(run, came, taken) {
		jumped = true
	}
	return jumped
}

// followOrthogonal is the part of followKing for captures along rows and files (Frisian).
func (c *capturer) followOrthogonal(run Bits, came direction, taken Bits) bool {
	prey := c.them &^ taken
	jumped := false
	for d := right; d <= up; d++ {
		if d == came.opposite() {
			continue
		}
		met := c.slide(run, d).step(d) & prey & c.free.step(d.opposite())
		for ; met != 0; met &= met - 1 {
			over := met & -met
			jumped = c.takeByKing(over, c.slide(over.step(d), d), taken, d)
		}
	}
	return jumped
}

// slide returns run and the free squares that can be reached from it in
// direction d.
func (c *capturer) slide(run Bits, d direction) Bits {
	for sq := run.step(d) & c.free; sq != 0; sq = sq.step(d) & c.free {
		run |= sq
	}
	return run
}

// followShortKing is followKing for a king that jumps only what stands next to it.
func (c *capturer) followShortKing(at, taken Bits) bool {
	prey := c.them &^ taken
	jumped := false
	for d := range diagonals {
		if over := at.step(d) & prey; over.step(d)&c.free != 0 {
			jumped = c.takeByKing(over, over.step(d), taken, d)
		}
	}
	return jumped
}

// takeByKing takes the piece on over in direction d, and goes on from run, the
// squares behind it, or ends there: a killer's capture on the first of them.
func (c *capturer) takeByKing(over, run, taken Bits, d direction) bool {
	taken |= over
	if c.effort++; c.effort > rememberFrom && c.isFollowed(taken, over, d) {
		return true
	}
	c.order = c.order<<1 | c.kingAt(over)
	if !c.followKing(run, d, taken) {
		if c.rules.Killer && c.kings&over != 0 {
			run = over.step(d)
		}
		for ; run != 0; run &= run - 1 {
			c.add(run&-run, taken, c.promoted)
		}
	}
	c.order >>= 1
	return true
}

// kingAt returns 1 if the piece on sq is a king and 0 if it is a man.
func (c *capturer) kingAt(sq Bits) uint64 {
	if c.kings&sq != 0 {
		return 1
	}
	return 0
}

// add keeps a finished capture unless one of higher priority or the same
// capture by another path is known.
func (c *capturer) add(to, taken Bits, promotes bool) {
	rank := c.rank(taken)
	if rank < c.best {
		return
	}
	if rank > c.best {
		c.best = rank
		c.moves = c.moves[:c.first]
	}
	m := Move{Captured: taken, From: c.from, To: to.First(), Promotes: promotes}
	for i := c.first; i < len(c.moves); i++ {
		if c.moves[i] == m {
			return
		}
	}
	c.effort += (len(c.moves) - c.first) / comparisonsPerJump
	c.moves = append(c.moves, m)
}
