package match

import "math"

// Elo returns the difference of p in logistic Elo with its 95 % interval, as
// Pentanomial.Elo does, for pairs that s has looked at one by one. A test ends when
// the results look good or bad, so that those of a fixed match would promise too much:
// here the estimate is too high as often as too low, and the interval holds the truth
// in 95 % of all tests, whether the test has ended or not.
//
// The results are a random walk, nearly a Brownian motion, between two boundaries at
// which it stops. Ends are put in order: the lower boundary, the earlier the worse, then
// walks under way by where they are, then the upper boundary, the earlier the better. The
// estimate is the drift under which half of all walks end worse, the bounds are those
// of 97.5 and 2.5 % (Siegmund, "Sequential Analysis", 1985, chapter III.4).
//
// If s is nil, a match without a test, it is Pentanomial.Elo.
func (s *SPRT) Elo(p Pentanomial) Interval {
	w, deviation, ok := s.walk(p)
	if !ok {
		return p.Elo()
	}
	elo := func(share float64) float64 {
		around := w.at / w.pairs
		reach := 12/math.Sqrt(w.pairs) + 4/min(-w.low, w.high) + math.Abs(around)
		drift := signChange(func(drift float64) float64 { return w.worse(drift) - share }, around-reach, around+reach)
		return eloOf(0.5 + (drift+w.zero)*deviation)
	}
	return Interval{elo(0.5), elo(0.975), elo(0.025)}
}

// LOS returns the likelihood of superiority for pairs that s has looked at one by one:
// how many of the walks of equal players end worse. If s is nil it is Pentanomial.LOS.
func (s *SPRT) LOS(p Pentanomial) float64 {
	w, _, ok := s.walk(p)
	if !ok {
		return p.LOS()
	}
	return w.worse(-w.zero)
}

// A walk is the results of pairs, added up: each less one half and less what tells
// the two hypotheses apart least, in standard deviations. So each has a variance of 1.
type walk struct {
	pairs     float64
	at        float64 // not outside of the boundaries
	low, high float64 // the boundaries; 0 is between them
	zero      float64 // the difference, in deviations, of a walk without drift
}

// walk returns the walk of p, and the standard deviation of a pair; ok is false if that
// is 0, s is nil or p makes no such walk.
func (s *SPRT) walk(p Pentanomial) (w walk, deviation float64, ok bool) {
	mean, deviation := p.distribution(0).moments()
	if s == nil || p.Count() == 0 || deviation == 0 {
		return w, 0, false
	}
	d0, d1 := s.deviations(s.Elo0, deviation), s.deviations(s.Elo1, deviation)
	lower, upper := s.Bounds()
	w = walk{pairs: float64(p.Count()), low: lower / (d1 - d0), high: upper / (d1 - d0), zero: (d0 + d1) / 2}
	w.at = w.pairs * ((mean-0.5)/deviation - w.zero)
	switch s.Verdict(p) { // where it has stopped is the boundary
	case AcceptH0:
		w.low = w.at
	case AcceptH1:
		w.high = w.at
	}
	w.at = min(max(w.at, w.low), w.high)
	return w, deviation, w.low < 0 && 0 < w.high
}

// deviations returns a difference in standard deviations of a pair.
func (s *SPRT) deviations(elo, deviation float64) float64 {
	if s.Model == Logistic {
		return (scoreAt(elo) - 0.5) / deviation
	}
	return elo / eloPerDeviation * math.Sqrt2
}

// worse returns the share of walks with that drift a pair that end at the lower
// boundary by now, or are under way and not higher than w. It is made of walks without
// boundaries that begin at the images of 0 in the two mirrors that the boundaries are.
func (w walk) worse(drift float64) (share float64) {
	const far = 9 // deviations, beyond which nothing is
	width, root := w.high-w.low, math.Sqrt(w.pairs)
	images := int(math.Ceil((far*root + width) / (2 * width)))
	end := drift * w.pairs
	for k := -images; k <= images; k++ {
		image, mirrored := 2*float64(k)*width, 2*(w.low+float64(k)*width)
		share += scaledBetween(drift*image, (w.low-image-end)/root, (w.at-image-end)/root)
		share -= scaledBetween(drift*mirrored, (w.low-mirrored-end)/root, (w.at-mirrored-end)/root)
		distance := image - w.low // of the image, from the lower boundary
		sign := math.Copysign(1, distance)
		distance *= sign
		share += sign * scaledCDF(drift*(w.low-distance), (end-distance)/root)
		share += sign * scaledCDF(drift*(w.low+distance), (-end-distance)/root)
	}
	return share
}

// scaledBetween returns exp(log) times the probability that a standard normal variable
// is between a and b, where a is not above b.
func scaledBetween(log, a, b float64) float64 {
	if a > 0 {
		a, b = -b, -a
	}
	return scaledCDF(log, b) - scaledCDF(log, a)
}

// scaledCDF returns exp(log) times normalCDF(x), of which one may be too large for a
// float and the other too small.
func scaledCDF(log, x float64) float64 {
	const small = -30
	if x < small {
		return math.Exp(log-x*x/2) / (-x * math.Sqrt(2*math.Pi)) * (1 - 1/(x*x))
	}
	return math.Exp(log + math.Log(normalCDF(x)))
}
