package match

import (
	"stupol/book/endgame"
	"stupol/movegen"
	"stupol/search"
)

// Adjudication ends games before the rules do. The zero value never does.
type Adjudication struct {
	Win  WinRule  `json:"win,omitzero"`
	Draw DrawRule `json:"draw,omitzero"`

	// Endgames is the number of pieces, of both sides, from which on a game is
	// given the result that the endgame databases know, of those that the
	// program has; 0: none. A draw is one at once. A win must be played out
	// while the loser has a king: draw rules that count moves, of which the
	// databases know nothing, need kings on both sides.
	Endgames int `json:"endgames,omitempty"`

	// MaxMoves is how many moves of each side a game may have before it is
	// called a draw; 0: any number.
	MaxMoves int `json:"max_moves,omitempty"`
}

// WinRule gives the game to a side that both players have seen ahead by at
// least Score during the last Moves moves of each; 0 moves: never.
type WinRule struct {
	Score search.Score `json:"score"`
	Moves int          `json:"moves"`
}

// DrawRule calls a game drawn in which, after From moves of each side, both
// players have seen no more than Score for either side during the last Moves
// moves of each; 0 moves: never.
type DrawRule struct {
	Score search.Score `json:"score"`
	Moves int          `json:"moves"`
	From  int          `json:"from"`
}

// prober returns what looks positions up for a, nil if nothing does.
func (a *Adjudication) prober(r *movegen.Rules) *endgame.Prober {
	if a.Endgames < 2 {
		return nil
	}
	return endgame.Embedded(r).UpTo(a.Endgames).Prober()
}

// known returns the result that the databases give to g, or an ongoing one.
func known(pr *endgame.Prober, g *movegen.Game) movegen.Result {
	p := g.Position()
	winner := p.Turn
	switch v := pr.Probe(p); {
	case !endgame.Certain(g.Rules(), p, v):
		return movegen.Result{}
	case v == endgame.Draw:
		return movegen.Result{Outcome: movegen.Drawn, Reason: "endgame database: drawn"}
	case v == endgame.Loss:
		winner = p.Turn.Opponent()
	}
	if p.KingsOf(winner.Opponent()) != 0 {
		return movegen.Result{}
	}
	return movegen.Result{Outcome: movegen.WhiteWins + movegen.Outcome(winner), Reason: "endgame database: won"}
}

// judge returns the result of g, whose moves so far are in record, or an
// ongoing one.
func (a *Adjudication) judge(g *movegen.Game, record *Game) movegen.Result {
	turn := g.Position().Turn
	switch {
	case a.Win.Moves > 0 && record.agreed(a.Win.Moves, turn, func(s search.Score) bool { return s >= a.Win.Score }):
		return movegen.Result{Outcome: movegen.WhiteWins, Reason: "adjudication: won"}
	case a.Win.Moves > 0 && record.agreed(a.Win.Moves, turn, func(s search.Score) bool { return s <= -a.Win.Score }):
		return movegen.Result{Outcome: movegen.BlackWins, Reason: "adjudication: won"}
	case a.Draw.Moves > 0 && record.Plies() >= 2*a.Draw.From &&
		record.agreed(a.Draw.Moves, turn, func(s search.Score) bool { return max(s, -s) <= a.Draw.Score }):
		return movegen.Result{Outcome: movegen.Drawn, Reason: "adjudication: drawn"}
	case a.MaxMoves > 0 && record.Plies() >= 2*a.MaxMoves:
		return movegen.Result{Outcome: movegen.Drawn, Reason: "adjudication: move limit"}
	}
	return movegen.Result{}
}

// agreed reports whether the scores of the last moves of each side, as White
// sees them, all fulfil holds. It is the turn of that side.
func (g *Game) agreed(moves int, turn movegen.Color, holds func(search.Score) bool) bool {
	if len(g.Scores) < 2*moves {
		return false
	}
	mover := turn
	for i := len(g.Scores) - 1; i >= len(g.Scores)-2*moves; i-- {
		mover = mover.Opponent()
		if !g.Scores[i].Known || !holds(seenByWhite(g.Scores[i].Score, mover)) {
			return false
		}
	}
	return true
}
