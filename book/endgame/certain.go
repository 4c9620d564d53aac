package endgame

import "stupol/movegen"

// Certain reports whether v, the value of p in the databases, is right under all
// rules but the draw rules. It always is, except in games that limit the moves in
// a row of one king, which the databases ignore. There a win is certain if the
// limit can never bind the winner: the same moves win against an opponent who has
// fewer of them. A draw is certain if the limit can never bind either side.
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

// Outcome returns the outcome of p with best play on both sides, Ongoing if the databases
// do not know it for certain.
func (pr *Prober) Outcome(p *movegen.Position) movegen.Outcome {
	switch v := pr.Probe(p); {
	case !Certain(pr.db.rules, p, v):
		return movegen.Ongoing
	case v == Win:
		return movegen.WinFor(p.Turn)
	case v == Loss:
		return movegen.WinFor(p.Turn.Opponent())
	}
	return movegen.Drawn
}

// neverBound reports whether side c will never have a king and a man.
func neverBound(p *movegen.Position, c movegen.Color) bool {
	men := p.Men(c).Len()
	return men == 0 || men == 1 && p.KingsOf(c) == 0
}
