package selfplay

import (
	"stupol/movegen"
	"stupol/search"
)

// An adjudicator ends games that are decided. For each side it counts the searches in
// a row that saw the same side ahead by Header.ResignScore: positive for White,
// negative for Black.
type adjudicator [2]int

// add takes the score of a search for the side to move and returns the result of the
// game if it is decided.
func (a *adjudicator) add(h *Header, score search.Score, turn movegen.Color) movegen.Result {
	white := search.Score(forWhite(int(score), turn))
	switch {
	case score.IsProven():
		return movegen.Result{Outcome: winnerBySign(int(white)), Reason: ReasonProven}
	case max(score, -score) > search.MaxEval:
		return movegen.Result{Outcome: winnerBySign(int(white)), Reason: ReasonEndgame}
	case h.ResignScore == 0:
		return movegen.Result{}
	}
	switch count := &a[turn]; {
	case white >= h.ResignScore:
		*count = max(*count, 0) + 1
	case white <= -h.ResignScore:
		*count = min(*count, 0) - 1
	default:
		*count = 0
	}
	if min(a[0], a[1]) >= h.ResignSearches || max(a[0], a[1]) <= -h.ResignSearches {
		return movegen.Result{Outcome: winnerBySign(a[0]), Reason: ReasonScore}
	}
	return movegen.Result{}
}

// winnerBySign returns a win for White if its score is positive, else for Black.
func winnerBySign(white int) movegen.Outcome {
	if white > 0 {
		return movegen.WinFor(movegen.White)
	}
	return movegen.WinFor(movegen.Black)
}
