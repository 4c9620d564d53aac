package train

import (
	"context"

	"stupol/eval"
)

// A Baseline is what another evaluation makes of the games kept back.
type Baseline struct {
	Name string
	Loss float64 // as Epoch.HeldOut
}

// Baseline judges e by the games kept back, with the scale that suits it best.
// Games that e was trained with may be among them, and flatter it.
func (t *Trainer) Baseline(ctx context.Context, e *eval.Evaluator) (Baseline, error) {
	look := func(x *example, s *sample) {
		t.extract(x, s)
		p := s.position()
		x.score, x.target = float64(e.Evaluate(&p)), s.target(t.options.Lambda, t.scale)
	}
	var fit scaleFit
	err := t.each(ctx, t.heldOut, nil, "", look, func(batch []example) {
		for i := range batch {
			if !batch[i].features.Drawish() {
				fit.add(batch[i].score, batch[i].target)
			}
		}
	})
	if err != nil {
		return Baseline{}, err
	}
	scale, loss := fit.scale(), 0.0
	err = t.each(ctx, t.heldOut, nil, "", look, func(batch []example) {
		for i := range batch {
			if !batch[i].features.Drawish() {
				loss += lossOf(batch[i].target, winProbability(batch[i].score/scale))
			}
		}
	})
	return Baseline{e.Name(), loss / float64(t.heldOut.size())}, err
}
