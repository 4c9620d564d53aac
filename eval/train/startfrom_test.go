package train

import (
	"path/filepath"
	"strings"
	"testing"

	"stupol/eval"
)

// shippedWeights returns the weights of a variant that are part of the program.
func shippedWeights(t *testing.T, variant string) *eval.Weights {
	t.Helper()
	w, err := eval.Open(rulesOf(t, variant), eval.Shipped)
	if err != nil {
		t.Fatal(err)
	}
	return w
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

// Weights that occur in no sample stay as they were, to the last digit. Before the
// first epoch all do.
func TestStartFromKeepsUnseenWeights(t *testing.T) {
	if testing.Short() {
		t.Skip("trains with all indices of patterns")
	}
	want := shippedWeights(t, "frysk")
	o := quick()
	o.Epochs = 1
	trainer := startedFrom(t, want, o)
	m := trainer.model.(*patternModel)
	before, err := m.weights(want.Rules, trainer.scale)
	if err != nil {
		t.Fatal(err)
	}
	if changed, _ := changes(m, before, want); changed != 0 {
		t.Errorf("%d weights have changed before the first epoch", changed)
	}
	got, err := trainer.Train(t.Context(), func(Epoch) {})
	if err != nil {
		t.Fatal(err)
	}
	changed, unseen := changes(m, got, want)
	if changed == 0 {
		t.Error("no weight has changed")
	}
	if unseen != 0 {
		t.Errorf("%d weights have changed that occur in no game", unseen)
	}
	first, _, _ := strings.Cut(want.Note, "\n")
	if line := "\nfrom weights " + first + "\n"; !strings.Contains(got.Note+"\n", line) {
		t.Errorf("the note does not name the initial weights:\n%s", got.Note)
	}
}

// changes counts the weights of patterns and of the middle subpatterns that differ in a
// and b, and those of them that occur in no sample. The other subpatterns contain
// quarters, which may occur where they do not.
func changes(m *patternModel, a, b *eval.Weights) (all, unseen int) {
	count := func(parameters []parameter, a, b []eval.Weight) {
		for i := range parameters {
			if a[i] != b[i] {
				all++
				if parameters[i].samples == 0 {
					unseen++
				}
			}
		}
	}
	for i := range m.patterns {
		count(m.patterns[i].whole, a.Patterns[i], b.Patterns[i])
		count(m.patterns[i].subpatterns[1], a.Subpatterns[i][1], b.Subpatterns[i][1])
	}
	return all, unseen
}

func TestStartFromHasALowerLoss(t *testing.T) {
	zeros := loaded(t, "frysk", quick())
	shipped := startedFrom(t, shippedWeights(t, "frysk"), quick())
	var losses []float64
	for _, trainer := range []*Trainer{zeros, shipped} {
		loss, err := trainer.heldOutLoss(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		losses = append(losses, loss)
	}
	if losses[1] > 0.75*losses[0] {
		t.Errorf("held-out loss: %v from the shipped weights, %v from zeros", losses[1], losses[0])
	}
}

func TestStartFromRefusesOtherWeights(t *testing.T) {
	if testing.Short() {
		t.Skip("trains with all indices of patterns")
	}
	w := shippedWeights(t, "frysk")
	err := newTrainer(t, "international", quick()).StartFrom(w)
	if want := "weights of frysk to start from, not of international"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %q", err, want)
	}
	o := quick()
	o.Epochs = 1
	trainer, name := startedFrom(t, w, o), filepath.Join(t.TempDir(), "checkpoint")
	if err := trainer.Resume(name); err != nil {
		t.Fatal(err)
	}
	train(t, trainer)
	checkResumeFails(t, loaded(t, "frysk", o), name, "a checkpoint that started from other weights; remove it")
}
