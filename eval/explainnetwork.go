package eval

import (
	"stupol/eval/network"
	"stupol/movegen"
)

// networkTerms returns what each piece of p contributes: by how much the score falls
// if it is taken away. The last term is the rest.
func (e *Evaluator) networkTerms(p *movegen.Position) (all []Term) {
	score := func(p *movegen.Position) float64 {
		return float64(e.network.Evaluate(new(network.Accumulator), p)) * e.perOutput
	}
	whole := score(p)
	add := func(name string, squares movegen.Bits, score float64) {
		all = append(all, Term{Name: name, Squares: squares, Opening: score, Ending: score, Score: score})
	}
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
			add(kind.name, sq, part)
			rest -= part
		}
	}
	add("pieces together", 0, rest)
	return all
}
