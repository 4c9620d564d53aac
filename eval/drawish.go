package eval

import "stupol/movegen"

// drawishDivisor is the divisor of the scores of drawish endings.
const drawishDivisor = 8

// Divisors are the divisors of the score of a position: if the side to move is ahead, and
// if it is behind.
type Divisors [2]int

// Divisors returns those of p.
func (e *Evaluator) Divisors(p *movegen.Position) Divisors {
	return Divisors{e.divisor(p, 1), e.divisor(p, -1)}
}

// Drawish reports whether one of the sides hardly ever wins even if it is ahead.
func (d Divisors) Drawish() bool { return max(d[0], d[1]) == drawishDivisor }

// Of returns the divisor of a score.
func (d Divisors) Of(score float64) int {
	if score < 0 {
		return d[1]
	}
	return d[0]
}

// divisor returns the divisor of the score of p, which says who is ahead. It is more than
// 1 if the side behind has flying kings: hardly anything catches one that has room, and
// up to three pieces do not. Where the draw rules speak of the main line, in Russian and
// Brazilian, a single king that has it for itself is nearly as safe. Killer and Frisian
// kings are exceptions. The divisors are rounded from what sides that were ahead got in
// games of self-play; see Drawish endings in train/EXPERIMENTS.md.
func (e *Evaluator) divisor(p *movegen.Position, score int) int {
	if r := e.rules; p.Kings == 0 || !r.Flying || r.Killer || r.Orthogonal || r.Goal != movegen.BlockOpponent {
		return 1
	}
	stronger := p.Turn
	if score < 0 {
		stronger = stronger.Opponent()
	}
	weaker := stronger.Opponent()
	pieces, kings := p.Pieces[stronger&1].Len(), p.KingsOf(weaker).Len()
	smallLead := pieces-p.Pieces[weaker&1].Len() <= 2
	switch {
	case kings == 0:
		return 1
	case pieces <= 3 || kings > 1 && smallLead:
		return drawishDivisor
	case kings > 1:
		return 4
	case pieces <= 5 && e.hasSafeLine(p, weaker):
		return 3
	case smallLead && e.board.size == 10:
		return 2
	}
	return 1
}

// hasSafeLine reports whether side c has a king on the safe line, and the other side
// nothing.
func (e *Evaluator) hasSafeLine(p *movegen.Position, c movegen.Color) bool {
	return p.KingsOf(c)&e.safeLine != 0 && p.Pieces[c.Opponent()&1]&e.safeLine == 0
}
