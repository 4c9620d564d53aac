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

// startedFrom returns a trainer of random games that begins with w, prepared.
func startedFrom(t *testing.T, w *eval.Weights, o Options) *Trainer {
	t.Helper()
	trainer := newTrainer(t, w.Rules.Name, o)
	load(t, trainer, gamesFile(t, trainer.rules, randomGames(trainer.rules, 2*reserved)))
	if err := trainer.From(w); err != nil {
		t.Fatal(err)
	}
	prepare(t, trainer)
	return trainer
}

// What no position asks about stays as it was, to the last digit, and so does the
// whole of the weights as long as nothing is learned.
func TestFromLeavesWhatGamesDoNotShow(t *testing.T) {
	if testing.Short() {
		t.Skip("trains with all indices of patterns")
	}
	want := shippedWeights(t, "english")
	o := quick()
	o.Epochs = 1
	trainer := startedFrom(t, want, o)
	if changed, _ := changes(trainer.model, trainer.model.weights(want.Rules, trainer.scale), want); changed != 0 {
		t.Errorf("%d weights are others before any is learned", changed)
	}
	got, err := trainer.Train(t.Context(), func(Epoch) {})
	if err != nil {
		t.Fatal(err)
	}
	changed, unseen := changes(trainer.model, got, want)
	if changed == 0 {
		t.Error("nothing was learned")
	}
	if unseen != 0 {
		t.Errorf("%d weights changed that do not occur in the games", unseen)
	}
	first, _, _ := strings.Cut(want.Note, "\n")
	if line := "\nfrom weights " + first + "\n"; !strings.Contains(got.Note+"\n", line) {
		t.Errorf("the note does not say what it began with:\n%s", got.Note)
	}
}

// changes counts the weights of patterns and their subpatterns that differ in a and b, and
// those of them that m saw in no sample. A subpattern is seen where its quarters are.
func changes(m *model, a, b *eval.Weights) (all, unseen int) {
	count := func(parameters []parameter, a, b []eval.Weight) {
		for i := range parameters {
			if a[i] != b[i] {
				all++
				if parameters[i].seen == 0 {
					unseen++
				}
			}
		}
	}
	for i := range m.patterns {
		count(m.patterns[i].whole, a.Patterns[i], b.Patterns[i])
		count(m.patterns[i].subpatterns[1], a.Subpatterns[i][1], b.Subpatterns[i][1]) // into the others quarters are folded
	}
	return all, unseen
}

// To begin with weights that know the game is to expect more of it at once.
func TestFromBeginsWithALowerLoss(t *testing.T) {
	nothing := loaded(t, "english", quick())
	something := startedFrom(t, shippedWeights(t, "english"), quick())
	var losses []float64
	for _, trainer := range []*Trainer{nothing, something} {
		loss, err := trainer.lossOf(t.Context(), trainer.heldOut, nil, "", func([]example) {})
		if err != nil {
			t.Fatal(err)
		}
		losses = append(losses, loss)
	}
	if losses[1] > losses[0]/2 {
		t.Errorf("held-out loss: %v from weights, %v from nothing", losses[1], losses[0])
	}
}

func TestFromRefusesOtherWeights(t *testing.T) {
	if testing.Short() {
		t.Skip("trains with all indices of patterns")
	}
	w := shippedWeights(t, "english")
	err := newTrainer(t, "international", quick()).From(w)
	if want := "weights of english to begin with, not of international"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %q", err, want)
	}
	o := quick()
	o.Epochs = 1
	trainer, name := startedFrom(t, w, o), filepath.Join(t.TempDir(), "checkpoint")
	if err := trainer.Resume(name); err != nil {
		t.Fatal(err)
	}
	train(t, trainer)
	checkResumeFails(t, loaded(t, "english", o), name, "a checkpoint that began with other weights; remove it")
}
