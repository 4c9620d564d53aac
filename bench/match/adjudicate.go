package match

import (
	"stupol/book/endgame"
	"stupol/movegen"
	"stupol/search"
)

// Adjudication ends games before the rules do. The zero value does not.
type Adjudication struct {
	Resign ResignRule `json:"win,omitzero"` // the older name, which journals have
	Draw   DrawRule   `json:"draw,omitzero"`

	// Endgames: a game with at most that many pieces of both sides, or whose captures
	// all lead there, gets the result of the endgame databases in the program; 0: none.
	// A win is played out while the loser has a king: the databases do not know the
	// draw rules that count moves, which need kings on both sides.
	Endgames int `json:"endgames,omitempty"`

	// MaxMoves: a game is a draw after that many moves of each side; 0: no limit.
	MaxMoves int `json:"max_moves,omitempty"`
}

// ResignRule ends a game as won if the scores of both players, over the last Moves
// moves of each, had the same side ahead by Score or more; 0 moves: never.
type ResignRule struct {
	Score search.Score `json:"score"`
	Moves int          `json:"moves"`
}

// DrawRule ends a game as drawn if, after From moves of each side, the scores of
// both players over the last Moves moves of each were within Score of 0; 0 moves:
// never.
type DrawRule struct {
	Score search.Score `json:"score"`
	Moves int          `json:"moves"`
	From  int          `json:"from"`
}

// prober returns the prober for the databases of a, nil if it has none.
func (a *Adjudication) prober(r *movegen.Rules) *endgame.Prober {
	if a.Endgames < 2 {
		return nil
	}
	return endgame.Embedded(r).UpTo(a.Endgames).Prober()
}

// databaseResult returns the result of g by the databases, Ongoing if they do not
// know it.
func databaseResult(pr *endgame.Prober, g *movegen.Game) movegen.Result {
	p := g.Position()
	switch outcome := pr.Outcome(p); {
	case outcome == movegen.Drawn:
		return movegen.Result{Outcome: outcome, Reason: "endgame database: drawn"}
	case outcome == movegen.WhiteWins && p.KingsOf(movegen.Black) == 0,
		outcome == movegen.BlackWins && p.KingsOf(movegen.White) == 0:
		return movegen.Result{Outcome: outcome, Reason: "endgame database: won"}
	}
	return movegen.Result{}
}

// result returns the result of g, whose moves so far are in record, by
// adjudication, or Ongoing.
func (a *Adjudication) result(g *movegen.Game, record *Game) movegen.Result {
	turn := g.Position().Turn
	switch {
	case a.Resign.Moves > 0 && record.scoresAgree(a.Resign.Moves, turn, func(s search.Score) bool { return s >= a.Resign.Score }):
		return movegen.Result{Outcome: movegen.WhiteWins, Reason: "adjudication: won"}
	case a.Resign.Moves > 0 && record.scoresAgree(a.Resign.Moves, turn, func(s search.Score) bool { return s <= -a.Resign.Score }):
		return movegen.Result{Outcome: movegen.BlackWins, Reason: "adjudication: won"}
	case a.Draw.Moves > 0 && record.Plies() >= 2*a.Draw.From &&
		record.scoresAgree(a.Draw.Moves, turn, func(s search.Score) bool { return max(s, -s) <= a.Draw.Score }):
		return movegen.Result{Outcome: movegen.Drawn, Reason: "adjudication: drawn"}
	case a.MaxMoves > 0 && record.Plies() >= 2*a.MaxMoves:
		return movegen.Result{Outcome: movegen.Drawn, Reason: "adjudication: move limit"}
	}
	return movegen.Result{}
}

// scoresAgree reports whether holds is true for the scores, from White's side, of
// the last moves of each side. Turn is the side to move.
func (g *Game) scoresAgree(moves int, turn movegen.Color, holds func(search.Score) bool) bool {
	if len(g.Scores) < 2*moves {
		return false
	}
	mover := turn
	for i := len(g.Scores) - 1; i >= len(g.Scores)-2*moves; i-- {
		mover = mover.Opponent()
		if !g.Scores[i].Known || !holds(g.Scores[i].Score.ForWhite(mover)) {
			return false
		}
	}
	return true
}
