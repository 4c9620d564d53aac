package train

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"slices"
	"time"

	"stupol/eval"
	"stupol/movegen"
)

// A Trainer fits an evaluation to games: first Load them, then Prepare, then
// Train.
type Trainer struct {
	// Progress, if not nil, is called now and then with what is being done
	// and how far it has come; of is 0 where that is not known.
	Progress func(what string, done, of int)

	options   Options
	rules     *movegen.Rules
	extractor *eval.Evaluator // sees features
	folder    string

	games          int
	sources        []*source
	train, heldOut *spool

	scale  float64            // hundredths of a man a logit
	weight [64]float32        // of a sample by its pieces
	from   *eval.Weights      // to begin with; nil: nothing
	began  uint32             // their checksum, or 0
	model  *model             // as it is
	best   []float32          // as it judged best; see model.save
	epochs []Epoch            // done
	kept   *store             // where the state is kept after every epoch; nil: nowhere
	batch  [batchSize]example // scratch
	bucket []sample           // scratch
}

// batchSize is how many samples are judged by the same weights before these
// change.
const batchSize = 1 << 11

// An example is a sample prepared for a step.
type example struct {
	features eval.Features
	phase    [values]float32
	pieces   int
	played   bool    // in the game; else a leaf
	gradient float32 // of the loss by the score
	target   float64
	score    float64
	loss     float64
}

// New returns a Trainer for r that has loaded nothing. It must be closed.
func New(r *movegen.Rules, o Options) (*Trainer, error) {
	folder, err := os.MkdirTemp(o.Folder, "stupol-train-")
	if err != nil {
		return nil, err
	}
	t := &Trainer{options: o, rules: r, extractor: eval.Hand(r), folder: folder}
	if t.train, err = newSpool(folder, "train"); err == nil {
		t.heldOut, err = newSpool(folder, "held-out")
	}
	if err != nil {
		return nil, errors.Join(err, t.Close())
	}
	// Where files can be used after they are removed, a training that is killed
	// leaves nothing behind.
	_ = os.RemoveAll(folder)
	return t, nil
}

// Close removes the files of t.
func (t *Trainer) Close() error {
	for _, s := range []*spool{t.train, t.heldOut} {
		if s != nil {
			s.close()
		}
	}
	return os.RemoveAll(t.folder)
}

// report tells of the progress.
func (t *Trainer) report(what string, done, of int) {
	if t.Progress != nil {
		t.Progress(what, done, of)
	}
}

// From makes t begin with w, to which the priors pull instead of to 0: few games
// change what they show to be wrong and leave the rest as it is. It is to be called
// before Prepare. It fails if w is of another game.
func (t *Trainer) From(w *eval.Weights) error {
	if w.Rules != t.rules {
		return fmt.Errorf("weights of %s to begin with, not of %s", w.Rules.Name, t.rules.Name)
	}
	sum := crc32.NewIEEE()
	if _, err := w.WriteTo(sum); err != nil {
		return err
	}
	t.from, t.began = w, sum.Sum32()
	return nil
}

// Prepare ends the loading: it makes the samples of the same position one, and
// a model for what there is.
func (t *Trainer) Prepare(ctx context.Context) error {
	t.report("merging positions", 0, 0)
	if err := errors.Join(t.train.merge(), t.heldOut.merge()); err != nil {
		return err
	}
	if t.train.size() == 0 || t.heldOut.size() == 0 {
		return fmt.Errorf("%d games have too few quiet positions to learn from", t.games)
	}
	t.model = newModel(t.extractor.Patterns())
	if err := t.count(ctx); err != nil {
		return err
	}
	if t.from != nil {
		t.model.begin(t.from, t.scale)
	}
	return nil
}

// Games returns the number of games loaded.
func (t *Trainer) Games() int { return t.games }

// Positions returns how many positions are learned from and judged by.
func (t *Trainer) Positions() (train, judge int) { return t.train.size(), t.heldOut.size() }

// Scale returns how many hundredths of a man make a logit.
func (t *Trainer) Scale() float64 { return t.scale }

// Epochs returns the epochs done so far.
func (t *Trainer) Epochs() []Epoch { return t.epochs }

// Best returns the epoch that judged best.
func (t *Trainer) Best() Epoch { return t.epochs[best(t.epochs)] }

// Train fits the weights, calls done after every epoch, and returns the weights
// that judged best.
func (t *Trainer) Train(ctx context.Context, done func(Epoch)) (*eval.Weights, error) {
	for t.unfinished() {
		e, err := t.epoch(ctx)
		if err != nil {
			return nil, err
		}
		t.epochs = append(t.epochs, e)
		if best(t.epochs) == len(t.epochs)-1 {
			t.best = t.model.save()
		}
		if t.kept != nil {
			if err := t.kept.write(t.checkpoint()); err != nil {
				return nil, err
			}
		}
		done(e)
	}
	if len(t.epochs) == 0 {
		return nil, errors.New("no epochs to train for")
	}
	chosen := newModel(t.extractor.Patterns())
	chosen.restore(t.best)
	w := chosen.weights(t.rules, t.scale)
	w.Note = t.note()
	return w, nil
}

// unfinished reports whether there are epochs left that may help.
func (t *Trainer) unfinished() bool {
	n := len(t.epochs)
	return n < t.options.Epochs && (n == 0 || n-1-best(t.epochs) < t.options.EarlyStop)
}

// epoch learns from all samples once.
func (t *Trainer) epoch(ctx context.Context) (Epoch, error) {
	began := time.Now()
	e := Epoch{Number: len(t.epochs) + 1, Rate: t.options.rateAfter(t.epochs)}
	rng := rand.New(rand.NewPCG(t.options.Seed, uint64(e.Number)))
	what := fmt.Sprintf("epoch %d", e.Number)
	var err error
	if e.Train, err = t.lossOf(ctx, t.train, rng, what, func(batch []example) { t.update(batch, e.Rate) }); err != nil {
		return e, err
	}
	e.HeldOut, err = t.lossOf(ctx, t.heldOut, nil, "", func([]example) {})
	e.Time = time.Since(began)
	return e, err
}

// lossOf judges the samples of s batch by batch, calls then with each batch,
// and returns the mean loss.
func (t *Trainer) lossOf(ctx context.Context, s *spool, rng *rand.Rand, what string, then func([]example)) (float64, error) {
	loss := 0.0
	err := t.each(ctx, s, rng, what, t.predict, func(batch []example) {
		for i := range batch {
			loss += batch[i].loss
		}
		then(batch)
	})
	return loss / float64(s.size()), err
}

// each calls look for every sample of s with an example to fill in, in
// parallel, and then, with each batch of them. The samples come in the order of
// the spool, or shuffled by rng: the buckets, and those of each.
func (t *Trainer) each(ctx context.Context, s *spool, rng *rand.Rand, what string, look func(*example, *sample), then func([]example)) error {
	var order [buckets]int
	for i := range order {
		order[i] = i
	}
	shuffle(rng, order[:])
	done := 0
	for _, i := range order {
		var err error
		if t.bucket, err = s.load(t.bucket, i); err != nil {
			return err
		}
		shuffle(rng, t.bucket)
		for samples := range slices.Chunk(t.bucket, batchSize) {
			if err := ctx.Err(); err != nil {
				return err
			}
			batch := t.batch[:len(samples)]
			inParallel(t.options.Threads, len(batch), func(i int) { look(&batch[i], &samples[i]) })
			then(batch)
			if done += len(batch); what != "" {
				t.report(what, done, s.size())
			}
		}
	}
	return nil
}

// shuffle brings all in an order drawn by rng, if that is not nil.
func shuffle[T any](rng *rand.Rand, all []T) {
	if rng != nil {
		rng.Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
	}
}
