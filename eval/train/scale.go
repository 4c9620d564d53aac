package train

import (
	"cmp"
	"context"
	"math"
)

// A scaleFit finds the scale, how many hundredths of a man make a logit, by which
// scores predict results best: logistic regression in one unknown, by Newton's
// method.
type scaleFit struct {
	most    int       // scores are clipped there
	samples []float64 // number of samples by score
	results []float64 // sum of their results
}

// clipLogits is where scores are clipped: beyond it they tell little about the scale. For
// scores of unknown scale that is clipScore, in hundredths of a man.
const (
	clipLogits = 4
	clipScore  = 800
)

// newScaleFit returns a fit of scores that are thought to have that scale; 0 if it is
// not known.
func newScaleFit(scale float64) *scaleFit {
	most := cmp.Or(int(math.Round(clipLogits*scale)), clipScore)
	return &scaleFit{most, make([]float64, 2*most+1), make([]float64, 2*most+1)}
}

// add counts a score with its result, 0 to 1.
func (f *scaleFit) add(score, result float64) {
	most := float64(f.most)
	i := int(math.Round(min(max(score, -most), most))) + f.most
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
			score := float64(i - f.most)
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
	fit := newScaleFit(t.scaleOfGames())
	err := t.forEachSample(ctx, pass{set: t.train, stage: "fitting the scale"}, func(s *sample) {
		if s.hasResult() {
			result, _ := s.outcome()
			fit.add(float64(s.score), result)
		}
	})
	t.scale = cmp.Or(t.options.Scale, fit.scale())
	return err
}

// scaleOfGames returns the largest scale that the scores of the games have; 0 if it is not
// known.
func (t *Trainer) scaleOfGames() (scale float64) {
	for _, r := range t.runs {
		scale = max(scale, r.header.Scale)
	}
	return scale
}
