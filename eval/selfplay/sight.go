package selfplay

import (
	"stupol/movegen"
	"stupol/search"
)

// A sight is who each side has seen far ahead in how many of its searches in a
// row: positive for White, negative for Black.
type sight [2]int

// judge takes note of a search for the side to move and returns the result if
// the game is decided.
func (s *sight) judge(h *Header, score search.Score, turn movegen.Color) movegen.Result {
	white := search.Score(seenByWhite(int(score), turn))
	switch {
	case score.IsProven():
		return movegen.Result{Outcome: leader(int(white)), Reason: ReasonProven}
	case max(score, -score) > search.MaxEval:
		return movegen.Result{Outcome: leader(int(white)), Reason: ReasonEndgame}
	case h.WinScore == 0:
		return movegen.Result{}
	}
	switch mine := &s[turn]; {
	case white >= h.WinScore:
		*mine = max(*mine, 0) + 1
	case white <= -h.WinScore:
		*mine = min(*mine, 0) - 1
	default:
		*mine = 0
	}
	switch {
	case min(s[0], s[1]) >= h.WinSearches, max(s[0], s[1]) <= -h.WinSearches:
		return movegen.Result{Outcome: leader(s[0]), Reason: ReasonScore}
	}
	return movegen.Result{}
}

// leader returns the outcome in which White has won if it is ahead, or else
// Black.
func leader(white int) movegen.Outcome {
	if white > 0 {
		return winFor(movegen.White)
	}
	return winFor(movegen.Black)
}
