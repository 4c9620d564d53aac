package train

import (
	"math"

	"stupol/eval"
)

// predict fills in what the present weights make of a sample.
func (t *Trainer) predict(e *example, s *sample) {
	t.extract(e, s)
	e.played = s.result != noResult
	e.target = s.target(t.options.Lambda, t.scale)
	score := float64(t.model.score(&e.features))
	divisor := float64(e.features.Divisor(score))
	expected := winProbability(score / divisor)
	e.gradient = float32((expected-e.target)/divisor) * t.weight[e.pieces]
	e.loss = lossOf(e.target, expected)
	if e.features.Drawish() {
		e.gradient, e.loss = 0, 0
	}
}

// lossOf returns the log loss of expecting q where p comes true, beyond what
// is lost by expecting p.
func lossOf(p, q float64) float64 { return crossEntropy(p, q) - crossEntropy(p, p) }

// crossEntropy returns the log loss of expecting q where p comes true.
func crossEntropy(p, q float64) float64 {
	const least = 1e-9
	return -p*math.Log(max(q, least)) - (1-p)*math.Log(max(1-q, least))
}

// update moves the weights down the gradients of a batch. Each group of weights is
// moved by one goroutine in the order of the samples, so that the result does
// not depend on how many there are.
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

// updatePattern moves the weights of pattern i.
func (t *Trainer) updatePattern(i int, batch []example, rate float64) {
	w, prior := &t.model.patterns[i], t.options.Prior
	whole, subpattern, quarter := newAdaGrad(rate, prior.Pattern), newAdaGrad(rate, prior.Subpattern), newAdaGrad(rate, prior.Quarter)
	move := func(index uint32, gradient float32, phase *[values]float32) {
		whole.move(&w.whole[index], gradient, phase)
		for k := range w.subpatterns {
			subpattern.move(&w.subpatterns[k][eval.SubpatternIndex(index, k)], gradient, phase)
		}
		for k := range w.quarters {
			quarter.move(&w.quarters[k][quarterOf(index, k)], gradient, phase)
		}
	}
	for j := range batch {
		e := &batch[j]
		ours, theirs := withLead(e.phase, e.features.Lead), withLead(e.phase, -e.features.Lead)
		move(e.features.Ours[i], e.gradient, &ours)
		move(e.features.Theirs[i], -e.gradient, &theirs)
	}
}

// updateScalars moves all other weights. What it is score to be to move is learned
// from positions that were played alone; the package comment says what it costs to
// learn it from leaves, too, perhaps because the side to move there has often just
// been offered something: most moves that a search looks at are bad.
func (t *Trainer) updateScalars(batch []example, rate float64) {
	m, step := t.model, newAdaGrad(rate, t.options.Prior.Scalar)
	for j := range batch {
		e := &batch[j]
		if e.played {
			step.move(&m.turn, e.gradient, &e.phase)
		}
		for i, n := range e.features.Counts {
			if n != 0 {
				step.move(&m.counts[i], e.gradient*float32(n)*countScale[i], &e.phase)
			}
		}
		for kings := e.features.OurKings; kings != 0; kings &= kings - 1 {
			step.move(&m.kings[kings.First()], e.gradient, &e.phase)
		}
		for kings := e.features.TheirKings; kings != 0; kings &= kings - 1 {
			step.move(&m.kings[kings.First()], -e.gradient, &e.phase)
		}
	}
}

// adaGrad moves weights that have the same prior.
type adaGrad struct{ rate, prior float32 }

func newAdaGrad(rate, prior float64) adaGrad { return adaGrad{float32(rate), float32(prior)} }

// move moves c against the gradient of the loss by the score of a position in
// which it has occurred.
func (s adaGrad) move(c *parameter, gradient float32, phase *[values]float32) {
	const start = 1 // of the squares, so that the first steps are not too long
	pull := s.prior / c.seen
	for i := range c.value {
		g := gradient*phase[i] + pull*(c.value[i]-c.start[i])
		c.squares[i] += g * g
		c.value[i] -= s.rate * g / float32(math.Sqrt(float64(c.squares[i]+start)))
	}
}
