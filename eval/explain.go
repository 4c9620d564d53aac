package eval

import (
	"fmt"

	"stupol/movegen"
)

// An Explanation is a score with its terms.
type Explanation struct {
	Terms   []Term  // their sum divided by Divisor is the score
	Opening float64 // the phase: weight of the opening values, 0 to 1
	Divisor int     // more than 1 in drawish endings
	Score   int     // what Evaluate returns
}

// A Term is a term of a score. All values are in hundredths of a man, for the side to
// move.
type Term struct {
	Name            string
	Squares         movegen.Bits // of a pattern or a king
	Index           uint32       // of a pattern
	Count           int          // of a count: ours minus theirs
	Opening, Ending float64      // its values at both ends of the game
	Score           float64      // its value in this phase
}

// Sum returns the sum of the terms.
func (x *Explanation) Sum() (sum float64) {
	for i := range x.Terms {
		sum += x.Terms[i].Score
	}
	return sum
}

// Explain explains the score of p. Evaluate returns the sum of the terms, divided in
// drawish endings and rounded towards 0.
func (e *Evaluator) Explain(p *movegen.Position) Explanation {
	f := e.Features(p)
	x := Explanation{Score: e.Evaluate(p), Opening: f.Opening}
	switch {
	case e.network != nil:
		x.Terms = e.networkTerms(p)
	case e.learned != nil:
		phase := e.learned.phase[p.Occupied().Len()&63]
		x.Terms = e.learned.terms(e.board, p, &f, phase)
		x.Opening = float64(phase) / fullPhase
	default:
		x.Terms = e.handTerms(p)
	}
	x.Divisor = e.divisor(p, int(x.Sum()))
	return x
}

// terms returns the terms of p, which has the features f.
func (l *learned) terms(b *board, p *movegen.Position, f *Features, phase int32) (all []Term) {
	add := func(t Term, score pair) {
		opening, ending := score.opening(), score.ending()
		t.Opening, t.Ending = float64(opening)/Unit, float64(ending)/Unit
		t.Score = float64(opening*int(phase)+ending*(fullPhase-int(phase))) / (fullPhase * Unit)
		all = append(all, t)
	}
	seen := func(squares movegen.Bits, bySideToMove bool) movegen.Bits {
		if bySideToMove == (p.Turn == movegen.White) {
			return squares
		}
		return b.turn.Of(squares)
	}
	nothing := patternSum{}.plus(newPacked(0, 0))
	for i := range b.numPatterns() {
		t := Term{Name: fmt.Sprint("our pattern ", i+1), Squares: seen(b.pattern(i), true), Index: f.Ours[i]}
		add(t, patternSum{}.plus(l.patterns.pattern(i)[t.Index]).minus(nothing, f.Lead))
	}
	for i := range b.numPatterns() {
		t := Term{Name: fmt.Sprint("their pattern ", i+1), Squares: seen(b.pattern(i), false), Index: f.Theirs[i]}
		add(t, nothing.minus(patternSum{}.plus(l.patterns.pattern(i)[t.Index]), f.Lead))
	}
	for kings := f.OurKings; kings != 0; kings &= kings - 1 {
		add(Term{Name: "our king", Squares: seen(kings.First().Bit(), true)}, l.kings[kings.First()])
	}
	for kings := f.TheirKings; kings != 0; kings &= kings - 1 {
		add(Term{Name: "their king", Squares: seen(kings.First().Bit(), false)}, -l.kings[kings.First()])
	}
	for i, n := range f.Counts {
		if n != 0 {
			add(Term{Name: CountNames[i], Count: int(n)}, l.counts[i]*pair(n))
		}
	}
	add(Term{Name: "to move"}, l.turn)
	return all
}

// handTerms returns the terms of the evaluation by hand: for each weight the score with
// all other weights 0.
func (e *Evaluator) handTerms(p *movegen.Position) (all []Term) {
	b, w := e.board, e.hand
	us, them := b.side(p, p.Turn), b.side(p, p.Turn.Opponent())
	add := func(name string, score int) {
		if score != 0 {
			v := float64(score)
			all = append(all, Term{Name: name, Opening: v, Ending: v, Score: v})
		}
	}
	for _, t := range []struct {
		name string
		only weights
	}{
		{"men", weights{man: w.man}},
		{"kings", weights{king: w.king}},
		{"rows of men", weights{row: w.row}},
		{"home row", weights{home: w.home}},
		{"centre", weights{centre: w.centre}},
		{"edges", weights{edge: w.edge}},
		{"men's steps", weights{step: w.step}},
		{"lean", weights{lean: w.lean}},
		{"kings' steps", weights{kingStep: w.kingStep}},
		{"long diagonal", weights{mainLine: w.mainLine}},
	} {
		add(t.name, b.sideScore(&t.only, &us)-b.sideScore(&t.only, &them))
	}
	if e.rules.Goal == movegen.FirstKing {
		add("race", b.raceScore(&us, &them))
	}
	return all
}
