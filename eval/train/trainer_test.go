package train

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"stupol/eval"
	"stupol/eval/network"
)

// quick returns options for a few epochs of a small network.
func quick() Options {
	o := Defaults
	o.Width, o.Epochs = network.MinWidth, 4
	return o
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
	if err := interrupted.Close(); err != nil {
		t.Fatal(err)
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
	if err := again.Close(); err != nil {
		t.Fatal(err)
	}
	t.Run("other options", func(t *testing.T) {
		o := quick()
		o.Rate = 0.5
		checkResumeFails(t, loaded(t, "english", o), name, "a checkpoint with other options: Rate is 0.002 there, not 0.5; remove it")
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

// TestAnotherFormat has a checkpoint in which a field is of another type.
func TestAnotherFormat(t *testing.T) {
	var c struct { // as format 8 had it
		Format  int
		Options struct{ Shape struct{ Windows bool } }
	}
	c.Format, c.Options.Shape.Windows = 8, true
	var file bytes.Buffer
	encoder, err := zstd.NewWriter(&file)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(gob.NewEncoder(encoder).Encode(c), encoder.Close()); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "checkpoint")
	if err := os.WriteFile(name, file.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	checkResumeFails(t, loaded(t, "english", quick()), name, "a checkpoint of format 8, not 9; remove it")
}

// checkResumeFails demands an error that names the file and has want.
func checkResumeFails(t *testing.T, trainer *Trainer, name, want string) {
	t.Helper()
	err := trainer.Resume(name)
	if err == nil || !strings.HasPrefix(err.Error(), name) || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want an error with %q", err, want)
	}
}

// TestCheckpointFile checks that the file of a checkpoint is of one training at a time, and
// is left alone when another process has put its own in its place.
func TestCheckpointFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "checkpoint")
	first, second := loaded(t, "english", quick()), loaded(t, "english", quick())
	if err := first.Resume(name); err != nil {
		t.Fatal(err)
	}
	checkResumeFails(t, second, name, "another process writes it")
	for range 2 {
		if err := first.keep(); err != nil {
			t.Fatal(err)
		}
	}
	checkResumeFails(t, second, name, "another process writes it")
	if got, err := readCheckpoint(name); err != nil || got.Variant != "english" {
		t.Errorf("read %+v, %v", got, err)
	}
	const theirs = "of another"
	if err := errors.Join(os.Remove(name), os.WriteFile(name, []byte(theirs), 0o666)); err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{first.keep(), first.Forget()} {
		if err == nil || !strings.Contains(err.Error(), "another process") {
			t.Error(err)
		}
	}
	if got, err := os.ReadFile(name); err != nil || string(got) != theirs {
		t.Errorf("the file now holds %q, %v", got, err)
	}
}

// TestNoEpoch ends a training before its first epoch: nothing is left behind.
func TestNoEpoch(t *testing.T) {
	name := filepath.Join(t.TempDir(), "checkpoint")
	trainer := loaded(t, "english", quick())
	if err := errors.Join(trainer.Resume(name), trainer.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(name); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
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

func TestBestEpoch(t *testing.T) {
	for _, tt := range []struct {
		played []float64
		best   int
	}{
		{nil, -1},
		{[]float64{0.5}, 0},
		{[]float64{0.5, 0.4}, 1},
		{[]float64{0.5, 0.4, 0.4}, 1},
		{[]float64{0.5, 0.6, 0.4, 0.7}, 2},
	} {
		var epochs []Epoch
		for i, loss := range tt.played {
			epochs = append(epochs, Epoch{Played: loss, HeldOut: float64(len(tt.played) - i)}) // leaves count for nothing
		}
		if got := bestEpoch(epochs); got != tt.best {
			t.Errorf("bestEpoch(%v) = %d, want %d", tt.played, got, tt.best)
		}
	}
}

func TestRate(t *testing.T) {
	o := Options{Rate: 8, Epochs: 3}
	for i, want := range []float64{8, 0.8, 0.08} {
		if got := o.rateOf(i + 1); math.Abs(got-want) > 1e-9 {
			t.Errorf("epoch %d: got %v, want %v", i+1, got, want)
		}
	}
	o.Epochs = 1
	if got := o.rateOf(1); got != 8 {
		t.Errorf("a single epoch: got %v, want 8", got)
	}
}

func TestBaseline(t *testing.T) {
	trainer := loaded(t, "english", quick())
	hand, err := trainer.Baseline(t.Context(), eval.Hand(trainer.rules))
	if err != nil {
		t.Fatal(err)
	}
	n, err := trainer.model.network()
	if err != nil {
		t.Fatal(err)
	}
	w := eval.Weights{Rules: trainer.rules, Scale: 100, Network: n}
	random, err := trainer.Baseline(t.Context(), w.Evaluator())
	if err != nil {
		t.Fatal(err)
	}
	// The evaluation by hand decided the games.
	if hand.Name != "by hand" || hand.Loss <= 0 || hand.Loss >= random.Loss {
		t.Errorf("got %v for the evaluation by hand, %v for a network that has learned nothing", hand, random)
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
