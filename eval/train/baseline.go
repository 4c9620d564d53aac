package train

import (
	"context"

	"stupol/eval"
)

// A Baseline is the held-out loss of another evaluation.
type Baseline struct {
	Name string
	Loss float64 // as Epoch.Played
}

// Baseline returns the held-out loss of e, with the scale that makes it smallest. If
// e was trained with some of the held-out games, the loss is too good.
func (t *Trainer) Baseline(ctx context.Context, e *eval.Evaluator) (Baseline, error) {
	var fit scaleFit
	played := 0
	forEach := func(f func(score, target float64)) error {
		played = 0
		return t.forEachSample(ctx, pass{set: t.heldOut}, func(s *sample) {
			if s.result == leafResult {
				return
			}
			played++
			p := s.position.Position()
			if !e.Divisors(&p).Drawish() { // which has no loss
				f(float64(e.Evaluate(&p)), s.target(t.options.Lambda, t.scale))
			}
		})
	}
	if err := forEach(fit.add); err != nil {
		return Baseline{}, err
	}
	scale, loss := fit.scale(), 0.0
	err := forEach(func(score, target float64) { loss += divergence(target, winProbability(score/scale)) })
	return Baseline{e.Name(), loss / float64(max(played, 1))}, err
}
