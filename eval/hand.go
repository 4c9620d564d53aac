package eval

import "stupol/movegen"

// handScale is the scale of evaluations by hand: that of the first learned evaluation of
// International draughts.
const handScale = 192

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
		score += w.kingStep*kingSteps(s.kings, s.free) + w.longDiagonal*(s.kings&b.longDiagonal).Len()
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

// weights are the weights of the evaluation by hand, in hundredths of a man.
type weights struct {
	man, king    int
	row          int // of each row that a man has advanced
	home         int // of a man on its first row, where it stops kings
	centre       int // of a man in the middle of the board
	edge         int // of a man in an outer column
	step         int // of a free square in front of a man, for each man
	lean         int // penalty for each man more on one half of the board than on the other
	kingStep     int // of a free square next to a king
	longDiagonal int // of a king on the long diagonal
}

// The weights of the games, chosen by reason and by short matches. They need only be
// sensible: the first self-play games use them, the learned weights do the rest.
var (
	// A flying king is worth about three men, on the smaller board less.
	flying10 = weights{man: 100, king: 300, row: 1, home: 5, centre: 3, edge: -2, step: 2, lean: 2, kingStep: 3, longDiagonal: 15}
	flying8  = weights{man: 100, king: 270, row: 2, home: 6, centre: 4, edge: -3, step: 2, lean: 2, kingStep: 3, longDiagonal: 25}

	// Killer kings win endings that are drawn elsewhere; Frisian ones
	// capture in eight directions.
	killer  = weights{man: 100, king: 350, row: 1, home: 5, centre: 3, edge: -2, step: 2, lean: 2, kingStep: 3, longDiagonal: 5}
	frisian = weights{man: 100, king: 400, row: 2, home: 4, centre: 3, edge: -1, step: 1, lean: 1, kingStep: 2}

	// Short kings can only go back besides; no man may capture an Italian one.
	shortKings = weights{man: 100, king: 130, row: 2, home: 6, centre: 3, edge: -2, step: 2, lean: 1, kingStep: 4}
	italian    = weights{man: 100, king: 150, row: 2, home: 6, centre: 3, edge: -2, step: 2, lean: 1, kingStep: 4}

	// The side without pieces or moves wins. A king can be given away more
	// easily than a man, so it costs less. Free steps are a choice of when and
	// where to give.
	losing = weights{man: -100, king: -80, row: 1, home: -2, centre: 1, edge: -1, step: 4, kingStep: 2}

	// The first king wins: men matter as runners and as guards of the home row.
	breakthrough = weights{man: 100, row: 3, home: 8, centre: 2, edge: -1, step: 2, lean: 2}
)

// weightsOf returns the weights for the game r.
func weightsOf(r *movegen.Rules) *weights {
	switch {
	case r.Goal == movegen.LoseAll:
		return &losing
	case r.Goal == movegen.FirstKing:
		return &breakthrough
	case r.Killer:
		return &killer
	case r.Orthogonal:
		return &frisian
	case r.Flying && r.Size == 10:
		return &flying10
	case r.Flying:
		return &flying8
	case r.MenSpareKings:
		return &italian
	}
	return &shortKings
}
