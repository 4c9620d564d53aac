package train

import (
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"stupol/eval"
	"stupol/eval/network"
	"stupol/movegen"
)

// untrained returns a trainer with a small network that has learned nothing, with windows.
func untrained(t *testing.T, variant string) (*Trainer, *model) {
	t.Helper()
	o := quick()
	o.Windows = network.MaxWindows
	trainer := newTrainer(t, variant, o)
	trainer.scale = 100
	m := newModel(trainer.rules, &o)
	trainer.model = m
	return trainer, m
}

// examples returns samples of random games, with their features.
func examples(t *testing.T, trainer *Trainer) []example {
	t.Helper()
	var all []example
	for _, g := range randomGames(trainer.rules, 3) {
		p := g.Start
		for i, m := range g.Moves {
			s := newSample(&p, 0.5, float32(20*i-400))
			var e example
			trainer.predict(&e, &s)
			all = append(all, e)
			p = g.Rules.Play(&p, m)
		}
	}
	return all
}

// TestGradient compares back-propagation with differences of the loss.
func TestGradient(t *testing.T) {
	trainer, m := untrained(t, "russian")
	rng := rand.New(rand.NewPCG(1, 2))
	const step = 1e-3
	compared := 0
	for _, e := range examples(t, trainer) {
		g := newGradient(trainer.rules, m.parameters.Shape)
		at := m.logit(&e)
		e.gradient = 1
		m.addGradient(g, &e)
		for range 800 {
			i := rng.IntN(len(g.All))
			if g.All[i] == 0 {
				continue
			}
			value := &m.rounded.All[i]
			was := *value
			*value = was + step
			above := m.logit(&e)
			*value = was - step
			below := m.logit(&e)
			*value = was
			// The activation function has corners: on its two sides differences are other ones.
			got, left, right := float64(g.All[i]), (at-below)/step, (above-at)/step
			margin := 0.01 + 0.1*math.Abs(left)
			if got < min(left, right)-margin || got > max(left, right)+margin {
				t.Errorf("parameter %d: got %v, want %v to %v", i, got, left, right)
			}
			compared++
		}
	}
	if compared < 500 {
		t.Errorf("only %d gradients", compared)
	}
}

// TestLeavesHaveAnOffset trains on leaves that the search likes better than positions
// that were played: the network must not learn that.
func TestLeavesHaveAnOffset(t *testing.T) {
	if testing.Short() {
		t.Skip("some seconds")
	}
	o := quick()
	o.Epochs, o.Lambda, o.Scale, o.Rate = 20, 1, 100, 10*Defaults.Rate
	trainer := newTrainer(t, "english", o)
	rng := rand.New(rand.NewPCG(1, 1))
	var p movegen.Position
	for i, g := range randomGames(trainer.rules, 300) {
		set := trainer.train
		if i%10 == 0 {
			set = trainer.heldOut
		}
		p = g.Start
		for _, m := range g.Moves {
			s := newSample(&p, noResult, 0)
			if rng.IntN(2) == 1 {
				s.result, s.score = leafResult, 60
			}
			if err := set.add(&s); err != nil {
				t.Fatal(err)
			}
			p = trainer.rules.Play(&p, m)
		}
	}
	prepare(t, trainer)
	w, err := trainer.Train(t.Context(), func(Epoch) {})
	if err != nil {
		t.Fatal(err)
	}
	e := w.Evaluator()
	sum, n := 0, 0
	for _, g := range randomGames(trainer.rules, 20) {
		p = g.Start
		for _, m := range g.Moves {
			sum, n = sum+e.Evaluate(&p), n+1
			p = trainer.rules.Play(&p, m)
		}
	}
	if mean := sum / n; max(mean, -mean) > 10 {
		t.Errorf("positions that were played have %d hundredths in the mean, want 0", mean)
	}
	b, err := trainer.Baseline(t.Context(), e)
	if err != nil {
		t.Fatal(err)
	}
	if best := trainer.Best(); math.Abs(b.Loss-best.Played) > 0.002 {
		t.Errorf("the loss of the network is %v, of the model %v on positions played, %v on all", b.Loss, best.Played, best.HeldOut)
	}
}

// TestLearns trains on the scores of the evaluation by hand.
func TestLearns(t *testing.T) {
	if testing.Short() {
		t.Skip("some seconds")
	}
	o := quick()
	o.Epochs, o.Lambda = 30, 1
	trainer := loaded(t, "english", o)
	before, _, err := trainer.heldOutLoss(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	w, err := trainer.Train(t.Context(), func(Epoch) {})
	if err != nil {
		t.Fatal(err)
	}
	after := trainer.Best().HeldOut
	if after > before/3 {
		t.Errorf("the held-out loss fell from %v to %v only", before, after)
	}
	b, err := trainer.Baseline(t.Context(), w.Evaluator())
	if err != nil {
		t.Fatal(err)
	}
	if after := trainer.Best().Played; math.Abs(b.Loss-after) > before/50 {
		t.Errorf("the loss is %v with the rounded network, %v before rounding, %v before learning", b.Loss, after, before)
	}
}

// startedFrom returns a prepared trainer of random games that starts from w.
func startedFrom(t *testing.T, w *eval.Weights, o Options) *Trainer {
	t.Helper()
	trainer := newTrainer(t, w.Rules.Name, o)
	load(t, trainer, gamesFile(t, trainer.rules, randomGames(trainer.rules, 2*heldOutEvery)))
	if err := trainer.StartFrom(w); err != nil {
		t.Fatal(err)
	}
	prepare(t, trainer)
	return trainer
}

// TestStartsFromNetwork shows that a training goes on where another one ended, with
// transformers that learn apart from the first step on.
func TestStartsFromNetwork(t *testing.T) {
	first := loaded(t, "english", quick())
	want, err := first.Train(t.Context(), func(Epoch) {})
	if err != nil {
		t.Fatal(err)
	}
	trainer := startedFrom(t, want, quick())
	m := trainer.model
	loss, _, err := trainer.heldOutLoss(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if loss != first.Best().HeldOut {
		t.Errorf("held-out loss: got %v, want %v", loss, first.Best().HeldOut)
	}
	copy(m.parameters.Transformers[1].Weights, m.parameters.Transformers[0].Weights)
	batch := examples(t, trainer)
	for i := range batch {
		m.logit(&batch[i])
		batch[i].gradient = 1
	}
	m.update(batch, Defaults.Rate)
	if slices.Equal(m.parameters.Transformers[1].Weights, m.parameters.Transformers[0].Weights) {
		t.Error("the transformers learn the same")
	}

	trainer = startedFrom(t, want, quick())
	name := filepath.Join(t.TempDir(), "checkpoint")
	if err := trainer.Resume(name); err != nil {
		t.Fatal(err)
	}
	got, err := trainer.Train(t.Context(), func(Epoch) {})
	if err != nil {
		t.Fatal(err)
	}
	summary, _, _ := strings.Cut(want.Note, "\n")
	if err := trainer.Close(); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(got.Note+"\n", "\nfrom weights "+summary+"\n") {
		t.Errorf("the note does not name the initial weights:\n%s", got.Note)
	}
	checkResumeFails(t, loaded(t, "english", quick()), name, "a checkpoint that started from other weights; remove it")
}

func TestStartsFromItsWidthOnly(t *testing.T) {
	small := trained(t, "english", quick())
	o := quick()
	o.Width *= 2
	trainer := newTrainer(t, "english", o)
	load(t, trainer, gamesFile(t, trainer.rules, randomGames(trainer.rules, 2*heldOutEvery)))
	if err := trainer.StartFrom(small); err != nil {
		t.Fatal(err)
	}
	want := "a network of width 64 to start from, not of 128"
	if err := trainer.Prepare(t.Context()); err == nil || err.Error() != want {
		t.Errorf("got %v, want %q", err, want)
	}
}

// TestGradientsAreForgotten shows that what a batch touched is nothing to the next one.
func TestGradientsAreForgotten(t *testing.T) {
	trainer, m := untrained(t, "russian")
	g := newGradient(trainer.rules, m.parameters.Shape)
	touched := 0
	for _, e := range examples(t, trainer) {
		m.logit(&e)
		e.gradient = 1
		m.addGradient(g, &e)
		for _, v := range g.All {
			if v != 0 {
				touched++
			}
		}
		g.clear()
		if slices.ContainsFunc(g.All, func(v float32) bool { return v != 0 }) || g.offsets != [network.Buckets]float32{} {
			t.Fatal("something is left")
		}
	}
	if touched == 0 {
		t.Error("there was nothing to forget")
	}
}

// TestRoundedAsTheNetwork shows that training predicts with the parameters of the network that it
// would write.
func TestRoundedAsTheNetwork(t *testing.T) {
	_, m := untrained(t, "russian")
	rng := rand.New(rand.NewPCG(1, 5))
	for i := range m.parameters.All {
		m.parameters.All[i] = float32(rng.NormFloat64()) / 4
	}
	for _, f := range m.parameters.Transformers {
		clear(f.Weights[network.PieceInputs*m.parameters.Width:]) // arrangements have limits besides
	}
	m.round()
	n, err := m.network()
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range n.Parameters(m.rules).All {
		if got := m.rounded.All[i]; got != want {
			t.Fatalf("parameter %d: got %v, want %v", i, got, want)
		}
	}
}

// TestLearnsWindows shows that a training of windows starts from a network without, and that
// one which starts from a network with windows keeps them.
func TestLearnsWindows(t *testing.T) {
	without := trained(t, "english", quick())
	o := quick()
	o.Windows = network.MaxWindows
	with, err := startedFrom(t, without, o).Train(t.Context(), func(Epoch) {})
	if err != nil {
		t.Fatal(err)
	}
	arrangements := with.Network.Parameters(with.Rules).Transformers[0].Weights[network.PieceInputs*o.Width:]
	if !slices.ContainsFunc(arrangements, func(v float32) bool { return v != 0 }) {
		t.Error("it learned nothing about arrangements")
	}
	kept, err := startedFrom(t, with, quick()).Train(t.Context(), func(Epoch) {})
	if err != nil {
		t.Fatal(err)
	}
	if kept.Network.Shape().Windows != network.MaxWindows {
		t.Error("it lost its windows")
	}
}

// Games on the same board have networks of the same inputs.
func TestStartsFromTheNetworkOfAnotherGame(t *testing.T) {
	english := trained(t, "english", quick())
	russian := newTrainer(t, "russian", quick())
	load(t, russian, gamesFile(t, russian.rules, randomGames(russian.rules, 2*heldOutEvery)))
	if err := russian.StartFrom(english); err != nil {
		t.Fatal(err)
	}
	prepare(t, russian)
	if got, want := russian.model.parameters.All, english.Network.Parameters(english.Rules).All; !slices.Equal(got, want) {
		t.Error("does not start with the parameters of the network of English")
	}
	err := newTrainer(t, "international", quick()).StartFrom(english)
	if want := "weights of english to start from, not of international"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %q", err, want)
	}
}

// trained returns what training with random games makes.
func trained(t *testing.T, variant string, o Options) *eval.Weights {
	t.Helper()
	w, err := loaded(t, variant, o).Train(t.Context(), func(Epoch) {})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// TestTransformersLearnTogether shows that feature transformers stay alike at the first rate, and
// part at a lower one.
func TestTransformersLearnTogether(t *testing.T) {
	trainer, m := untrained(t, "english")
	batch := examples(t, trainer)
	for i := range batch {
		m.logit(&batch[i])
		batch[i].gradient = 1
	}
	alike := func() bool {
		first := &m.parameters.Transformers
		return slices.Equal(first[0].Weights, first[network.Transformers-1].Weights)
	}
	if m.update(batch, Defaults.Rate); !alike() {
		t.Error("the transformers learn apart at once")
	}
	if m.update(batch, Defaults.Rate/4); alike() {
		t.Error("the transformers never learn apart")
	}
}

// TestPredictionsAreRounded shows that a prediction is that of the network as it will be.
func TestPredictionsAreRounded(t *testing.T) {
	trainer, m := untrained(t, "english")
	n, err := m.network()
	if err != nil {
		t.Fatal(err)
	}
	var a network.Accumulator
	worst := 0.0
	for _, g := range randomGames(trainer.rules, 3) {
		p := g.Start
		for _, move := range g.Moves {
			var e example
			trainer.fill(&e, &sample{position: p.Pack()})
			got, want := m.logit(&e), float64(n.Evaluate(&a, &p))/network.OutputUnit
			worst = max(worst, math.Abs(got-want))
			p = g.Rules.Play(&p, move)
		}
	}
	// What is left is the rounding of activations.
	if worst > 0.01 {
		t.Errorf("a prediction is off by %v", worst)
	}
}
