package eval

import (
	"testing"

	"stupol/movegen"
)

func TestExplanationsAddUp(t *testing.T) {
	variants := rulesOf(t, "international", "italian", "breakthrough", "frisian")
	eachRandomPosition(t, 5, variants, func(t *testing.T, r *movegen.Rules, p *movegen.Position) {
		w := evaluatorOf(t, r)
		for _, e := range []*Evaluator{w, Hand(r)} {
			x := e.Explain(p)
			got := int(x.Sum()) / x.Divisor
			if want := e.Evaluate(p); got != want || x.Score != want {
				t.Fatalf("%s, %s: got %v, %d, want %d", e.Name(), r.FEN(p), x, got, want)
			}
		}
	})
}

// evaluators caches evaluations with random weights, which take a while to make.
var evaluators = map[*movegen.Rules]*Evaluator{}

func evaluatorOf(t *testing.T, r *movegen.Rules) *Evaluator {
	t.Helper()
	if evaluators[r] == nil {
		e, err := randomWeights(r).Evaluator()
		if err != nil {
			t.Fatal(err)
		}
		evaluators[r] = e
	}
	return evaluators[r]
}

func TestExplain(t *testing.T) {
	r := rulesOf(t, "international")[0]
	p := at(r, movegen.Black, []int{28, 33, 39, 44}, []int{5, 10, 23}, []int{5})
	w := NewWeights(r)
	w.Turn[0] = Weight{Opening: 4 * Unit, Ending: 8 * Unit}
	w.Counts[countMen] = Weight{Opening: 80 * Unit, Ending: 100 * Unit}
	w.Kings[r.SquareOf(46)] = Weight{Opening: 200 * Unit, Ending: 300 * Unit}
	f := Hand(r).Features(&p)
	w.Patterns[2][f.Theirs[2]] = Weight{Opening: 40 * Unit, Ending: 0}
	e, err := w.Evaluator()
	if err != nil {
		t.Fatal(err)
	}
	x := e.Explain(&p)
	if x.Opening < 0.17 || x.Opening > 0.175 || x.Divisor != 1 {
		t.Errorf("got an opening phase of %v, divided by %d, want 7/40, 1", x.Opening, x.Divisor)
	}
	want := map[string]Term{
		"their pattern 3": {Opening: -40},
		"our king":        {Squares: r.SquareOf(5).Bit(), Opening: 200, Ending: 300},
		"men":             {Count: -2, Opening: -160, Ending: -200},
		"to move":         {Opening: 4, Ending: 8},
	}
	for _, got := range x.Terms {
		term, named := want[got.Name]
		if got.Opening != term.Opening || got.Ending != term.Ending {
			t.Errorf("%s: got %v and %v, want %v and %v", got.Name, got.Opening, got.Ending, term.Opening, term.Ending)
		}
		if named && term.Squares != 0 && got.Squares != term.Squares || got.Count != term.Count && term.Count != 0 {
			t.Errorf("%s: got %+v, want %+v", got.Name, got, term)
		}
		delete(want, got.Name)
	}
	if len(want) != 0 {
		t.Errorf("missing: %v", want)
	}
}

// The squares of a pattern are those that change its index.
func TestPatternSquares(t *testing.T) {
	for _, r := range rulesOf(t, "international", "english", "italian") {
		b := boardOf(r)
		for n := 1; n <= r.Squares(); n++ {
			man := r.SquareOf(n).Bit()
			indices, _ := b.indices(man, 0)
			for i := range b.numPatterns() {
				if got, want := b.pattern(i)&man != 0, indices.at(i) != 0; got != want {
					t.Errorf("%s, square %d in pattern %d: got %v, want %v", r.Name, n, i+1, got, want)
				}
			}
		}
	}
}
