package search

import "stupol/movegen"

// A ttEntry is what the table keeps of one position: the result of a search
// and the move to try first.
type ttEntry struct {
	score Score // as seen from the position itself: see toTT
	depth int   // from 0; kept up to maxTableDepth
	bound bound
	age   uint8
	move  moveKey // noMove if no move is better than another
}

// bound says what a score tells about the true one.
type bound uint8

// The bounds.
const (
	noBound bound = iota // nothing is stored
	upper
	lower
	exact
)

// cutsOff reports whether e is enough to answer a search of that depth for
// that window.
func (e *ttEntry) cutsOff(depth int, alpha, beta Score) bool {
	if e.depth < depth {
		return false
	}
	switch e.bound {
	case upper:
		return e.score <= alpha
	case lower:
		return e.score >= beta
	}
	return e.bound == exact
}

// keepMove takes the move over from an older entry of the same position if
// the new one has none.
func (e *ttEntry) keepMove(old ttEntry) {
	if e.move == noMove {
		e.move = old.move
	}
}

// The layout of a packed entry, from the lowest bit.
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

	// maxTableDepth is the greatest depth that is kept; extensions could lead beyond it. To
	// claim less than is known is safe.
	maxTableDepth = 1<<depthBits - 1
)

func (e *ttEntry) pack() uint64 {
	return uint64(uint16(e.score)) | uint64(min(e.depth, maxTableDepth))<<depthShift |
		uint64(e.bound)<<boundShift | uint64(e.age)<<ageShift | uint64(e.move)<<moveShift
}

func unpack(data uint64) ttEntry {
	return ttEntry{
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

// toTT returns e, found ply moves below the root, as the table keeps
// it, for any path to the position: scores beyond MaxEval carry a distance,
// which is then counted from the position itself.
func (e ttEntry) toTT(ply int) ttEntry {
	switch {
	case e.score > MaxEval:
		e.score += Score(ply)
	case e.score < -MaxEval:
		e.score -= Score(ply)
	}
	return e
}

// fromTT is the inverse of toTT.
func (e ttEntry) fromTT(ply int) ttEntry { return e.toTT(-ply) }

// countHorizon is how few plies must be left before a draw by counting for the hash to
// include them. Usual searches of positions with kings do not see that far.
const countHorizon = 32

// key returns the hash under which the table keeps the present position of the
// game, p. A score found with plenty of moves left would hide a draw by counting that
// is near, and a score of such a draw is wrong where the count has just begun. So the
// hash includes the plies left when there are few.
func (w *worker) key(p *movegen.Position) uint64 {
	left := w.game.CountLeft()
	if left > countHorizon {
		return p.Hash
	}
	return p.Hash ^ uint64(left+1)*0x9E3779B97F4A7C15
}
