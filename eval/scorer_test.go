package eval

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"stupol/eval/network"
	"stupol/movegen"
)

// networkWeights returns weights for r that are a network with random parameters.
func networkWeights(t testing.TB, r *movegen.Rules) *Weights {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 4))
	p := network.NewParameters(network.MinWidth)
	for i := range p.All {
		p.All[i] = float32(rng.NormFloat64()) / 4
	}
	n, err := network.Quantize(r, p)
	if err != nil {
		t.Fatal(err)
	}
	return &Weights{Rules: r, Note: "random", Scale: 100, Network: n}
}

// networkOf returns an evaluation by a random network.
func networkOf(t testing.TB, r *movegen.Rules) *Evaluator {
	t.Helper()
	e, err := networkWeights(t, r).Evaluator()
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// TestScorer follows games with a Scorer: it must not depend on what it saw before.
func TestScorer(t *testing.T) {
	variants := rulesOf(t, "english", "russian", "international", "frisian")
	for _, evaluator := range []func(*movegen.Rules) *Evaluator{
		Hand, func(r *movegen.Rules) *Evaluator { return networkOf(t, r) },
	} {
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

func TestNetworkExplanationsAddUp(t *testing.T) {
	eachRandomPosition(t, 2, rulesOf(t, "english", "russian"), func(t *testing.T, r *movegen.Rules, p *movegen.Position) {
		e := networkOf(t, r)
		x := e.Explain(p)
		if got, want := int(x.Sum())/x.Divisor, e.Evaluate(p); max(got-want, want-got) > 1 || x.Score != want {
			t.Fatalf("%s: got %v, %d, want %d", r.FEN(p), x.Sum(), x.Score, want)
		}
		if got, want := len(x.Terms), p.Occupied().Len()+1; got != want {
			t.Fatalf("%d terms, want %d", got, want)
		}
	})
}

// TestScorerTellsPositionsApart evaluates two positions in turn that share a place among
// those evaluated a short while ago.
func TestScorerTellsPositionsApart(t *testing.T) {
	r := movegen.International()
	s, p := networkOf(t, r).Scorer(), r.Start()
	other := r.Play(&p, r.Moves(nil, &p)[0])
	other.Hash = p.Hash + 1<<32
	for range 2 {
		for _, q := range []*movegen.Position{&p, &other} {
			if got, want := s.Evaluate(q), s.evaluator.Evaluate(q); got != want {
				t.Errorf("%s: got %d, want %d", r.FEN(q), got, want)
			}
		}
	}
}

func TestScorerNeverAllocates(t *testing.T) {
	r := movegen.International()
	s, p := networkOf(t, r).Scorer(), r.Start()
	if n := testing.AllocsPerRun(100, func() { s.Evaluate(&p) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
	e := networkOf(t, r)
	if n := testing.AllocsPerRun(100, func() { e.Evaluate(&p) }); n != 0 {
		t.Errorf("%v allocations without a Scorer", n)
	}
}

func TestNetworkFile(t *testing.T) {
	w := networkWeights(t, rulesOf(t, "english")[0])
	var file bytes.Buffer
	if _, err := w.WriteTo(&file); err != nil {
		t.Fatal(err)
	}
	got, err := Read(bytes.NewReader(file.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if got.Note != w.Note || got.Scale != w.Scale || !bytes.Equal(got.Network.Append(nil), w.Network.Append(nil)) {
		t.Errorf("reads as another: %q, %v", got.Note, got.Scale)
	}
	for i := range file.Len() {
		if _, err := Read(bytes.NewReader(file.Bytes()[:i])); err == nil {
			t.Fatalf("the first %d bytes of %d can be read", i, file.Len())
		}
	}
	for i, want := range map[int]string{0: "not a weights file", 8: "version", 20: "checksum", file.Len() - 1: "checksum"} {
		damaged := bytes.Clone(file.Bytes())
		damaged[i] ^= 64
		if _, err := Read(bytes.NewReader(damaged)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("byte %d damaged: got %v, want %q", i, err, want)
		}
	}
}
