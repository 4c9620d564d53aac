package train

import (
	"context"

	"stupol/eval"
)

// A Baseline is the held-out loss of another evaluation.
type Baseline struct {
	Name string
	Loss float64 // as Epoch.HeldOut
}

// Baseline returns the held-out loss of e, with the scale that makes it smallest. If
// e was trained with some of the held-out games, the loss is too good.
func (t *Trainer) Baseline(ctx context.Context, e *eval.Evaluator) (Baseline, error) {
	heldOut := pass{set: t.heldOut, fill: func(x *example, s *sample) {
		t.extract(x, s)
		p := s.position.Position()
		x.score, x.target = float64(e.Evaluate(&p)), s.target(t.options.Lambda, t.scale)
	}}
	var fit scaleFit
	err := t.forEachBatch(ctx, heldOut, func(batch []example) {
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
	err = t.forEachBatch(ctx, heldOut, func(batch []example) {
		for i := range batch {
			if !batch[i].features.Drawish() {
				loss += divergence(batch[i].target, winProbability(batch[i].score/scale))
			}
		}
	})
	return Baseline{e.Name(), loss / float64(t.heldOut.size())}, err
}
