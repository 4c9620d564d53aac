package eval

import "stupol/movegen"

// handScore returns the score of p for the side to move by hand.
func (e *Evaluator) handScore(p *movegen.Position) int {
	b, w := e.board, e.hand
	us, them := b.side(p, p.Turn), b.side(p, p.Turn.Opponent())
	score := b.sideScore(w, &us) - b.sideScore(w, &them)
	if e.rules.Goal == movegen.FirstKing {
		return score + b.raceScore(&us, &them)
	}
	return score / e.divisor(p, score)
}

// A side has the pieces of one player as that player sees them: its men go up the board,
// whichever colour it is.
type side struct {
	men, kings movegen.Bits
	others     movegen.Bits // the pieces of the opponent
	free       movegen.Bits // the empty squares
}

// side returns the side of colour c.
func (b *board) side(p *movegen.Position, c movegen.Color) side {
	men, kings, others := p.Men(c), p.KingsOf(c), p.Pieces[c.Opponent()&1]
	if c == movegen.Black {
		men, kings, others = b.turn.Of(men), b.turn.Of(kings), b.turn.Of(others)
	}
	return side{men, kings, others, b.squares &^ (men | kings | others)}
}

// sideScore returns the score of s alone.
func (b *board) sideScore(w *weights, s *side) int {
	score := w.man*s.men.Len() + w.king*s.kings.Len() +
		w.row*b.rowsAdvanced(s.men) +
		w.home*(s.men&b.home).Len() +
		w.centre*(s.men&b.centre).Len() +
		w.edge*(s.men&b.edges).Len() +
		w.step*s.manSteps() -
		w.lean*b.lean(s.men)
	if s.kings != 0 {
		score += w.kingStep*kingSteps(s.kings, s.free) + w.mainLine*(s.kings&b.mainLine).Len()
	}
	return score
}

// manSteps returns the number of steps forward of the men of s, as if there were no
// captures.
func (s *side) manSteps() int {
	return (s.men >> movegen.StepLeft & s.free).Len() + (s.men >> movegen.StepRight & s.free).Len()
}

// kingSteps returns the number of free squares next to kings, summed over the kings.
func kingSteps(kings, free movegen.Bits) int {
	return (kings >> movegen.StepLeft & free).Len() + (kings >> movegen.StepRight & free).Len() +
		(kings << movegen.StepLeft & free).Len() + (kings << movegen.StepRight & free).Len()
}
