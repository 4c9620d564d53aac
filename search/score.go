package search

import (
	"fmt"

	"stupol/movegen"
)

// Score is what a position is worth to the side to move, in hundredths of a
// man. The bands are those of the Hub protocol: a game won in n plies is
// Win-n, a won database position entered in n plies DatabaseWin-n, and
// everything else lies within ±MaxEval.
type Score int32

// The bands of Score.
const (
	Infinite    Score = 20000
	Win         Score = 10000
	DatabaseWin Score = 9000
	MaxEval     Score = 8000
	Draw        Score = 0
)

// WinIn returns the score of a game won in that many plies.
func WinIn(plies int) Score { return Win - Score(plies) }

// LossIn returns the score of a game lost in that many plies.
func LossIn(plies int) Score { return -WinIn(plies) }

// IsProven reports whether s is a win or a loss at the end of the game.
func (s Score) IsProven() bool { return s > DatabaseWin || s < -DatabaseWin }

// ForWhite returns s, a score for the side mover, from White's view.
func (s Score) ForWhite(mover movegen.Color) Score {
	if mover == movegen.Black {
		return -s
	}
	return s
}

// String returns s in men with two decimals, "-0.25" or "99.93".
func (s Score) String() string { return fmt.Sprintf("%.2f", float64(s)/100) }
