package selfplay

import "stupol/movegen"

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
	Outcome movegen.Outcome // Ongoing if the game was stopped
	Reason  string          // a movegen.Result's, or one of those below

	Leaves []Leaf // in no order
}

// A Leaf is a quiet position that a search of the game evaluated, with the score of a
// search of its own: for the side to move, in hundredths of a man, rounded as in files.
type Leaf struct {
	Position movegen.Position
	Score    int
}

// The reasons for which a game ends before the rules end it.
const (
	ReasonEndgame  = "endgame database" // the databases know the outcome, or a search reaches a win in them
	ReasonProven   = "proven by search" // a search sees the end of the game
	ReasonScore    = "score"            // by the resign rule
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
