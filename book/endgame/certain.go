package endgame

import "stupol/movegen"

// Certain reports whether v, which a database says is the value of p, holds
// under all rules but those that count moves to a draw. Where a side that has
// men may not go on moving the same king, which the databases leave aside, a
// side can rely on what they promise it if it is never bound by that rule: what
// it can do against an opponent who is free it can do against one who is not.
func Certain(r *movegen.Rules, p *movegen.Position, v Value) bool {
	us, them := true, true
	if r.KingRunLimit != 0 {
		us, them = neverBound(p, p.Turn), neverBound(p, p.Turn.Opponent())
	}
	switch v {
	case Win:
		return us
	case Loss:
		return them
	case Draw:
		return us && them
	}
	return false
}

// neverBound reports whether side c will never have a king and a man.
func neverBound(p *movegen.Position, c movegen.Color) bool {
	men := p.Men(c).Len()
	return men == 0 || men == 1 && p.KingsOf(c) == 0
}
