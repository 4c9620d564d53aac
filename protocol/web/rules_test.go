package web

import (
	"slices"
	"testing"

	"stupol/movegen"
)

// TestRules asks for the rules of every game: the moves of the diagrams are legal there, and
// written as their paths go.
func TestRules(t *testing.T) {
	s := serve(t, testOptions(), quick)
	for _, r := range movegen.Variants() {
		a := ask[rulesAnswer](t, s, "/api/rules", rulesRequest{r.Name})
		if len(a.Sentences) < 9 || len(a.Diagrams) != 2 {
			t.Errorf("%s: %d sentences, %d diagrams", r.Name, len(a.Sentences), len(a.Diagrams))
		}
		for _, d := range a.Diagrams {
			p := ask[positionAnswer](t, s, "/api/position", positionRequest{gameRequest: gameRequest{Variant: r.Name, FEN: d.FEN}})
			i := slices.IndexFunc(p.Moves, func(m moveAnswer) bool { return m.Text == d.Text })
			if i < 0 || p.Board != d.Board || !slices.Equal(p.Moves[i].Paths[0].Squares, d.Path.Squares) {
				t.Errorf("%s: %s in %s is none of %v", r.Name, d.Text, d.FEN, p.Moves)
			}
		}
	}
}
