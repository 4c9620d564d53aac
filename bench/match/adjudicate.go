package match

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"stupol/book/endgame"
	"stupol/eval/files/input"
	"stupol/movegen"
	"stupol/protocol/params"
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

// result returns the result of g, whose moves so far are in record, by
// adjudication, or Ongoing.
func (a *Adjudication) result(g *movegen.Game, record *Game) movegen.Result {
	switch {
	case a.Resign.Moves > 0 && record.scoresAgree(a.Resign.Moves, func(s search.Score) bool { return s >= a.Resign.Score }):
		return movegen.Result{Outcome: movegen.WhiteWins, Reason: "adjudication: won"}
	case a.Resign.Moves > 0 && record.scoresAgree(a.Resign.Moves, func(s search.Score) bool { return s <= -a.Resign.Score }):
		return movegen.Result{Outcome: movegen.BlackWins, Reason: "adjudication: won"}
	case a.Draw.Moves > 0 && len(record.Plies) >= 2*a.Draw.From &&
		record.scoresAgree(a.Draw.Moves, func(s search.Score) bool { return max(s, -s) <= a.Draw.Score }):
		return movegen.Result{Outcome: movegen.Drawn, Reason: "adjudication: drawn"}
	case a.MaxMoves > 0 && len(record.Plies) >= 2*a.MaxMoves:
		return movegen.Result{Outcome: movegen.Drawn, Reason: "adjudication: move limit"}
	}
	return movegen.Result{}
}

// scoresAgree reports whether holds is true for the scores, from White's side, of
// the last moves of each side.
func (g *Game) scoresAgree(moves int, holds func(search.Score) bool) bool {
	last := len(g.Plies) - 2*moves
	return last >= 0 && !slices.ContainsFunc(g.Plies[last:], func(p Ply) bool { return !p.Scored || !holds(p.Score) })
}

// Claim is the error of a player that ends a game which is not over by the rules:
// the result it claims.
type Claim string

// The claims.
const (
	ClaimDraw    Claim = "a draw"
	ClaimWin     Claim = "a win"
	ClaimNothing Claim = "no result"
)

// Error returns the claim in a sentence.
func (c Claim) Error() string { return fmt.Sprintf("it ended the game, claiming %s", string(c)) }

// settle sets the result of a game that the side to move has ended with claim c.
// The game cannot go on. It gets the result of the endgame databases, whatever
// the claim; if they do not know it, the side forfeits the game.
func (c Claim) settle(g *movegen.Game, record *Game) {
	mover := g.Position().Turn
	if result := c.result(g); result.Outcome != movegen.Ongoing {
		result.Reason = fmt.Sprintf("%s claims %s; %s", mover, string(c), result.Reason)
		record.setResult(result)
		return
	}
	forfeit := &Forfeit{UnfoundedClaim, string(c) + ", which neither the rules nor the endgame databases know"}
	if c == ClaimNothing {
		forfeit = &Forfeit{NoMove, "it ended the game for no reason"}
	}
	record.forfeit(mover, forfeit)
}

// result returns the result of g by the databases in the program, Ongoing if they
// do not know it. A win against kings, which a draw rule might still prevent,
// counts if the side to move claims it.
func (c Claim) result(g *movegen.Game) movegen.Result {
	pr := endgame.Embedded(g.Rules()).Prober()
	p := g.Position()
	result := pr.Settled(g)
	if result.Outcome == movegen.Ongoing && c == ClaimWin && pr.Probe(p) == endgame.Win && endgame.Certain(g.Rules(), p, endgame.Win) {
		return movegen.Result{Outcome: movegen.WinFor(p.Turn), Reason: "endgame database: won"}
	}
	return result
}

// databases are the endgame databases that engines in this process share.
type databases struct {
	mu   sync.Mutex
	open map[params.Databases]*endgame.Database
}

// get returns databases. It is an error if one is missing or damaged: the result of a
// match would be worth nothing without it.
func (d *databases) get(which params.Databases, r *movegen.Rules) (*endgame.Database, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if db := d.open[which]; db != nil {
		return db, nil
	}
	db, err := which.Source(input.Folder).Open(r)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	if d.open == nil {
		d.open = map[params.Databases]*endgame.Database{}
	}
	d.open[which] = db
	return db, nil
}

// err returns the damage that was found in one of them while engines used it.
func (d *databases) err() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, db := range d.open {
		if err := db.Err(); err != nil {
			return err
		}
	}
	return nil
}

// close closes all of them. They are only read, so no error matters.
func (d *databases) close() {
	for _, db := range d.open {
		_ = db.Close()
	}
	d.open = nil
}
