package tune

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"sync"
	"time"

	"stupol/eval"
	"stupol/movegen"
)

// Options say how to train. The zero value of a field is not a default; see
// Defaults.
type Options struct {
	Epochs   int     // passes over the samples, at most
	Patience int     // passes without a better judgement before training ends
	Rate     float64 // the step of AdaGrad, in logits
	Trust    float64 // the share of the search's opinion in the targets, 0 to 1
	Prior    Prior
	Known    int    // positions with so many pieces are left out: the databases know them
	Seed     uint64 // of the order of the samples
	Note     string // for the weights file
}

// Prior says how hard it is to move weights away from 0: how many logits of
// error for a logit of weight (L2 regularization). It is the same however
// often a weight occurs, so that rare ones stay small.
type Prior struct{ Whole, Part, Quarter, Scalar float64 }

// Defaults are the options that have done well.
var Defaults = Options{
	Epochs: 20, Patience: 2, Rate: 0.02, Trust: 0.3,
	Prior: Prior{Whole: 100, Part: 20, Quarter: 5, Scalar: 1},
	Known: 4, Seed: 1,
}

// Epoch reports on one pass over the samples. The losses are mean log losses
// in nats, without the entropy of the targets: 0 would be perfect.
type Epoch struct {
	Number       int
	Train, Judge float64
	Time         time.Duration
}

// A Trainer fits an evaluation to games.
type Trainer struct {
	options Options
	set     set
	scale   float64
	model   *model
	batch   []example
}

// An example is a sample prepared for a step.
type example struct {
	features eval.Features
	share    [2]float32
	target   float32
	slope    float32 // of the loss by the worth
	loss     float64
}

// batchSize is how many samples are judged by the same weights before these
// change.
const batchSize = 1 << 14

// Load adds the games of a file.
func (t *Trainer) Load(in io.Reader) error { return t.set.load(in, &t.options) }

// Prepare ends the loading: it merges what is the same and makes a model for
// what there is.
func (t *Trainer) Prepare() error {
	s := &t.set
	s.train, s.judge = merged(s.train), merged(s.judge)
	if len(s.train) == 0 || len(s.judge) == 0 {
		return fmt.Errorf("%d games have too few quiet positions to learn from", s.games)
	}
	t.scale = fitScale(s.train)
	t.model = newModel(s.eyes.Windows())
	t.batch = make([]example, batchSize)
	t.countSeen()
	return nil
}

// Samples returns how many positions are learned from and judged by.
func (t *Trainer) Samples() (train, judge int) { return len(t.set.train), len(t.set.judge) }

// Scale returns how many hundredths of a man make a logit.
func (t *Trainer) Scale() float64 { return t.scale }

// Train fits the weights, calls report after every pass, and returns those
// that judged best.
func (t *Trainer) Train(ctx context.Context, report func(Epoch)) (*eval.Weights, error) {
	best, bestLoss, worse := (*eval.Weights)(nil), math.Inf(1), 0
	for n := 1; n <= t.options.Epochs && worse < t.options.Patience; n++ {
		began := time.Now()
		rng := rand.New(rand.NewPCG(t.options.Seed, uint64(n)))
		rng.Shuffle(len(t.set.train), func(i, k int) {
			t.set.train[i], t.set.train[k] = t.set.train[k], t.set.train[i]
		})
		e := Epoch{Number: n}
		var err error
		if e.Train, err = t.pass(ctx, t.set.train, t.learn); err != nil {
			return best, err
		}
		if e.Judge, err = t.pass(ctx, t.set.judge, func([]example) {}); err != nil {
			return best, err
		}
		e.Time = time.Since(began)
		report(e)
		worse++
		if e.Judge < bestLoss {
			best, bestLoss, worse = t.model.weights(t.set.rules, t.scale), e.Judge, 0
			best.Note = t.options.Note
		}
	}
	return best, nil
}

// pass judges the samples batch by batch, calls then with each batch, and
// returns the mean loss.
func (t *Trainer) pass(ctx context.Context, samples []sample, then func([]example)) (float64, error) {
	loss := 0.0
	for first := 0; first < len(samples); first += batchSize {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		part := samples[first:min(first+batchSize, len(samples))]
		batch := t.batch[:len(part)]
		inParallel(len(part), func(i int) { t.judge(&batch[i], &part[i]) })
		for i := range batch {
			loss += batch[i].loss
		}
		then(batch)
	}
	return loss / float64(len(samples)), nil
}

// judge fills in what the present weights make of a sample.
func (t *Trainer) judge(e *example, s *sample) {
	p := s.position()
	e.features = t.set.eyes.Features(&p)
	e.share = shareOf(&e.features)
	e.target = s.target(t.options.Trust, t.scale)
	worth, target := float64(t.model.worth(&e.features)), float64(e.target)
	expected := chance(worth)
	e.slope = float32(expected) - e.target
	e.loss = crossEntropy(target, expected) - crossEntropy(target, target)
	if e.features.Drawish {
		e.slope, e.loss = 0, 0
	}
}

// crossEntropy returns the log loss of expecting q where p comes true.
func crossEntropy(p, q float64) float64 {
	const least = 1e-9
	return -p*math.Log(math.Max(q, least)) - (1-p)*math.Log(math.Max(1-q, least))
}

// learn moves the weights down the slopes of a batch. Each group of weights
// is moved by one goroutine in the order of the samples, so that the result
// does not depend on how many there are.
func (t *Trainer) learn(batch []example) {
	var group sync.WaitGroup
	for i := range t.model.windows {
		group.Go(func() { t.learnWindow(i, batch) })
	}
	group.Go(func() { t.learnScalars(batch) })
	group.Wait()
}

// learnWindow moves the weights of window i.
func (t *Trainer) learnWindow(i int, batch []example) {
	w, prior := &t.model.windows[i], t.options.Prior
	whole, part, quarter := t.stepper(prior.Whole), t.stepper(prior.Part), t.stepper(prior.Quarter)
	move := func(code uint32, slope float32, share *[2]float32) {
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
		move(e.features.Ours[i], e.slope, &e.share)
		move(e.features.Theirs[i], -e.slope, &e.share)
	}
}

// learnScalars moves all other weights.
func (t *Trainer) learnScalars(batch []example) {
	m, step := t.model, t.stepper(t.options.Prior.Scalar)
	for j := range batch {
		e := &batch[j]
		step.move(&m.turn, e.slope, &e.share)
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

func (t *Trainer) stepper(prior float64) stepper {
	return stepper{float32(t.options.Rate), float32(prior)}
}

// move moves c against the slope of the loss by the worth of a position in
// which it has occurred.
func (s stepper) move(c *cell, slope float32, share *[2]float32) {
	const start = 1 // of the squares, so that the first steps are not too long
	pull := s.prior / c.seen
	for i := range c.value {
		g := slope*share[i] + pull*c.value[i]
		c.squares[i] += g * g
		c.value[i] -= s.rate * g / float32(math.Sqrt(float64(c.squares[i]+start)))
	}
}

// countSeen counts in how many samples each weight occurs.
func (t *Trainer) countSeen() {
	m := t.model
	for i := range t.set.train {
		p := t.set.train[i].position()
		f := t.set.eyes.Features(&p)
		m.scalars(func(c *cell) { c.seen++ })
		for i := range m.windows {
			w := &m.windows[i]
			for _, code := range [2]uint32{f.Ours[i], f.Theirs[i]} {
				w.whole[code].seen++
				for k := range w.parts {
					w.parts[k][eval.PartOf(code, k)].seen++
				}
				for k := range w.quarters {
					w.quarters[k][quarterOf(code, k)].seen++
				}
			}
		}
	}
}

// NewTrainer returns a Trainer for r that has loaded nothing.
func NewTrainer(r *movegen.Rules, o Options) *Trainer {
	return &Trainer{options: o, set: set{rules: r, eyes: eval.Hand(r)}}
}
