package eval

import "stupol/movegen"

// DrawishDivisor is what the score of a drawish ending is divided by.
const DrawishDivisor = 8

// drawish reports whether the pieces left hardly ever win, though the side to
// move is ahead by score, or behind: with long kings, up to three pieces do not
// catch a single king that has room (Killer kings do, and the Frisian ones
// often).
func drawish(r *movegen.Rules, p *movegen.Position, score int) bool {
	if p.Kings == 0 || !r.Flying || r.Killer || r.Orthogonal || r.Goal != movegen.BlockOpponent {
		return false
	}
	stronger := p.Turn
	if score < 0 {
		stronger = stronger.Opponent()
	}
	return p.KingsOf(stronger.Opponent()) != 0 && p.Pieces[stronger&1].Len() <= 3
}
