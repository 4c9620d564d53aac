package movegen

// Captures appends the legal captures of p to dst and returns the extended
// slice. It appends nothing when the side to move has none.
func (r *Rules) Captures(dst []Move, p *Position) []Move {
	if !r.HasCapture(p) {
		return dst
	}
	return r.captures(dst, p)
}

// captures appends the captures of a position that has some.
func (r *Rules) captures(dst []Move, p *Position) []Move {
	us := p.Turn & 1
	free := r.board &^ p.Occupied()
	c := capturer{
		rules:   r,
		moves:   dst,
		first:   len(dst),
		us:      us,
		kings:   p.Kings,
		them:    p.Pieces[us^1],
		manPrey: p.Pieces[us^1] &^ (p.Kings &^ r.preyKings),
	}
	for men := p.Men(us) & r.manJumps(c.manPrey, free, us); men != 0; men &= men - 1 {
		c.from = men.First()
		c.free = free | c.from.Bit()
		c.man(c.from.Bit(), 0)
	}
	kings := p.KingsOf(us)
	if kings == 0 {
		return c.moves
	}
	c.byKing = true
	for kings &= r.kingJumps(c.them, free); kings != 0; kings &= kings - 1 {
		c.from = kings.First()
		c.free = free | c.from.Bit()
		c.king(c.from.Bit(), 0)
	}
	return c.moves
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

	from    Square // where the capturing piece started
	byKing  bool   // it started as a king
	crowned bool   // it has become one on the way (Russian)
	free    Bits   // includes from, which the piece has left
	order   uint64 // its victims so far, a bit each, the latest lowest: 1 for a king
}

// man follows every jump of a man on at that has captured taken, and reports
// whether there is one. A capture ends where no jump goes on.
func (c *capturer) man(at, taken Bits) bool {
	jumped := false
	prey := c.manPrey &^ taken
	for _, d := range c.rules.manWays[c.us&1] {
		over := at.step(d) & prey
		to := over.step(d) & c.free
		if to == 0 {
			continue
		}
		jumped = true
		c.order = c.order<<1 | c.kingAt(over)
		c.manLands(to, taken|over)
		c.order >>= 1
	}
	return jumped
}

// manLands goes on with a man that has landed on to, or ends its capture
// there. What the last row does to it is the variant's affair.
func (c *capturer) manLands(to, taken Bits) {
	last := to&c.rules.lastRow[c.us&1] != 0
	switch {
	case !last:
		if !c.man(to, taken) {
			c.add(to, taken, false)
		}
	case c.rules.Promotion == StopThere:
		c.add(to, taken, true)
	case c.rules.Promotion == PassAsKing:
		c.crowned = true
		if !c.king(to, taken) {
			c.add(to, taken, true)
		}
		c.crowned = false
	default:
		if !c.man(to, taken) {
			c.add(to, taken, true)
		}
	}
}

// king is man for a king.
func (c *capturer) king(at, taken Bits) bool {
	jumped := false
	for _, d := range c.rules.kingWays {
		over := at.step(d)
		for c.rules.Flying && over&c.free != 0 {
			over = over.step(d)
		}
		over &= c.them &^ taken
		to := over.step(d) & c.free
		if to == 0 {
			continue
		}
		jumped = true
		c.order = c.order<<1 | c.kingAt(over)
		c.kingLands(to, d, taken|over, c.rules.Killer && c.kings&over != 0)
		c.order >>= 1
	}
	return jumped
}

// kingLands goes on from the squares behind a captured piece, the first of
// which is to. If the capture goes on from any of them, it must; otherwise
// it may end on any of them, or only on the first after a killer's capture.
func (c *capturer) kingLands(to Bits, d direction, taken Bits, killer bool) {
	goesOn := false
	for sq := to; sq&c.free != 0; sq = sq.step(d) {
		if c.king(sq, taken) {
			goesOn = true
		}
		if !c.rules.Flying {
			break
		}
	}
	if goesOn {
		return
	}
	for sq := to; sq&c.free != 0; sq = sq.step(d) {
		c.add(sq, taken, c.crowned)
		if killer || !c.rules.Flying {
			break
		}
	}
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
	c.moves = append(c.moves, m)
}
