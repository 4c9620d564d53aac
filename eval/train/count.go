package train

import (
	"cmp"
	"context"
	"math"

	"stupol/eval"
)

// count looks at all samples once: how often each weight and each number of
// pieces occurs, and what scale the scores have.
func (t *Trainer) count(ctx context.Context) error {
	var counts [64]int // by the pieces
	var fit scaleFit
	look := func(e *example, s *sample) {
		t.extract(e, s)
		e.score, e.target = float64(s.score), float64(s.result)
	}
	err := t.each(ctx, t.train, nil, "counting patterns", look, func(batch []example) {
		for i := range batch {
			counts[batch[i].pieces]++
			if batch[i].target != noResult {
				fit.add(batch[i].score, batch[i].target)
			}
		}
		inParallel(t.options.Threads, len(t.model.patterns), func(i int) { t.model.patterns[i].count(i, batch) })
	})
	t.scale = cmp.Or(t.options.Scale, fit.scale())
	t.weight = balanced(&counts, t.options.Balance)
	t.model.scalars(func(c *parameter) { c.seen = float32(t.train.size()) })
	return err
}

// extract fills in the features of a sample.
func (t *Trainer) extract(e *example, s *sample) {
	p := s.position()
	e.features = t.extractor.Features(&p)
	e.phase = phaseOf(&e.features)
	e.pieces = s.pieces()
}

// count counts in how many samples of a batch each parameter of w occurs, which is
// pattern i of the features.
func (w *pattern) count(i int, batch []example) {
	for j := range batch {
		for _, index := range [2]uint32{batch[j].features.Ours[i], batch[j].features.Theirs[i]} {
			w.whole[index].seen++
			for k := range w.subpatterns {
				w.subpatterns[k][eval.SubpatternIndex(index, k)].seen++
			}
			for k := range w.quarters {
				w.quarters[k][quarterOf(index, k)].seen++
			}
		}
	}
}

// heaviest is the most that a sample may count.
const heaviest = 8

// balanced returns what a sample counts by its number of pieces, if there are
// so many of each: (mean/count)^power.
func balanced(counts *[64]int, power float64) (weight [64]float32) {
	sum, kinds := 0, 0
	for _, n := range counts {
		if n > 0 {
			sum, kinds = sum+n, kinds+1
		}
	}
	mean := float64(sum) / float64(max(kinds, 1))
	for i, n := range counts {
		weight[i] = float32(min(math.Pow(mean/float64(max(n, 1)), power), heaviest))
	}
	return weight
}
