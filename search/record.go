package search

import "stupol/movegen"

// A record is what the table keeps of one position: the result of a search
// and the move to try first.
type record struct {
	score Score // as seen from the position itself: see storedFrom
	depth int   // 0 to maxDepth
	bound bound
	age   uint8
	move  moveKey // noMove if no move is better than another
}

// bound says what a score tells about the true one.
type bound uint8

// The bounds.
const (
	unknown bound = iota // nothing is stored
	atMost
	atLeast
	exactly
)

// decides reports whether r is enough to answer a search of that depth for
// that window.
func (r *record) decides(depth int, alpha, beta Score) bool {
	if r.depth < depth {
		return false
	}
	switch r.bound {
	case atMost:
		return r.score <= alpha
	case atLeast:
		return r.score >= beta
	}
	return r.bound == exactly
}

// keepMove takes the move over from an older record of the same position if
// the new one has none.
func (r *record) keepMove(old record) {
	if r.move == noMove {
		r.move = old.move
	}
}

// The layout of a packed record, from the lowest bit.
const (
	scoreBits = 16
	depthBits = 8
	boundBits = 2
	ageBits   = 6

	depthShift = scoreBits
	boundShift = depthShift + depthBits
	ageShift   = boundShift + boundBits
	moveShift  = ageShift + ageBits // the move takes the other 32

	ageMask = 1<<ageBits - 1
)

func (r *record) pack() uint64 {
	return uint64(uint16(r.score)) | uint64(r.depth)<<depthShift |
		uint64(r.bound)<<boundShift | uint64(r.age)<<ageShift | uint64(r.move)<<moveShift
}

func unpack(data uint64) record {
	return record{
		score: Score(int16(data)),
		depth: int(uint8(data >> depthShift)),
		bound: bound(data >> boundShift & (1<<boundBits - 1)),
		age:   uint8(data >> ageShift & ageMask),
		move:  moveKey(data >> moveShift),
	}
}

// A moveKey names a move among the legal ones of its position. Two of them
// hardly ever share a key, and the table only uses it to choose what to try
// first.
type moveKey uint32

// noMove is the key of no move at all.
const noMove moveKey = 0

// keyOf returns the key of m: its two squares, a bit that keeps it from being
// noMove, and 19 bits mixed from the captured pieces and the promotion.
func keyOf(m movegen.Move) moveKey {
	mixed := uint64(m.Captured) * 0x9E3779B97F4A7C15
	if m.Promotes {
		mixed = ^mixed
	}
	return moveKey(m.From) | moveKey(m.To)<<6 | 1<<12 | moveKey(mixed>>45)<<13
}

// storedFrom returns r, found ply moves below the root, as the table keeps
// it, for any path to the position: scores beyond MaxEval carry a distance,
// which is then counted from the position itself.
func (r record) storedFrom(ply int) record {
	switch {
	case r.score > MaxEval:
		r.score += Score(ply)
	case r.score < -MaxEval:
		r.score -= Score(ply)
	}
	return r
}

// seenFrom is the inverse of storedFrom.
func (r record) seenFrom(ply int) record { return r.storedFrom(-ply) }

// countHorizon is how many plies before a draw by counting the table begins to
// tell positions apart by them: farther than the deepest of usual searches of
// positions with kings sees.
const countHorizon = 32

// key returns the hash under which the table keeps the present position of the
// game, p. What is known of it with plenty of moves left would hide that it
// will be drawn, and that it will be would be believed in other games. So near
// the end of a count its plies make it another position.
func (w *worker) key(p *movegen.Position) uint64 {
	left := w.game.CountLeft()
	if left > countHorizon {
		return p.Hash
	}
	return p.Hash ^ uint64(left+1)*0x9E3779B97F4A7C15
}
