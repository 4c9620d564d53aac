package eval

import (
	"testing"

	"stupol/movegen"
)

func TestExplanationsAddUp(t *testing.T) {
	variants := rulesOf(t, "international", "italian", "breakthrough", "frisian")
	eachRandomPosition(t, 3, variants, func(t *testing.T, r *movegen.Rules, p *movegen.Position) {
		for _, e := range []*Evaluator{Default(r), Hand(r)} {
			x := e.Explain(p)
			// The sum is of floating-point numbers, the score is rounded.
			got, want := int(x.Sum())/x.Divisor, e.Evaluate(p)
			if max(got-want, want-got) > 1 || x.Score != want {
				t.Fatalf("%s, %s: got %v, %d, want %d", e.Name(), r.FEN(p), x, got, want)
			}
		}
	})
}

// TestExplain compares the terms of a network with its scores of positions with a piece
// less.
func TestExplain(t *testing.T) {
	r := movegen.International()
	e := Default(r)
	white, black := []int{28, 33, 39, 44}, []int{5, 10, 23}
	p := at(r, movegen.Black, white, black, []int{5})
	want := map[movegen.Bits]string{r.SquareOf(5).Bit(): "our king"}
	for _, n := range white {
		want[r.SquareOf(n).Bit()] = "their man"
	}
	for _, n := range black[1:] {
		want[r.SquareOf(n).Bit()] = "our man"
	}
	for _, got := range e.Explain(&p).Terms {
		if got.Square == 0 {
			continue
		}
		q := p
		q.Pieces[0], q.Pieces[1], q.Kings = q.Pieces[0]&^got.Square, q.Pieces[1]&^got.Square, q.Kings&^got.Square
		change := float64(e.Evaluate(&p)*e.Divisors(&p)[0] - e.Evaluate(&q)*e.Divisors(&q)[0])
		if got.Name != want[got.Square] || max(change-got.Score, got.Score-change) > 10 {
			t.Errorf("%s on %v: got %+v, want %s with about %v", got.Name, got.Square, got, want[got.Square], change)
		}
		delete(want, got.Square)
	}
	if len(want) != 0 {
		t.Errorf("missing: %v", want)
	}
}
