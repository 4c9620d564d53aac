package train

import (
	"math"
	"testing"
)

// TestPhaseLosses adds the losses by phase up: they are those of the best epoch.
func TestPhaseLosses(t *testing.T) {
	o := quick()
	o.Epochs = 2
	trainer := loaded(t, "english", o)
	if _, err := trainer.Train(t.Context(), func(Epoch) {}); err != nil {
		t.Fatal(err)
	}
	phases, err := trainer.PhaseLosses(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	positions, threatened, sum := 0, 0, 0.0
	for i, p := range phases {
		if p.Most != p.Least+3 || i > 0 && p.Most >= phases[i-1].Least {
			t.Errorf("phases out of order: %+v", phases)
		}
		for _, m := range []MeanLoss{p.Quiet, p.Threatened} {
			positions += m.Positions
			sum += m.Loss * float64(m.Positions)
		}
		threatened += p.Threatened.Positions
	}
	_, heldOut := trainer.Positions()
	if positions < heldOut/2 || positions > heldOut || threatened == 0 || threatened == positions {
		t.Errorf("%d positions, %d threatened, of %d", positions, threatened, heldOut)
	}
	if got, want := sum/float64(heldOut), trainer.Best().HeldOut; math.Abs(got-want) > 1e-6 {
		t.Errorf("the losses add up to %v, not to %v", got, want)
	}
}
