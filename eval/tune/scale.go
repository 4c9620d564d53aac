package tune

import "math"

// fitScale returns how many hundredths of a man make a logit: the scale by
// which the scores of the searches foretell the results best (maximum
// likelihood by Newton's method, in one unknown).
func fitScale(samples []sample) float64 {
	const (
		first  = 1.0 / 100 // a man is about a logit
		rounds = 20
		clip   = 800 // scores beyond tell little of the scale
	)
	perScore := first
	for range rounds {
		var slope, curve float64
		for i := range samples {
			s := &samples[i]
			score := math.Min(math.Max(float64(s.score), -clip), clip)
			p := chance(perScore * score)
			slope += (p - float64(s.result)) * score
			curve += p * (1 - p) * score * score
		}
		if curve == 0 {
			break
		}
		step := slope / curve
		perScore = math.Min(math.Max(perScore-step, first/10), first*10)
		if math.Abs(step) < first/1000 {
			break
		}
	}
	return 1 / perScore
}
