package eval

import (
	"stupol/eval/network"
	"stupol/movegen"
)

// An Explanation is a score with its terms.
type Explanation struct {
	Terms   []Term // their sum divided by Divisor is the score
	Divisor int    // more than 1 in drawish endings
	Score   int    // what Evaluate returns
}

// A Term is a term of a score.
type Term struct {
	Name   string
	Square movegen.Bits // of a piece; none: the term is not of a single piece
	Score  float64      // in hundredths of a man, for the side to move
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
	x := Explanation{Score: e.Evaluate(p)}
	if e.network == nil {
		x.Terms = e.handTerms(p)
	} else {
		x.Terms = e.networkTerms(p)
	}
	x.Divisor = e.divisor(p, int(x.Sum()))
	return x
}

// networkTerms returns what each piece of p contributes: by how much the score falls
// if it is taken away. The last term is the rest.
func (e *Evaluator) networkTerms(p *movegen.Position) (all []Term) {
	score := func(p *movegen.Position) float64 {
		return float64(e.network.Evaluate(new(network.Accumulator), p)) * e.perOutput
	}
	whole := score(p)
	rest := whole
	for _, kind := range []struct {
		name   string
		pieces movegen.Bits
	}{
		{"our man", p.Men(p.Turn)}, {"our king", p.KingsOf(p.Turn)},
		{"their man", p.Men(p.Turn.Opponent())}, {"their king", p.KingsOf(p.Turn.Opponent())},
	} {
		for pieces := kind.pieces; pieces != 0; pieces &= pieces - 1 {
			sq := pieces.First().Bit()
			without := *p
			without.Pieces[movegen.White] &^= sq
			without.Pieces[movegen.Black] &^= sq
			without.Kings &^= sq
			part := whole - score(&without)
			all = append(all, Term{kind.name, sq, part})
			rest -= part
		}
	}
	return append(all, Term{Name: "pieces together", Score: rest})
}

// handTerms returns the terms of the evaluation by hand: for each weight the score with
// all other weights 0.
func (e *Evaluator) handTerms(p *movegen.Position) (all []Term) {
	b, w := e.board, e.hand
	us, them := b.side(p, p.Turn), b.side(p, p.Turn.Opponent())
	add := func(name string, score int) {
		if score != 0 {
			all = append(all, Term{Name: name, Score: float64(score)})
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
		{"long diagonal", weights{longDiagonal: w.longDiagonal}},
	} {
		add(t.name, b.sideScore(&t.only, &us)-b.sideScore(&t.only, &them))
	}
	if e.rules.Goal == movegen.FirstKing {
		add("race", b.raceScore(&us, &them))
	}
	return all
}
