package train

import (
	"math"
	"strings"
	"testing"

	"stupol/eval"
)

// TestLossesByPieces adds the losses by number of pieces up: they are those of the best epoch.
func TestLossesByPieces(t *testing.T) {
	o := quick()
	o.Epochs = 2
	trainer := loaded(t, "english", o)
	if _, err := trainer.Train(t.Context(), func(Epoch) {}); err != nil {
		t.Fatal(err)
	}
	losses, err := trainer.LossesByPieces(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	positions, sum := 0, 0.0
	for i, p := range losses {
		if p.Most != p.Least+3 || i > 0 && p.Most >= losses[i-1].Least {
			t.Errorf("losses out of order: %+v", losses)
		}
		positions += p.Positions
		sum += p.Loss * float64(p.Positions)
	}
	_, heldOut := trainer.Positions()
	if positions < heldOut/2 || positions > heldOut {
		t.Errorf("%d positions of %d", positions, heldOut)
	}
	if got, want := sum/float64(heldOut), trainer.Best().HeldOut; math.Abs(got-want) > 1e-6 {
		t.Errorf("the losses add up to %v, not to %v", got, want)
	}
}

// TestReport writes a row an epoch, the best of them, and the losses by pieces.
func TestReport(t *testing.T) {
	o := quick()
	o.Epochs = 2
	var text strings.Builder
	hidden := 0
	trainer := loaded(t, "english", o)
	r := &Report{Out: &text, Trainer: trainer, Hide: func() { hidden++ }}
	if err := r.Begin(t.Context(), eval.Hand(trainer.rules)); err != nil {
		t.Fatal(err)
	}
	if _, err := trainer.Train(t.Context(), r.Epoch); err != nil {
		t.Fatal(err)
	}
	if err := r.ByPieces(t.Context()); err != nil {
		t.Fatal(err)
	}
	r.End("x.weights", 1025)
	for _, want := range []string{
		"positions to learn from", "held-out loss of positions played: ", "\n1  ", "\n2  ", "pieces    positions", " is best, held-out loss of positions played ", ": x.weights, 2 KB\n",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, &text)
		}
	}
	if len(r.Baselines()) != 1 || hidden < 4 {
		t.Errorf("%d baselines, hidden %d times", len(r.Baselines()), hidden)
	}
}
