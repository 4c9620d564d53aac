package eval

import "stupol/movegen"

// A drawish ending counts for an eighth of its pieces.
const drawishDivisor = 8

// drawish reports whether the pieces left hardly ever win: with long kings,
// up to three pieces do not catch a single king that has room (Killer kings
// do, and the Frisian ones often).
func drawish(r *movegen.Rules, us, them *side, score int) bool {
	if us.kings|them.kings == 0 || !r.Flying || r.Killer || r.Orthogonal || r.Goal != movegen.BlockOpponent {
		return false
	}
	stronger, weaker := us, them
	if score < 0 {
		stronger, weaker = them, us
	}
	return weaker.kings != 0 && (stronger.men|stronger.kings).Len() <= 3
}
