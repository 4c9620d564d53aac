package train

import (
	"math"

	"stupol/eval"
)

// update changes the parameters by the gradients of a batch. One goroutine updates
// each pattern, another all the rest, in the order of the samples. So the result does
// not depend on the number of threads.
func (m *patternModel) update(batch []example, rate float64) {
	patterns := len(m.patterns)
	inParallel(m.threads, patterns+1, func(i int) {
		if i < patterns {
			m.updatePattern(i, batch, rate)
		} else {
			m.updateScalars(batch, rate)
		}
	})
}

// updatePattern updates the parameters of pattern i.
func (m *patternModel) updatePattern(i int, batch []example, rate float64) {
	p, prior := &m.patterns[i], m.prior
	whole, subpattern, quarter := newAdaGrad(rate, prior.Pattern), newAdaGrad(rate, prior.Subpattern), newAdaGrad(rate, prior.Quarter)
	update := func(index uint32, gradient float32, phase *[numValues]float32) {
		whole.update(&p.whole[index], gradient, phase)
		for k := range p.subpatterns {
			subpattern.update(&p.subpatterns[k][eval.SubpatternIndex(index, k)], gradient, phase)
		}
		for k := range p.quarters {
			quarter.update(&p.quarters[k][quarterIndex(index, k)], gradient, phase)
		}
	}
	for j := range batch {
		e := &batch[j]
		ours, theirs := withLead(e.phase, e.features.Lead), withLead(e.phase, -e.features.Lead)
		update(e.features.Ours[i], e.gradient, &ours)
		update(e.features.Theirs[i], -e.gradient, &theirs)
	}
}

// updateScalars updates all other parameters. Only samples with a result teach the weight
// of being to move: learned from leaves as well, it came out too large and lost 28 to
// 44 Elo (EXPERIMENTS.md). Perhaps because the side to move at a leaf has often just
// been offered a man: most moves that a search tries are bad.
func (m *patternModel) updateScalars(batch []example, rate float64) {
	scalar := newAdaGrad(rate, m.prior.Scalar)
	for j := range batch {
		e := &batch[j]
		if e.hasResult {
			scalar.update(&m.turn, e.gradient, &e.phase)
		}
		for i, n := range e.features.Counts {
			if n != 0 {
				scalar.update(&m.counts[i], e.gradient*float32(n)*countScale[i], &e.phase)
			}
		}
		for kings := e.features.OurKings; kings != 0; kings &= kings - 1 {
			scalar.update(&m.kings[kings.First()], e.gradient, &e.phase)
		}
		for kings := e.features.TheirKings; kings != 0; kings &= kings - 1 {
			scalar.update(&m.kings[kings.First()], -e.gradient, &e.phase)
		}
	}
}

// An adaGrad is the optimizer of parameters with the same prior.
type adaGrad struct{ rate, prior float32 }

func newAdaGrad(rate, prior float64) adaGrad { return adaGrad{float32(rate), float32(prior)} }

// update updates a parameter that occurs in a sample, by the gradient of the loss with
// respect to the logit of the sample.
func (a adaGrad) update(p *parameter, gradient float32, phase *[numValues]float32) {
	const first = 1 // added to the sum of squares, so that the first steps are not too long
	pull := a.prior / p.samples
	for i := range p.value {
		g := gradient*phase[i] + pull*(p.value[i]-p.initial[i])
		p.squares[i] += g * g
		p.value[i] -= a.rate * g / float32(math.Sqrt(float64(p.squares[i]+first)))
	}
}
