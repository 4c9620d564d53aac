package movegen

import "fmt"

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
	if _, effort := r.capturesFor(nil, p); effort > maxEffort {
		return fmt.Errorf("%s has more ways to capture than can be followed", p.Turn)
	}
	return nil
}

// maxPathEffort is how many landings are tried for the paths of one capture. Those that are
// not found by then are left out; the first is always found, as the list of captures
// found it with less.
const maxPathEffort = 16 * maxEffort

// A deadEnd is a landing from which a capture cannot be completed.
type deadEnd struct {
	at   landing
	left Bits
	king bool
}
