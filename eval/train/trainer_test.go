package train

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"stupol/eval"
)

// quick returns options for a few epochs.
func quick() Options {
	o := Defaults
	o.Epochs, o.EarlyStop = 4, 4
	return o
}

// A trainer whose targets are the predictions of planted weights must come to predict
// the same for other positions.
func TestFitsPlantedWeights(t *testing.T) {
	if testing.Short() {
		t.Skip("some seconds")
	}
	const scale = 150
	o := quick()
	o.Epochs, o.Rate, o.Lambda, o.Prior = 8, 0.1, 0, Prior{10, 1, 1, 1}
	trainer := newTrainer(t, "russian", o)
	planted := newPatternModel(trainer.extractor.Patterns(), &o)
	planted.turn.value = [numValues]float32{0.3, 0.1}
	planted.counts[0].value = [numValues]float32{0.7, 1}
	planted.patterns[0].quarters[1][1].value = [numValues]float32{-0.8, 0.4}
	for i := range planted.kings {
		planted.kings[i].value = [numValues]float32{2, 2.5}
	}
	for i, g := range randomGames(trainer.rules, 400) {
		p := g.Start
		for _, m := range g.Moves {
			f := trainer.extractor.Features(&p)
			logit := float64(planted.logitOf(&f))
			s := newSample(&p, float32(winProbability(logit)), float32(logit*scale))
			set := trainer.train
			if i%10 == 0 {
				set = trainer.heldOut
			}
			if err := set.add(&s); err != nil {
				t.Fatal(err)
			}
			p = g.Rules.Play(&p, m)
		}
	}
	prepare(t, trainer)
	if got := trainer.Scale(); math.Abs(got-scale) > 2 {
		t.Errorf("scale: got %v, want %v", got, scale)
	}
	before, err := trainer.heldOutLoss(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	w, err := trainer.Train(t.Context(), func(Epoch) {})
	if err != nil {
		t.Fatal(err)
	}
	if got := trainer.Best().HeldOut; got > before/20 {
		t.Errorf("held-out loss: got %v, %v before", got, before)
	}
	e, err := w.Evaluator()
	if err != nil {
		t.Fatal(err)
	}
	if got := e.Scale(); got != float64(float32(trainer.Scale())) {
		t.Errorf("scale of the weights: got %v, want %v", got, trainer.Scale())
	}
	var size, wrong float64
	for _, g := range randomGames(trainer.rules, 20) {
		p := g.Start
		for _, m := range g.Moves {
			if f := trainer.extractor.Features(&p); !f.Drawish() {
				want := scale * float64(planted.logitOf(&f))
				want /= float64(f.Divisor(want))
				size, wrong = size+math.Abs(want), wrong+math.Abs(float64(e.Evaluate(&p))-want)
			}
			p = g.Rules.Play(&p, m)
		}
	}
	if wrong > size/10 {
		t.Errorf("scores are wrong by %.1f %%", 100*wrong/size)
	}
}

// The evaluation made from a model returns what the model predicts, but for rounding.
// The weights are whole hundredths of a man, two or more: quantization keeps them.
func TestWeightsEqualTheModel(t *testing.T) {
	const scale = 120
	rng := rand.New(rand.NewPCG(1, 1))
	variants := []string{"italian", "international", "breakthrough"}
	if testing.Short() {
		variants = variants[:1]
	}
	for _, variant := range variants {
		t.Run(variant, func(t *testing.T) {
			r := rulesOf(t, variant)
			extractor := eval.Hand(r)
			m := newPatternModel(extractor.Patterns(), &Options{})
			upTo := func(hundredths int) float32 {
				sign := float32(2*rng.IntN(2) - 1)
				return sign * float32(2+rng.IntN(hundredths-1)) / scale
			}
			m.forEach(func(p *parameter) { p.value = [numValues]float32{upTo(30), upTo(30), upTo(6)} })
			w, err := m.weights(r, scale)
			if err != nil {
				t.Fatal(err)
			}
			e, err := w.Evaluator()
			if err != nil {
				t.Fatal(err)
			}
			for _, g := range randomGames(r, 3) {
				p := g.Start
				for _, move := range g.Moves {
					f := extractor.Features(&p)
					got, want := float64(e.Evaluate(&p)), scale*float64(m.logitOf(&f))
					want /= float64(f.Divisor(want))
					rounding := 2 + math.Abs(want)/100
					if math.Abs(got-want) > rounding {
						t.Fatalf("%s: got %v, want %v", r.FEN(&p), got, want)
					}
					p = r.Play(&p, move)
				}
			}
		})
	}
}

// Only samples with a result teach the weight of being to move.
func TestTurnIsNotLearnedFromLeaves(t *testing.T) {
	if testing.Short() {
		t.Skip("some seconds")
	}
	for _, result := range []float32{noResult, 1} {
		o := quick()
		o.Epochs, o.Scale = 1, 150
		trainer := newTrainer(t, "english", o)
		for i, g := range randomGames(trainer.rules, 10) {
			set := trainer.train
			if i == 0 {
				set = trainer.heldOut
			}
			p := g.Start
			for _, m := range g.Moves {
				s := newSample(&p, result, 100)
				if err := set.add(&s); err != nil {
					t.Fatal(err)
				}
				p = g.Rules.Play(&p, m)
			}
		}
		prepare(t, trainer)
		if _, err := trainer.Train(t.Context(), func(Epoch) {}); err != nil {
			t.Fatal(err)
		}
		turn := &trainer.model.(*patternModel).turn
		if got, want := turn.value != [numValues]float32{}, result != noResult; got != want {
			t.Errorf("result %v: learned %v", result, turn.value)
		}
	}
}

// loaded returns a prepared trainer of random games.
func loaded(t *testing.T, variant string, o Options) *Trainer {
	t.Helper()
	trainer := newTrainer(t, variant, o)
	load(t, trainer, gamesFile(t, trainer.rules, randomGames(trainer.rules, 2*heldOutEvery)))
	prepare(t, trainer)
	return trainer
}

func TestSameWeightsOnAnyThreads(t *testing.T) {
	o := quick()
	o.Threads = 1
	want := train(t, loaded(t, "english", o))
	o.Threads = 3
	if got := train(t, loaded(t, "english", o)); !bytes.Equal(got, want) {
		t.Error("three threads train other weights than one")
	}
	o.Seed++
	if got := train(t, loaded(t, "english", o)); bytes.Equal(got, want) {
		t.Error("another seed trains the same weights")
	}
}

func TestResume(t *testing.T) {
	if testing.Short() {
		t.Skip("trains three times")
	}
	want := train(t, loaded(t, "english", quick()))
	name := filepath.Join(t.TempDir(), "checkpoint")

	interrupted := loaded(t, "english", quick())
	if err := interrupted.Resume(name); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	interrupted.Progress = func(what string, done, _ int) {
		if what == "epoch 3" && done > 0 {
			cancel()
		}
	}
	if _, err := interrupted.Train(ctx, func(Epoch) {}); err == nil {
		t.Fatal("training was not interrupted")
	}

	again := loaded(t, "english", quick())
	if err := again.Resume(name); err != nil {
		t.Fatal(err)
	}
	if got := len(again.Epochs()); got != 2 {
		t.Fatalf("%d epochs done before, want 2", got)
	}
	if got := train(t, again); !bytes.Equal(got, want) {
		t.Error("an interrupted training yields other weights")
	}
	if e := again.Epochs(); len(e) != 4 || e[3].Number != 4 {
		t.Errorf("got the epochs %v", e)
	}
	t.Run("other options", func(t *testing.T) {
		o := quick()
		o.Rate = 0.5
		checkResumeFails(t, loaded(t, "english", o), name, "a checkpoint with other options: Rate is 0.02 there, not 0.5; remove it")
	})
	t.Run("other games", func(t *testing.T) {
		trainer := newTrainer(t, "english", quick())
		load(t, trainer, gamesFile(t, trainer.rules, randomGames(trainer.rules, 2*heldOutEvery+1)))
		prepare(t, trainer)
		checkResumeFails(t, trainer, name, "a checkpoint of other games; remove it")
	})
	t.Run("damaged", func(t *testing.T) {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		b[len(b)/2] ^= 1
		if err := os.WriteFile(name, b, 0o666); err != nil {
			t.Fatal(err)
		}
		checkResumeFails(t, loaded(t, "english", quick()), name, "not a checkpoint, or damaged")
	})
}

// checkResumeFails demands an error that names the file and has want.
func checkResumeFails(t *testing.T, trainer *Trainer, name, want string) {
	t.Helper()
	err := trainer.Resume(name)
	if err == nil || !strings.HasPrefix(err.Error(), name) || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want an error with %q", err, want)
	}
}

// TestCheckpointFile checks that the file of a checkpoint is left alone when it is not, or
// not any more, of this training.
func TestCheckpointFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "checkpoint")
	s, c := &checkpointFile{name: name}, &checkpoint{Variant: "english", Last: []float32{1, 2}}
	for range 2 {
		if err := s.write(c); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := readCheckpoint(name); err != nil || got.Variant != c.Variant {
		t.Errorf("read %+v, %v", got, err)
	}
	second := &checkpointFile{name: name, last: s.last}
	if err := second.write(&checkpoint{Variant: "russian"}); err != nil {
		t.Fatal(err)
	}
	for what, s := range map[string]*checkpointFile{"after it was written": s, "before it was written": {name: name}} {
		trainer := Trainer{checkpointFile: s}
		for _, err := range []error{s.write(c), trainer.Forget()} {
			if err == nil || !strings.Contains(err.Error(), "another process") {
				t.Errorf("%s: %v", what, err)
			}
		}
	}
	if got, err := readCheckpoint(name); err != nil || got.Variant != "russian" {
		t.Errorf("the file now holds %+v, %v", got, err)
	}
}

func TestNote(t *testing.T) {
	o := quick()
	o.Epochs, o.Note = 1, "made by a test"
	trainer := loaded(t, "english", o)
	w, err := trainer.Train(t.Context(), func(Epoch) {})
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(w.Note, "\n")
	if len(lines) != 3 || !strings.HasPrefix(lines[0], "learned from 50 games, ") ||
		lines[1] != "50 games: seed 7, 1000 nodes a move, by hand, stupol test" || lines[2] != o.Note {
		t.Errorf("got %q", lines)
	}
	if got := firstLines("12\n45\n78", 6); got != "12\n45" {
		t.Errorf("firstLines: got %q", got)
	}
}

func TestRateFallsAfterAWorseEpoch(t *testing.T) {
	o := Options{Rate: 8, Decay: 0.5}
	tests := []struct {
		heldOut []float64
		best    int
		want    float64
	}{
		{nil, -1, 8},
		{[]float64{0.5}, 0, 8},
		{[]float64{0.5, 0.4}, 1, 8},
		{[]float64{0.5, 0.4, 0.4}, 1, 4},
		{[]float64{0.5, 0.6, 0.4, 0.7}, 2, 2},
	}
	for _, tt := range tests {
		var epochs []Epoch
		for _, loss := range tt.heldOut {
			epochs = append(epochs, Epoch{HeldOut: loss})
		}
		if got := bestEpoch(epochs); got != tt.best {
			t.Errorf("bestEpoch(%v) = %d, want %d", tt.heldOut, got, tt.best)
		}
		if got := o.rateAfter(epochs); got != tt.want {
			t.Errorf("after %v the rate is %v, want %v", tt.heldOut, got, tt.want)
		}
	}
}

func TestSampleWeights(t *testing.T) {
	counts := [64]int{10: 400, 20: 100, 30: 100, 31: 1}
	if got := sampleWeights(&counts, 0); slices.Max(got[:]) != 1 || slices.Min(got[:]) != 1 {
		t.Errorf("power 0: got %v, want ones", got)
	}
	got := sampleWeights(&counts, 1)
	// The mean is 601 / 4.
	for n, want := range map[int]float32{10: 0.375625, 20: 1.5025, 31: maxSampleWeight} {
		if math.Abs(float64(got[n]-want)) > 1e-6 {
			t.Errorf("power 1, %d pieces: got %v, want %v", n, got[n], want)
		}
	}
}

func TestBaseline(t *testing.T) {
	trainer := loaded(t, "english", quick())
	hand, err := trainer.Baseline(t.Context(), eval.Hand(trainer.rules))
	if err != nil {
		t.Fatal(err)
	}
	zero, err := eval.NewWeights(trainer.rules).Evaluator()
	if err != nil {
		t.Fatal(err)
	}
	zeros, err := trainer.Baseline(t.Context(), zero)
	if err != nil {
		t.Fatal(err)
	}
	// The evaluation by hand decided the games.
	if hand.Name != "by hand" || hand.Loss <= 0 || hand.Loss >= zeros.Loss {
		t.Errorf("got %v for the evaluation by hand, %v for zeros", hand, zeros)
	}
}

// Samples keep the position and the side to move.
func TestSampleKeepsThePosition(t *testing.T) {
	for _, g := range randomGames(rulesOf(t, "frisian"), 3) {
		p := g.Start
		for _, m := range g.Moves {
			s := newSample(&p, 0.5, 12)
			got := sampleOf(s.appendTo(nil))
			q := got.position.Position()
			if got != s || q.Pieces != p.Pieces || q.Kings != p.Kings || q.Turn != p.Turn {
				t.Fatalf("got %+v, want %+v", q, p)
			}
			p = g.Rules.Play(&p, m)
		}
	}
}
