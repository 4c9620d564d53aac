package search

import (
	"testing"

	"stupol/eval"
	"stupol/movegen"
)

// However many positions share a place, what is found there is theirs.
func TestEvalsAreThoseOfThePosition(t *testing.T) {
	eachRandomGame(t, 20, func(t *testing.T, g *movegen.Game) {
		e, known := eval.Default(g.Rules()), &evals{}
		for _, m := range g.LegalMoves(nil) {
			g.Push(m)
			p := *g.Position()
			g.Pop()
			other := p
			other.Hash ^= 1 << 63 // in the same place
			other.Pieces[movegen.White], other.Kings = 0, other.Kings&other.Pieces[movegen.Black]
			for _, q := range []*movegen.Position{&p, &other, &p, &p} {
				if got, want := known.of(e, q), min(max(Score(e.Evaluate(q)), -MaxEval), MaxEval); got != want {
					t.Fatalf("%s: got %d, want %d", g.Rules().FEN(q), got, want)
				}
			}
		}
	})
}
