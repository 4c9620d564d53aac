package train

import (
	"cmp"
	"context"
	"math"
)

// measure reads the training set once: for the scale, and for how often each number of
// pieces occurs.
func (t *Trainer) measure(ctx context.Context) error {
	var counts [64]int // samples by the number of pieces
	var fit scaleFit
	err := t.forEachSample(ctx, pass{set: t.train, stage: "counting pieces"}, func(s *sample) {
		counts[s.pieces()]++
		if s.hasResult() {
			result, _ := s.outcome()
			fit.add(float64(s.score), result)
		}
	})
	t.scale = cmp.Or(t.options.Scale, fit.scale())
	t.sampleWeight = sampleWeights(&counts, t.options.Balance)
	return err
}

// maxSampleWeight limits sampleWeights: a few samples of a rare number of pieces must
// not dominate.
const maxSampleWeight = 8

// sampleWeights returns the weight of a sample by its number of pieces, from the
// number of samples with as many pieces: (mean/count)^balance.
func sampleWeights(counts *[64]int, balance float64) (weights [64]float32) {
	sum, kinds := 0, 0
	for _, n := range counts {
		if n > 0 {
			sum, kinds = sum+n, kinds+1
		}
	}
	mean := float64(sum) / float64(max(kinds, 1))
	for i, n := range counts {
		weights[i] = float32(min(math.Pow(mean/float64(max(n, 1)), balance), maxSampleWeight))
	}
	return weights
}
