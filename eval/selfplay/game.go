package selfplay

import "stupol/movegen"

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

	Leaves []Leaf // in no order
}

// A Leaf is a quiet position that a search of the game was about to evaluate, with
// what a search of its own found it to be worth: hundredths of a man for the side to
// move, rounded as files keep it.
type Leaf struct {
	Position movegen.Position
	Score    int
}

// The reasons for which a game ends before the rules end it.
const (
	ReasonEndgame  = "endgame database" // the outcome is exact, or a search sees a win there
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
