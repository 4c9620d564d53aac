// Package material is a search that counts pieces and knows nothing of an evaluation, so that what it
// finds can be found again by anybody who counts: it proves shots, and why a move is a mistake.
package material

import (
	"slices"

	"stupol/movegen"
)

const (
	maxProof  = 128  // plies of the longest line
	overScore = 1000 // a game that is lost, less the plies until then
	overLeast = overScore - maxProof

	lookAround = 1024 // nodes between two looks whether somebody still waits
)

// A Prover searches all moves to the same depth, and captures to their end. A forced move costs no
// depth. It serves one goroutine.
type Prover struct {
	Rules *movegen.Rules
	Nodes int // that may still be visited

	// Unrest is for how many moves more a position is followed in which the depth is used up and the
	// other side could capture: a count in the middle of an exchange is no result.
	Unrest int

	King int // in men; 0: Worth

	// Done, if not nil, ends a search when it is closed, as if the nodes were used up.
	Done <-chan struct{}

	hint  []movegen.Move // tried first, so that of equal lines this is found
	table []known
	moves [maxProof + 1][]movegen.Move
	lines [maxProof + 1][]movegen.Move
}

// A Found is what comes out for the side to move, in men, and how.
type Found struct {
	Value int
	Line  []movegen.Move
}

// Look searches a position to a depth; of equal lines it finds the hint. It reports false if that
// would take too many nodes.
func (v *Prover) Look(p movegen.Position, depth int, hint []movegen.Move) (Found, bool) {
	v.hint = hint
	value := v.search(&p, depth, -overScore, overScore, 0)
	return Found{value, slices.Clone(v.lines[0])}, v.Nodes > 0
}

// Reaches reports whether the side to move comes out at least so many men ahead. If the nodes are used
// up it does not know.
func (v *Prover) Reaches(p movegen.Position, depth, want int) bool {
	v.hint = nil
	return v.search(&p, depth, want-1, want, 0) >= want
}

// search returns the value of a position for the side to move, exact within (alpha, beta), and
// leaves the line in lines.
func (v *Prover) search(p *movegen.Position, depth, alpha, beta, ply int) int {
	v.Nodes--
	if v.Nodes%lookAround == 0 && v.isDone() {
		v.Nodes = 0
	}
	v.lines[ply] = v.lines[ply][:0]
	moves := v.Rules.Moves(v.moves[ply][:0], p)
	v.moves[ply] = moves
	if value, over := ended(v.Rules, p, len(moves)); over {
		return value + sign(-value)*ply
	}
	quiet := !moves[0].IsCapture()
	switch {
	case v.Nodes <= 0 || ply == maxProof-1,
		quiet && depth <= -v.Unrest,
		quiet && depth <= 0 && !v.Rules.CanCapture(p, p.Turn.Opponent()):
		return v.Balance(p, p.Turn)
	case len(moves) > 1:
		depth--
	}
	entry := v.entry(p)
	null := beta-alpha == 1
	if null && entry.hash == p.Hash && int(entry.depth) == depth {
		if value := int(entry.value); entry.least && value >= beta || !entry.least && value <= alpha {
			return value
		}
	}
	v.bringForward(moves, ply)
	best := v.best(p, moves, window{depth, alpha, beta, ply})
	if null && v.Nodes > 0 && best > -overLeast && best < overLeast {
		*entry = known{p.Hash, int16(best), int8(depth), best >= beta}
	}
	return best
}

// isDone reports whether nobody waits any more.
func (v *Prover) isDone() bool {
	select {
	case <-v.Done: // never if it is nil
		return true
	default:
		return false
	}
}

// A window is where the value of a node matters.
type window struct{ depth, alpha, beta, ply int }

// best plays the moves of a position and returns the value of the best one. All but the first are
// only asked whether they are better, and searched again if they are.
func (v *Prover) best(p *movegen.Position, moves []movegen.Move, w window) int {
	best := -overScore
	for i, m := range moves {
		after := v.Rules.Play(p, m)
		alpha := max(w.alpha, best)
		value := 0
		if i > 0 && w.beta-alpha > 1 {
			value = -v.search(&after, w.depth, -alpha-1, -alpha, w.ply+1)
		}
		if i == 0 || w.beta-alpha == 1 || value > alpha && value < w.beta {
			value = -v.search(&after, w.depth, -w.beta, -alpha, w.ply+1)
		}
		if value > best || i == 0 {
			best = value
			v.lines[w.ply] = append(append(v.lines[w.ply][:0], m), v.lines[w.ply+1]...)
		}
		if best >= w.beta {
			break
		}
	}
	return best
}

// A known is what a search with a window of nothing has found of a position.
type known struct {
	hash  uint64
	value int16
	depth int8
	least bool // the value is a lower bound, or an upper one
}

const knownBits = 15

// entry returns the place for what is known of a position.
func (v *Prover) entry(p *movegen.Position) *known {
	if v.table == nil {
		v.table = make([]known, 1<<knownBits)
	}
	return &v.table[p.Hash>>(64-knownBits)]
}

// bringForward puts the move that the hint has at this ply first, if it is legal.
func (v *Prover) bringForward(moves []movegen.Move, ply int) {
	if ply >= len(v.hint) {
		return
	}
	if i := slices.Index(moves, v.hint[ply]); i > 0 {
		m := moves[i]
		copy(moves[1:], moves[:i])
		moves[0] = m
	}
}

// ended returns whether the game is over in a position with that many legal moves, and its value
// for the side to move.
func ended(r *movegen.Rules, p *movegen.Position, moves int) (value int, over bool) {
	switch {
	case r.Goal == movegen.FirstKing && p.KingsOf(p.Turn) != 0:
		return overScore, true
	case moves > 0:
		return 0, false
	case r.Goal == movegen.LoseAll:
		return overScore, true
	}
	return -overScore, true
}

func sign(n int) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}

// Worth returns what a king counts in men: as much as a good player gives for one.
func Worth(r *movegen.Rules) int {
	switch {
	case r.Goal == movegen.LoseAll:
		return 1
	case r.Flying:
		return 3
	}
	return 2
}

// Balance returns by how many men a side is ahead; where the aim is to lose all, by how many it
// has fewer.
func Balance(r *movegen.Rules, p *movegen.Position, c movegen.Color) int {
	return (&Prover{Rules: r}).Balance(p, c)
}

// Balance returns the same with a king as this prover counts it.
func (v *Prover) Balance(p *movegen.Position, c movegen.Color) int {
	king := v.King
	if king == 0 {
		king = Worth(v.Rules)
	}
	of := func(c movegen.Color) int { return p.Men(c).Len() + king*p.KingsOf(c).Len() }
	ahead := of(c) - of(c.Opponent())
	if v.Rules.Goal == movegen.LoseAll {
		return -ahead
	}
	return ahead
}

// AtRest reports whether neither side can capture.
func AtRest(r *movegen.Rules, p *movegen.Position) bool {
	return !r.CanCapture(p, movegen.White) && !r.CanCapture(p, movegen.Black)
}
