package match

import (
	"fmt"

	"stupol/book/endgame"
	"stupol/movegen"
)

// Claim is an error of a player that ends a game which is not over by the rules.
// It says how the game ends.
type Claim string

// The claims.
const (
	ClaimDraw    Claim = "a draw"
	ClaimWin     Claim = "a win"
	ClaimNothing Claim = "no result"
)

// Error returns the claim in a sentence.
func (c Claim) Error() string { return fmt.Sprintf("it ended the game, claiming %s", string(c)) }

// judge ends the game that the side to move has ended with the claim c. There is
// no way to go on with it: if the databases know the result the game has that,
// whatever the claim; if not, the side loses it, which the record says.
func (c Claim) judge(g *movegen.Game, record *Game) {
	mover := g.Position().Turn
	if result := c.result(g); result.Outcome != movegen.Ongoing {
		result.Reason = fmt.Sprintf("%s claims %s; %s", mover, string(c), result.Reason)
		record.end(result)
		return
	}
	fault := &Fault{UnfoundedClaim, string(c) + ", which neither the rules nor the endgame databases know"}
	if c == ClaimNothing {
		fault = &Fault{NoMove, "it ended the game for no reason"}
	}
	record.lose(mover, fault)
}

// result returns what the databases in the program say of g, or an ongoing
// result. A win against kings, which a draw rule might yet prevent, is one if the
// side to move claims it.
func (c Claim) result(g *movegen.Game) movegen.Result {
	pr := endgame.Embedded(g.Rules()).Prober()
	p := g.Position()
	result := known(pr, g)
	if result.Outcome == movegen.Ongoing && c == ClaimWin && pr.Probe(p) == endgame.Win && endgame.Certain(g.Rules(), p, endgame.Win) {
		return movegen.Result{Outcome: movegen.WhiteWins + movegen.Outcome(p.Turn), Reason: "endgame database: won"}
	}
	return result
}
