package train

import (
	"cmp"
	"context"
	"math"
)

// maxScore is where scores are clipped, in hundredths of a man: beyond it they tell
// little about the scale.
const maxScore = 800

// A scaleFit finds the scale, how many hundredths of a man make a logit, by which
// scores predict results best: logistic regression in one unknown, by Newton's
// method.
type scaleFit struct {
	samples [2*maxScore + 1]float64 // number of samples by score
	results [2*maxScore + 1]float64 // sum of their results
}

// add counts a score with its result, 0 to 1.
func (f *scaleFit) add(score, result float64) {
	i := int(math.Round(min(max(score, -maxScore), maxScore))) + maxScore
	f.samples[i]++
	f.results[i] += result
}

// scale returns the scale with the highest likelihood.
func (f *scaleFit) scale() float64 {
	const (
		start      = 1.0 / 100 // a man is about a logit
		iterations = 20
	)
	perScore := start // logits a hundredth of a man
	for range iterations {
		var gradient, curvature float64
		for i, n := range f.samples {
			score := float64(i - maxScore)
			p := winProbability(perScore * score)
			gradient += (n*p - f.results[i]) * score
			curvature += n * p * (1 - p) * score * score
		}
		if curvature == 0 {
			break
		}
		step := gradient / curvature
		perScore = min(max(perScore-step, start/10), start*10)
		if math.Abs(step) < start/1000 {
			break
		}
	}
	return 1 / perScore
}

// measure reads the training set once, for the scale.
func (t *Trainer) measure(ctx context.Context) error {
	var fit scaleFit
	err := t.forEachSample(ctx, pass{set: t.train, stage: "fitting the scale"}, func(s *sample) {
		if s.hasResult() {
			result, _ := s.outcome()
			fit.add(float64(s.score), result)
		}
	})
	t.scale = cmp.Or(t.options.Scale, fit.scale())
	return err
}
