package train

import "math"

// clip is the score in hundredths of a man beyond which scores tell little of
// the scale.
const clip = 800

// A scaleFit finds how many hundredths of a man make a logit: the scale by
// which scores foretell results best (maximum likelihood by Newton's method,
// in one unknown).
type scaleFit struct {
	samples [2*clip + 1]float64 // by score
	results [2*clip + 1]float64 // their sums
}

// add counts a score with what came of it, 0 to 1.
func (f *scaleFit) add(score, result float64) {
	i := int(math.Round(min(max(score, -clip), clip))) + clip
	f.samples[i]++
	f.results[i] += result
}

// scale returns the best scale.
func (f *scaleFit) scale() float64 {
	const (
		first  = 1.0 / 100 // a man is about a logit
		rounds = 20
	)
	perScore := first
	for range rounds {
		var gradient, curve float64
		for i, n := range f.samples {
			score := float64(i - clip)
			p := winProbability(perScore * score)
			gradient += (n*p - f.results[i]) * score
			curve += n * p * (1 - p) * score * score
		}
		if curve == 0 {
			break
		}
		step := gradient / curve
		perScore = min(max(perScore-step, first/10), first*10)
		if math.Abs(step) < first/1000 {
			break
		}
	}
	return 1 / perScore
}
