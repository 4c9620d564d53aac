package dxp

import (
	"time"

	"stupol/movegen"
	"stupol/search"
)

// Record is a game as it was played, finished or not.
type Record struct {
	Game  *movegen.Game
	Names [2]string // of the players, by colour
	Us    movegen.Color

	// Outcome is Ongoing if it is not known: the game was broken off, or
	// stopped by a limit. Why is in Termination: "no legal move",
	// "threefold repetition", "move limit", "connection lost".
	Outcome     movegen.Outcome
	Termination string

	Began     time.Time
	Time      time.Duration // what each side had for the whole game
	MoveLimit int           // for each side; 0: none
	Plies     []Ply         // one for each move of Game
}

// Ply is what is known of a move besides the move.
type Ply struct {
	Spent time.Duration // by our clock

	// For a move of ours: what the search reported, the score for us.
	Depth int
	Nodes int64
	Score search.Score
}

// Used returns the time that side c has used for its moves.
func (r *Record) Used(c movegen.Color) time.Duration {
	var used time.Duration
	turn := r.Game.Start().Turn
	for _, ply := range r.Plies {
		if turn == c {
			used += ply.Spent
		}
		turn = turn.Opponent()
	}
	return used
}

// movesBy returns how many moves side c has made.
func (r *Record) movesBy(c movegen.Color) int {
	n := len(r.Plies)
	if r.Game.Start().Turn == c {
		n++
	}
	return n / 2
}
