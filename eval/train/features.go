package train

import (
	"cmp"
	"context"
	"math"

	"stupol/eval"
)

// countFeatures reads the training set once. It counts how often each parameter and
// each number of pieces occurs, and fits the scale.
func (t *Trainer) countFeatures(ctx context.Context) error {
	var counts [64]int // samples by the number of pieces
	var fit scaleFit
	fill := func(e *example, s *sample) {
		t.extract(e, s)
		e.score, e.hasResult = float64(s.score), s.hasResult()
		e.target, _ = s.outcome()
	}
	err := t.forEachBatch(ctx, pass{set: t.train, stage: "counting patterns", fill: fill}, func(batch []example) {
		for i := range batch {
			counts[batch[i].pieces]++
			if batch[i].hasResult {
				fit.add(batch[i].score, batch[i].target)
			}
		}
		t.model.count(batch)
	})
	t.scale = cmp.Or(t.options.Scale, fit.scale())
	t.sampleWeight = sampleWeights(&counts, t.options.Balance)
	t.model.prepare(t.train.size())
	return err
}

// extract fills in the features of a sample.
func (t *Trainer) extract(e *example, s *sample) {
	p := s.position.Position()
	e.features = t.extractor.Features(&p)
	e.phase = phaseOf(&e.features)
	e.pieces = s.pieces()
	if t.options.Width > 0 {
		t.listInputs(e, &p)
	}
}

func (m *patternModel) count(batch []example) {
	inParallel(m.threads, len(m.patterns), func(i int) { m.patterns[i].count(i, batch) })
}

func (m *patternModel) prepare(samples int) {
	m.scalars(func(p *parameter) { p.samples = float32(samples) })
}

// count adds the samples of a batch to the counts of the parameters of p, which is
// pattern i of the features.
func (p *pattern) count(i int, batch []example) {
	for j := range batch {
		for _, index := range [2]uint32{batch[j].features.Ours[i], batch[j].features.Theirs[i]} {
			p.whole[index].samples++
			for k := range p.subpatterns {
				p.subpatterns[k][eval.SubpatternIndex(index, k)].samples++
			}
			for k := range p.quarters {
				p.quarters[k][quarterIndex(index, k)].samples++
			}
		}
	}
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
