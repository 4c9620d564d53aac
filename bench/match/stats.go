package match

import "math"

// Tally counts games by their result, as one side sees them.
type Tally struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

// Games returns the number of games.
func (t Tally) Games() int { return t.Wins + t.Draws + t.Losses }

// Points returns the points won: one for a win, half for a draw.
func (t Tally) Points() float64 { return float64(t.Wins) + float64(t.Draws)/2 }

// DrawRate returns the share of draws, 0 without games.
func (t Tally) DrawRate() float64 { return float64(t.Draws) / float64(max(t.Games(), 1)) }

// Swapped returns t as the other side sees it.
func (t Tally) Swapped() Tally { return Tally{t.Losses, t.Draws, t.Wins} }

// Pentanomial counts pairs of games by the half points, 0 to 4, that one side won
// in both games together. The two games of a pair have the same opening and
// colours swapped. An advantage from the opening cancels within the pair, so the
// variance is smaller than that of single games: half as large, as measured in
// draughts (Van den Bergh, "The GSPRT for the pentanomial model", 2019).
type Pentanomial [5]int

// Count returns the number of pairs.
func (p Pentanomial) Count() int {
	n := 0
	for _, c := range p {
		n += c
	}
	return n
}

// Score returns the mean points a game, from 0 to 1. It needs at least one
// pair, as do the methods below.
func (p Pentanomial) Score() float64 {
	mean, _ := p.distribution(0).moments()
	return mean
}

// Elo returns the difference in logistic Elo, at which the expected score of the
// stronger side is 1/(1+10^(-Elo/400)), with its 95 % interval, if the number of pairs was
// fixed beforehand: see SPRT.Elo.
func (p Pentanomial) Elo() Interval {
	mean, deviation := p.distribution(0).moments()
	if deviation == 0 {
		return Interval{eloOf(mean), math.Inf(-1), math.Inf(1)}
	}
	reach := normalQuantile(0.975) * deviation / math.Sqrt(float64(p.Count()))
	return Interval{eloOf(mean), eloOf(mean - reach), eloOf(mean + reach)}
}

// NormalizedElo returns the difference in standard deviations of a game, scaled to
// equal logistic Elo for small differences without draws. It tells how many games
// are needed to see the difference (Van den Bergh, "Normalized Elo", 2021). If all
// pairs ended alike it is infinite, or NaN where the score is one half.
func (p Pentanomial) NormalizedElo() float64 {
	mean, deviation := p.distribution(0).moments()
	return (mean - 0.5) / (deviation * math.Sqrt2) * eloPerDeviation
}

// LOS returns the likelihood of superiority: the probability that the true
// score is above one half, by the normal approximation.
func (p Pentanomial) LOS() float64 {
	mean, deviation := p.distribution(0).moments()
	if mean == 0.5 {
		return 0.5
	}
	return normalCDF((mean - 0.5) / deviation * math.Sqrt(float64(p.Count())))
}

// Interval is an estimate with the bounds of its 95 % interval. Both bounds are
// infinite if the sample has no variance.
type Interval struct{ Value, Low, High float64 }

// eloOf returns the logistic Elo difference at which score is expected.
func eloOf(score float64) float64 {
	switch {
	case score <= 0:
		return math.Inf(-1)
	case score >= 1:
		return math.Inf(1)
	}
	return 400 * math.Log10(score/(1-score))
}

// scoreAt is the inverse of eloOf.
func scoreAt(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// normalCDF returns the probability that a standard normal variable is at most
// x.
func normalCDF(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }

// normalQuantile is the inverse of normalCDF.
func normalQuantile(p float64) float64 { return -math.Sqrt2 * math.Erfcinv(2*p) }

// A distribution holds the probabilities of the five results of a pair.
type distribution [5]float64

// points is the points a game for each number of half points of a pair.
var points = [5]float64{0, 0.25, 0.5, 0.75, 1}

// distribution returns the frequencies of p, each count taken as at least least.
func (p Pentanomial) distribution(least float64) distribution {
	var d distribution
	total := 0.0
	for i, n := range p {
		d[i] = max(float64(n), least)
		total += d[i]
	}
	for i := range d {
		d[i] /= total
	}
	return d
}

// moments returns the mean and the standard deviation of the points a game.
func (d distribution) moments() (mean, deviation float64) {
	for i, share := range d {
		mean += share * points[i]
	}
	variance := 0.0
	for i, share := range d {
		variance += share * (points[i] - mean) * (points[i] - mean)
	}
	return mean, math.Sqrt(variance)
}

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
