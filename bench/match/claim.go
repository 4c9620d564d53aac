package match

import (
	"fmt"

	"stupol/book/endgame"
	"stupol/movegen"
)

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
	result := databaseResult(pr, g)
	if result.Outcome == movegen.Ongoing && c == ClaimWin && pr.Probe(p) == endgame.Win && endgame.Certain(g.Rules(), p, endgame.Win) {
		return movegen.Result{Outcome: movegen.WinFor(p.Turn), Reason: "endgame database: won"}
	}
	return result
}
