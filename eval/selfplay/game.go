package selfplay

import (
	"math"

	"stupol/movegen"
)

// Game is the record of a game. The slices have an entry for every ply.
type Game struct {
	Number int // within its run; see Header.Seed
	Rules  *movegen.Rules
	Start  movegen.Position
	Moves  []movegen.Move

	// Scores are those of the searches before the moves, for the side to move, in
	// hundredths of a man and rounded as in files; or NoScore where there was no
	// search: in the opening and where only one move is legal.
	Scores []int

	// Random says which moves were random: all of the opening and a few later
	// ones. The score before a random move is still that of the best move.
	Random []bool

	Opening int             // plies of the opening
	Again   bool            // another game had that opening, as there are no more; not in files
	Outcome movegen.Outcome // Ongoing if the game was stopped
	Reason  string          // a movegen.Result's, or one of those below

	Leaves []Leaf // in no order
}

// A Leaf is a quiet position that a search of the game evaluated, with the score of a
// search of its own: for the side to move, in hundredths of a man, rounded as in files; or
// Decided, positive or negative, if that search proves who wins.
type Leaf struct {
	Position movegen.Position
	Score    int
}

// The reasons for which a game ends before the rules end it.
const (
	ReasonEndgame  = "endgame database" // the databases know the outcome, or a search reaches a win in them
	ReasonProven   = "proven by search" // a search sees the end of the game
	ReasonMaxPlies = "ply limit"        // a draw
	ReasonStopped  = "stopped"          // without a result
)

// add appends a ply.
func (g *Game) add(m movegen.Move, score int, random bool) {
	g.Moves = append(g.Moves, m)
	g.Scores = append(g.Scores, score)
	g.Random = append(g.Random, random)
}

// searched reports whether there is a search before a ply with that many legal moves.
func (g *Game) searched(ply, legal int) bool { return ply >= g.Opening && legal > 1 }

// NoScore in Game.Scores means that there was no search.
const NoScore = math.MinInt

// indexOf returns the index of m among the legal moves in the order of the file format,
// whatever the order of legal.
func indexOf(r *movegen.Rules, legal []movegen.Move, m movegen.Move) int {
	before, key := 0, orderKey(r, m)
	for _, other := range legal {
		if orderKey(r, other) < key {
			before++
		}
	}
	return before
}

// moveAt is the inverse of indexOf.
func moveAt(r *movegen.Rules, legal []movegen.Move, index int) movegen.Move {
	keys := make([]uint64, 0, 64)
	for _, m := range legal {
		keys = append(keys, orderKey(r, m))
	}
	return legal[nth(keys, index)]
}

// nth returns the place of the value that is larger than n others. All differ. They
// are too few for sorting to pay.
func nth(values []uint64, n int) int {
	for i, v := range values {
		smaller := 0
		for _, other := range values {
			if other < v {
				smaller++
			}
		}
		if smaller == n {
			return i
		}
	}
	panic("selfplay: move index out of range")
}

// orderKey returns the sort key of a move, from the highest bits: the number of its first
// square, of its last square, the sum of 2^n for the captured squares n, and 1 for a
// promotion.
func orderKey(r *movegen.Rules, m movegen.Move) uint64 {
	key := uint64(r.Number(m.From))<<58 | uint64(r.Number(m.To))<<52
	for b := m.Captured; b != 0; b &= b - 1 {
		key |= 1 << r.Number(b.First())
	}
	if m.Promotes {
		key |= 1
	}
	return key
}
