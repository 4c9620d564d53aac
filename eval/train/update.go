package train

import (
	"math"

	"stupol/eval"
)

// predict fills in a sample with its loss and gradient by the weights as they are.
func (t *Trainer) predict(e *example, s *sample) {
	t.extract(e, s)
	e.hasResult = s.result != noResult
	e.target = s.target(t.options.Lambda, t.scale)
	logit := float64(t.model.logit(&e.features))
	divisor := float64(e.features.Divisor(logit))
	expected := winProbability(logit / divisor)
	e.gradient = float32((expected-e.target)/divisor) * t.sampleWeight[e.pieces]
	e.loss = divergence(e.target, expected)
	if e.features.Drawish() {
		e.gradient, e.loss = 0, 0
	}
}

// divergence returns the Kullback-Leibler divergence of the prediction q from the
// target p.
func divergence(p, q float64) float64 { return crossEntropy(p, q) - crossEntropy(p, p) }

// crossEntropy returns the log loss of the prediction q for the target p.
func crossEntropy(p, q float64) float64 {
	const least = 1e-9
	return -p*math.Log(max(q, least)) - (1-p)*math.Log(max(1-q, least))
}

// update changes the parameters by the gradients of a batch. One goroutine updates
// each pattern, another all the rest, in the order of the samples. So the result does
// not depend on the number of threads.
func (t *Trainer) update(batch []example, rate float64) {
	patterns := len(t.model.patterns)
	inParallel(t.options.Threads, patterns+1, func(i int) {
		if i < patterns {
			t.updatePattern(i, batch, rate)
		} else {
			t.updateScalars(batch, rate)
		}
	})
}

// updatePattern updates the parameters of pattern i.
func (t *Trainer) updatePattern(i int, batch []example, rate float64) {
	p, prior := &t.model.patterns[i], t.options.Prior
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
func (t *Trainer) updateScalars(batch []example, rate float64) {
	m, scalar := t.model, newAdaGrad(rate, t.options.Prior.Scalar)
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
