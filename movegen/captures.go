package movegen

import "fmt"

// Captures appends the legal captures of p to dst and returns the extended
// slice. It appends nothing when the side to move has none.
func (r *Rules) Captures(dst []Move, p *Position) []Move {
	if r.isWon(p) {
		return dst
	}
	var j firstJumps
	if !r.findJumps(&j, p) {
		return dst
	}
	return r.captures(dst, p, &j)
}

// captures appends the legal captures that begin with the jumps of j.
func (r *Rules) captures(dst []Move, p *Position, j *firstJumps) []Move {
	if j.areWhole() {
		return j.list(dst, ^Bits(0), r.lastRow[p.Turn&1])
	}
	dst, _ = r.follow(dst, p, j)
	return dst
}

// follow appends the legal captures that begin with the jumps of j, found square by square,
// and returns its effort too: see maxEffort.
func (r *Rules) follow(dst []Move, p *Position, j *firstJumps) (moves []Move, effort int) {
	us := p.Turn & 1
	var c capturer // a literal would be made beside it and copied, which takes as long as all the rest
	c.rules, c.moves, c.first = r, dst, len(dst)
	c.last, c.ordered = r.lastRow[us], r.Priority == ItalianOrder
	c.kings, c.them, c.manPrey = p.Kings, p.Pieces[us^1], j.prey
	c.down, c.up = r.menDown[us], r.menUp[us]
	if j.more != 0 {
		if !r.mostFirst() {
			c.moves = j.list(dst, ^j.more, r.lastRow[us])
		}
		c.followJumps(j, j.dl&j.more, -StepLeft)
		c.followJumps(j, j.dr&j.more, -StepRight)
		c.followJumps(j, j.ur&j.more, StepLeft)
		c.followJumps(j, j.ul&j.more, StepRight)
		return c.moves, c.effort
	}
	for men := j.men; men != 0; men &= men - 1 {
		c.from = men.First()
		c.free = j.free | c.from.Bit()
		c.followMan(c.from.Bit(), 0)
	}
	c.byKing = true
	for kings := j.kings; kings != 0; kings &= kings - 1 {
		c.from = kings.First()
		c.free = j.free | c.from.Bit()
		c.startKing(j)
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
	last    Bits   // where men become kings
	ordered bool   // the order in which kings and men are taken matters
	kings   Bits   // of both sides
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

// followJumps goes on with men that have landed on the squares of to, the piece they took and
// the square where they began lying back, step by step.
func (c *capturer) followJumps(j *firstJumps, to Bits, back int8) {
	for ; to != 0; to &= to - 1 {
		sq := to.First()
		over := Square(int8(sq) + back)
		c.from = Square(int8(over) + back)
		c.free = j.free | c.from.Bit()
		c.takeByMan(sq.Bit(), 0, over.Bit())
	}
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

// takeByMan takes the piece on over, lands on to and goes on from there, or ends there.
func (c *capturer) takeByMan(to, taken, over Bits) bool {
	taken |= over
	if c.effort++; c.effort > rememberFrom && c.isFollowed(taken, to, noDirection) {
		return true
	}
	c.begin(over)
	if to&c.last != 0 {
		c.passLastRow(to, taken)
	} else if !c.followMan(to, taken) {
		c.add(to, taken, false)
	}
	c.end()
	return true
}

// passLastRow goes on with a man that has landed on to, on the last row. The variant says
// what happens there.
func (c *capturer) passLastRow(to, taken Bits) {
	switch c.rules.Promotion {
	case StopThere:
		c.add(to, taken, true)
	case PassAsKing:
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

// startKing follows every capture of the king on c.from. Its first jump leads away from the
// square that it has left: whether that is free does not matter.
func (c *capturer) startKing(j *firstJumps) {
	if !c.rules.Flying || c.rules.Orthogonal {
		c.followKing(c.from.Bit(), noDirection, 0)
		return
	}
	reach := j.reach // what other kings see besides, they cannot take
	if j.kings&(j.kings-1) != 0 {
		reach = reachOf(c.from, j.free)
	}
	met := reach.taken(c.them, j.free)
	if over := met.dl; over != 0 {
		c.takeByKing(over, linesOf(over).behindDL(j.free), 0, downLeft)
	}
	if over := met.dr; over != 0 {
		c.takeByKing(over, linesOf(over).behindDR(j.free), 0, downRight)
	}
	if over := met.ur; over != 0 {
		c.takeByKing(over, linesOf(over).behindUR(j.free), 0, upRight)
	}
	if over := met.ul; over != 0 {
		c.takeByKing(over, linesOf(over).behindUL(j.free), 0, upLeft)
	}
}

// followKing follows every capture open to a king that stands on any one of
// landings, the squares of a line that it reached going in direction came, and reports
// whether there is one. Which of them it turns on does not matter for what follows, so
// they are followed as one: if the capture goes on from any, it must; otherwise it may
// end on each of them.
func (c *capturer) followKing(landings Bits, came direction, taken Bits) bool {
	if !c.rules.Flying {
		return c.followShortKing(landings, taken)
	}
	free, prey := c.free, c.them&^taken
	jumped := false
	if came != upRight {
		met := landings
		if came != downLeft { // else they are all of the line
			met = slideDown(landings, free, StepLeft)
		}
		for met = met << StepLeft & prey & (free >> StepLeft); met != 0; met &= met - 1 {
			over := met & -met
			jumped = c.takeByKing(over, linesOf(over).behindDL(free), taken, downLeft)
		}
	}
	if came != upLeft {
		met := landings
		if came != downRight {
			met = slideDown(landings, free, StepRight)
		}
		for met = met << StepRight & prey & (free >> StepRight); met != 0; met &= met - 1 {
			over := met & -met
			jumped = c.takeByKing(over, linesOf(over).behindDR(free), taken, downRight)
		}
	}
	if came != downLeft {
		met := landings
		if came != upRight {
			met = slideUp(landings, free, StepLeft)
		}
		for met = met >> StepLeft & prey & (free << StepLeft); met != 0; met &= met - 1 {
			over := met & -met
			jumped = c.takeByKing(over, linesOf(over).behindUR(free), taken, upRight)
		}
	}
	if came != downRight {
		met := landings
		if came != upLeft {
			met = slideUp(landings, free, StepRight)
		}
		for met = met >> StepRight & prey & (free << StepRight); met != 0; met &= met - 1 {
			over := met & -met
			jumped = c.takeByKing(over, linesOf(over).behindUL(free), taken, upLeft)
		}
	}
	if c.rules.Orthogonal && c.followOrthogonal(landings, came, taken) {
		jumped = true
	}
	return jumped
}

// followOrthogonal is the part of followKing for captures along rows and files (Frisian).
func (c *capturer) followOrthogonal(landings Bits, came direction, taken Bits) bool {
	prey := c.them &^ taken
	jumped := false
	for d := right; d <= up; d++ {
		if d == came.opposite() {
			continue
		}
		met := c.slide(landings, d).step(d) & prey & c.free.step(d.opposite())
		for ; met != 0; met &= met - 1 {
			over := met & -met
			jumped = c.takeByKing(over, c.slide(over.step(d), d), taken, d)
		}
	}
	return jumped
}

// slide returns from and the free squares that can be reached from there in
// direction d.
func (c *capturer) slide(from Bits, d direction) Bits {
	for sq := from.step(d) & c.free; sq != 0; sq = sq.step(d) & c.free {
		from |= sq
	}
	return from
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

// takeByKing takes the piece on over in direction d, and goes on from landings,
// the squares behind it, or ends there: a killer's capture on the first of them.
func (c *capturer) takeByKing(over, landings, taken Bits, d direction) bool {
	taken |= over
	if c.effort++; c.effort > rememberFrom && c.isFollowed(taken, over, d) {
		return true
	}
	c.begin(over)
	if !c.followKing(landings, d, taken) {
		if c.rules.Killer && c.kings&over != 0 {
			landings = over.step(d)
		}
		for ; landings != 0; landings &= landings - 1 {
			c.add(landings&-landings, taken, c.promoted)
		}
	}
	c.end()
	return true
}

// begin notes that the piece on over is taken, where the order of pieces taken matters.
func (c *capturer) begin(over Bits) {
	if !c.ordered {
		return
	}
	c.order <<= 1
	if c.kings&over != 0 {
		c.order |= 1
	}
}

// end is the end of what begin began.
func (c *capturer) end() {
	if c.ordered {
		c.order >>= 1
	}
}

// add keeps a finished capture unless one of higher priority or the same
// capture by another path is known. On diagonals two pieces can be taken by one path only:
// if A over x, a turn at B, over y to Z were also A over y, a turn at C, over x to Z, then x
// would be on the lines AB and CZ and y on BZ and AC. AB and CZ would cross in x, and so CZ,
// like BZ, stand upright on AB: they would be the same line through Z, and x be B.
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
	if c.rules.Orthogonal || taken.areMoreThanTwo() {
		for i := c.first; i < len(c.moves); i++ {
			if c.moves[i] == m {
				return
			}
		}
		c.effort += (len(c.moves) - c.first) / comparisonsPerJump
	}
	c.moves = append(c.moves, m)
}

// rank puts a number on a finished capture: of all captures of a position,
// those with the highest rank are legal.
func (c *capturer) rank(taken Bits) uint64 {
	count := uint64(taken.Len())
	switch c.rules.Priority {
	case MostPieces:
		return count
	case MostThenKings:
		return count<<8 | uint64((taken & c.kings).Len())
	case KingMovesOnly:
		return c.mover()
	case ItalianOrder:
		return c.italianRank(taken, count)
	case FrisianValue:
		return c.frisianRank(taken)
	}
	return 0
}

// mover returns 1 if the capturing piece is a king.
func (c *capturer) mover() uint64 {
	if c.byKing {
		return 1
	}
	return 0
}

// italianRank is the order of the Italian federation (FID, rules 5 to 9): the
// most pieces, then with a king, then the most kings, then kings as early
// as possible, compared piece by piece.
func (c *capturer) italianRank(taken Bits, count uint64) uint64 {
	kings := uint64((taken & c.kings).Len())
	return count<<48 | c.mover()<<40 | kings<<32 | c.order
}

// frisianRank is the value of the captured pieces, a king counting a little less
// than two men (199 against 100 puts every mixture in the official order),
// and among equals a capture with a king first.
func (c *capturer) frisianRank(taken Bits) uint64 {
	const man, king = 100, 199
	kings := (taken & c.kings).Len()
	men := taken.Len() - kings
	return 2*uint64(man*men+king*kings) + c.mover()
}

// A piece among many others can have more ways to capture than could ever be followed:
// a Frisian king among 30 men some five thousand million. No game comes near that, but a
// text of a hundred bytes can ask for it. So the effort of a list has a limit, and the
// readers of positions refuse what exceeds it. Should play lead to such a position
// all the same, its captures are the best of those found within the limit.
const (
	// maxEffort is how many jumps are followed for one list, some 10 ms. No list of a game
	// without captures along rows and files was found to need more than 7,800 (hill climbing
	// on made-up positions), and 450 on 64 squares.
	maxEffort = 1 << 15

	// rememberFrom is after how many jumps of a list those followed are remembered: the
	// same pieces can be taken in any order, and what is left to take is the same.
	rememberFrom = 1 << 13

	comparisonsPerJump = 8 // comparing moves is work, too
)

// A followed jump, with all that the rest of the capture depends on.
type followed struct {
	taken Bits
	at    Bits // of a man: where it is now; of a king: the piece it took last
	from  Square
	came  direction // of a king
}

// isFollowed reports whether a jump needs no following: because it was followed before, or
// because the list has cost too much already. Where the order of the pieces taken matters,
// none is like another.
func (c *capturer) isFollowed(taken, at Bits, came direction) bool {
	if c.effort > maxEffort {
		return true
	}
	if c.rules.Priority == ItalianOrder {
		return false
	}
	if c.followed == nil {
		c.followed = make(map[followed]struct{})
	}
	jump := followed{taken, at, c.from, came}
	_, known := c.followed[jump]
	c.followed[jump] = struct{}{}
	return known
}

// checkEffort returns an error if the captures of p are too many to be followed.
func (r *Rules) checkEffort(p *Position) error {
	var j firstJumps
	if !r.findJumps(&j, p) {
		return nil
	}
	if _, effort := r.follow(nil, p, &j); effort > maxEffort {
		return fmt.Errorf("%s has more ways to capture than can be followed", p.Turn)
	}
	return nil
}
