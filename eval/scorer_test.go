package eval

import (
	"testing"

	"stupol/movegen"
)

// TestScorer follows games with a Scorer: it must not depend on what it saw before.
func TestScorer(t *testing.T) {
	variants := rulesOf(t, "english", "russian", "international", "frisian")
	for _, evaluator := range []func(*movegen.Rules) *Evaluator{Hand, Default} {
		scorers := map[*movegen.Rules]*Scorer{}
		for _, r := range variants {
			scorers[r] = evaluator(r).Scorer()
		}
		eachRandomPosition(t, 5, variants, func(t *testing.T, r *movegen.Rules, p *movegen.Position) {
			s := scorers[r]
			got, want := s.Evaluate(p), s.evaluator.Evaluate(p)
			if got != want {
				t.Fatalf("%s: got %d, want %d", r.FEN(p), got, want)
			}
			turned := upsideDown(r, p)
			if got := s.Evaluate(&turned); got != want {
				t.Fatalf("%s turned round: got %d, want %d", r.FEN(p), got, want)
			}
		})
	}
}

// TestScorerTellsPositionsApart evaluates two positions in turn whose hashes differ in one
// bit: many of them share a place among those evaluated a short while ago.
func TestScorerTellsPositionsApart(t *testing.T) {
	r := movegen.International()
	s, p := Default(r).Scorer(), r.Start()
	other := r.Play(&p, r.Moves(nil, &p)[0])
	for bit := range 64 {
		other.Hash = p.Hash ^ 1<<bit
		for range 2 {
			for _, q := range []*movegen.Position{&p, &other} {
				if got, want := s.Evaluate(q), s.evaluator.Evaluate(q); got != want {
					t.Errorf("%s, bit %d: got %d, want %d", r.FEN(q), bit, got, want)
				}
			}
		}
		s.Clear()
	}
}

// TestScorerForgets changes what an evaluation that was kept would be now.
func TestScorerForgets(t *testing.T) {
	r := movegen.International()
	s, p := Default(r).Scorer(), r.Start()
	s.Evaluate(&p)
	if s.recent[p.Hash%(1<<recentBits)] == 0 {
		t.Error("the evaluation is not kept")
	}
	s.Clear()
	if *s.recent != (recent{}) {
		t.Error("after Clear evaluations are left")
	}
}

func TestScorerNeverAllocates(t *testing.T) {
	r := movegen.International()
	s, p := Default(r).Scorer(), r.Start()
	if n := testing.AllocsPerRun(100, func() { s.Evaluate(&p) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
	e := Default(r)
	if n := testing.AllocsPerRun(100, func() { e.Evaluate(&p) }); n != 0 {
		t.Errorf("%v allocations without a Scorer", n)
	}
}
