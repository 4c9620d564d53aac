package tune

import (
	"math"

	"stupol/eval"
)

// assess fills in what the present weights make of a sample.
func (t *Trainer) assess(e *example, s *sample) {
	t.see(e, s)
	e.played = s.result != noResult
	e.target = s.target(t.options.Trust, t.scale)
	worth := float64(t.model.worth(&e.features))
	divisor := float64(e.features.Divisor(worth))
	expected := chance(worth / divisor)
	e.slope = float32((expected-e.target)/divisor) * t.weight[e.pieces]
	e.loss = lossOf(e.target, expected)
	if e.features.Drawish() {
		e.slope, e.loss = 0, 0
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

// learn moves the weights down the slopes of a batch. Each group of weights is
// moved by one goroutine in the order of the samples, so that the result does
// not depend on how many there are.
func (t *Trainer) learn(batch []example, rate float64) {
	windows := len(t.model.windows)
	inParallel(t.options.Threads, windows+1, func(i int) {
		if i < windows {
			t.learnWindow(i, batch, rate)
		} else {
			t.learnScalars(batch, rate)
		}
	})
}

// learnWindow moves the weights of window i.
func (t *Trainer) learnWindow(i int, batch []example, rate float64) {
	w, prior := &t.model.windows[i], t.options.Prior
	whole, part, quarter := newStepper(rate, prior.Whole), newStepper(rate, prior.Part), newStepper(rate, prior.Quarter)
	move := func(code uint32, slope float32, share *[values]float32) {
		whole.move(&w.whole[code], slope, share)
		for k := range w.parts {
			part.move(&w.parts[k][eval.PartOf(code, k)], slope, share)
		}
		for k := range w.quarters {
			quarter.move(&w.quarters[k][quarterOf(code, k)], slope, share)
		}
	}
	for j := range batch {
		e := &batch[j]
		ours, theirs := withLead(e.share, e.features.Lead), withLead(e.share, -e.features.Lead)
		move(e.features.Ours[i], e.slope, &ours)
		move(e.features.Theirs[i], -e.slope, &theirs)
	}
}

// learnScalars moves all other weights. What it is worth to be to move is learned
// from positions that were played alone; the package comment says what it costs to
// learn it from leaves, too, perhaps because the side to move there has often just
// been offered something: most moves that a search looks at are bad.
func (t *Trainer) learnScalars(batch []example, rate float64) {
	m, step := t.model, newStepper(rate, t.options.Prior.Scalar)
	for j := range batch {
		e := &batch[j]
		if e.played {
			step.move(&m.turn, e.slope, &e.share)
		}
		for i, n := range e.features.Counts {
			if n != 0 {
				step.move(&m.counts[i], e.slope*float32(n)*countScale[i], &e.share)
			}
		}
		for kings := e.features.OurKings; kings != 0; kings &= kings - 1 {
			step.move(&m.kings[kings.First()], e.slope, &e.share)
		}
		for kings := e.features.TheirKings; kings != 0; kings &= kings - 1 {
			step.move(&m.kings[kings.First()], -e.slope, &e.share)
		}
	}
}

// stepper moves weights that have the same prior.
type stepper struct{ rate, prior float32 }

func newStepper(rate, prior float64) stepper { return stepper{float32(rate), float32(prior)} }

// move moves c against the slope of the loss by the worth of a position in
// which it has occurred.
func (s stepper) move(c *cell, slope float32, share *[values]float32) {
	const start = 1 // of the squares, so that the first steps are not too long
	pull := s.prior / c.seen
	for i := range c.value {
		g := slope*share[i] + pull*(c.value[i]-c.start[i])
		c.squares[i] += g * g
		c.value[i] -= s.rate * g / float32(math.Sqrt(float64(c.squares[i]+start)))
	}
}
