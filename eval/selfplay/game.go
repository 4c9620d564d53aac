package selfplay

import (
	"cmp"
	"slices"

	"stupol/movegen"
)

// Game is the record of a game. The slices have an entry for every ply.
type Game struct {
	Number int // within its run; see Header.Seed
	Rules  *movegen.Rules
	Start  movegen.Position
	Moves  []movegen.Move

	// Scores are what the search found the position before the move to be
	// worth, in hundredths of a man for the side to move, rounded as files
	// keep them; or NoScore where there was no search: in the opening and
	// where there is only one move.
	Scores []int

	// Random tells which moves were drawn at random: all of the opening, and
	// strays later on. The score of the position before such a move is that
	// of the best move, as everywhere.
	Random []bool

	Opening int // plies of the opening
	Outcome movegen.Outcome
	Reason  string // a movegen.Result's, or one of those below
}

// The reasons for which a game ends before the rules end it.
const (
	ReasonEndgame  = "endgame database" // the outcome is exact
	ReasonProven   = "proven by search" // a side sees the end of the game
	ReasonScore    = "score"            // both sides see one far ahead
	ReasonMaxPlies = "ply limit"        // drawn
)

// add appends a ply.
func (g *Game) add(m movegen.Move, score int, random bool) {
	g.Moves = append(g.Moves, m)
	g.Scores = append(g.Scores, score)
	g.Random = append(g.Random, random)
}

// searched reports whether a ply is one before which there is a search.
func (g *Game) searched(ply, legal int) bool { return ply >= g.Opening && legal > 1 }

// inOrder brings the legal moves of a position into the order in which files
// number them.
func inOrder(r *movegen.Rules, legal []movegen.Move) {
	slices.SortFunc(legal, func(a, b movegen.Move) int { return compareMoves(r, a, b) })
}

// indexOf returns the index of m among the legal moves once they are in order.
func indexOf(r *movegen.Rules, legal []movegen.Move, m movegen.Move) int {
	before := 0
	for _, other := range legal {
		if compareMoves(r, other, m) < 0 {
			before++
		}
	}
	return before
}

// compareMoves orders moves by the numbers of the squares where they start and
// end, then by the squares of the captured pieces, and a promotion last.
func compareMoves(r *movegen.Rules, a, b movegen.Move) int {
	if order := cmp.Or(
		cmp.Compare(r.Number(a.From), r.Number(b.From)),
		cmp.Compare(r.Number(a.To), r.Number(b.To)),
	); order != 0 || a == b {
		return order
	}
	if order := cmp.Compare(numbers(r, a.Captured), numbers(r, b.Captured)); order != 0 {
		return order
	}
	if b.Promotes {
		return -1
	}
	return 1
}

// numbers returns a number with bit n set for each square n of b.
func numbers(r *movegen.Rules, b movegen.Bits) uint64 {
	var set uint64
	for ; b != 0; b &= b - 1 {
		set |= 1 << r.Number(b.First())
	}
	return set
}
