package match

import "math"

// Ratings returns the Elo rating of each engine; their mean is 0. It is the
// maximum likelihood under the model of Bradley and Terry, with a draw as half a
// win for each, found by iteration as in Hunter, "MM algorithms for generalized
// Bradley-Terry models", Annals of Statistics 32(1), 2004. Every pairing gets one
// more drawn game: otherwise an engine that won or lost all games had no rating.
func (s *Standings) Ratings() []float64 {
	strength := make([]float64, len(s.Engines))
	for i := range strength {
		strength[i] = 1
	}
	const (
		rounds = 10_000
		enough = 1e-9
	)
	for range rounds {
		change := 0.0
		next := s.improved(strength)
		for i := range next {
			change = max(change, math.Abs(math.Log(next[i]/strength[i])))
		}
		strength = next
		if change < enough {
			break
		}
	}
	ratings := make([]float64, len(strength))
	for i, v := range strength {
		ratings[i] = 400 * math.Log10(v)
	}
	return ratings
}

// improved returns strengths that explain the results better. An engine is
// expected to win its strength's share of the sum of both. The geometric mean
// of the strengths is 1.
func (s *Standings) improved(strength []float64) []float64 {
	points := make([]float64, len(strength))
	weight := make([]float64, len(strength))
	for _, p := range s.Pairings {
		games := float64(p.Games.Games()) + 1
		won := p.Games.Points() + 0.5
		share := games / (strength[p.A] + strength[p.B])
		points[p.A] += won
		points[p.B] += games - won
		weight[p.A] += share
		weight[p.B] += share
	}
	mean := 0.0
	for i := range points {
		points[i] /= weight[i]
		mean += math.Log(points[i]) / float64(len(points))
	}
	for i := range points {
		points[i] /= math.Exp(mean)
	}
	return points
}
