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

	"stupol/book/endgame"
	"stupol/eval"
	"stupol/movegen"
)

// A Trainer fits an evaluation to games: Load them, then Prepare, then Train.
type Trainer struct {
	// Progress, if not nil, is called now and then with the stage of the work
	// and how much of it is done; total is 0 if it is not known.
	Progress func(stage string, done, total int)

	options     Options
	rules       *movegen.Rules
	startPieces int             // at the start of the game
	extractor   *eval.Evaluator // extracts features; its weights do not matter
	prober      *endgame.Prober // of UseDatabases; nil: none
	dir         string          // of the sample sets

	games          int
	runs           []*run
	train, heldOut *sampleSet

	scale        float64     // hundredths of a man a logit
	sampleWeight [64]float32 // by number of pieces

	initial         *eval.Weights   // to start from; nil: zeros
	initialChecksum uint32          // of initial, or 0
	checkpointFile  *checkpointFile // nil: none

	model  model
	best   []float32 // the model after the best epoch; see model.save
	epochs []Epoch   // done

	batch  [batchSize]example // scratch
	bucket []sample           // scratch
}

// batchSize is the number of samples of an update. Larger batches train worse; see the
// package comment.
const batchSize = 1 << 11

// An example is a sample with its features and what is computed from them.
type example struct {
	features  eval.Features
	phase     [numValues]float32
	pieces    int
	hasResult bool
	isLeaf    bool

	threatened bool // the other side could capture; only for PhaseLosses

	gradient float32 // of the loss with respect to the logit
	target   float64
	score    float64
	loss     float64

	network networkExample // if the model is a network
}

// New returns a Trainer for r without games. It must be closed.
func New(r *movegen.Rules, o Options) (*Trainer, error) {
	dir, err := os.MkdirTemp(o.TempDir, "stupol-train-")
	if err != nil {
		return nil, err
	}
	start := r.Start()
	t := &Trainer{options: o, rules: r, startPieces: start.Occupied().Len(), extractor: eval.Hand(r), dir: dir}
	if t.train, err = newSampleSet(dir, "train"); err == nil {
		t.heldOut, err = newSampleSet(dir, "held-out")
	}
	if err != nil {
		return nil, errors.Join(err, t.Close())
	}
	// Unix lets us use open files after their removal. So a training that is killed
	// leaves nothing behind there; elsewhere Close removes the files.
	_ = os.RemoveAll(dir)
	return t, nil
}

// Close removes the files of t.
func (t *Trainer) Close() error {
	for _, s := range []*sampleSet{t.train, t.heldOut} {
		if s != nil {
			s.close()
		}
	}
	return os.RemoveAll(t.dir)
}

// report calls Progress, if there is one.
func (t *Trainer) report(stage string, done, total int) {
	if t.Progress != nil {
		t.Progress(stage, done, total)
	}
}

// StartFrom sets the weights that training starts from, and that the priors of patterns
// pull to, instead of zeros: a few games then change what they contradict and leave the
// rest. A network may be of another game on the same board. Call it before Prepare, which
// fails if w is of another kind or width than what is trained.
func (t *Trainer) StartFrom(w *eval.Weights) error {
	if w.Rules != t.rules && (w.Network == nil || w.Rules.Size != t.rules.Size) {
		return fmt.Errorf("weights of %s to start from, not of %s", w.Rules.Name, t.rules.Name)
	}
	sum := crc32.NewIEEE()
	if _, err := w.WriteTo(sum); err != nil {
		return err
	}
	t.initial, t.initialChecksum = w, sum.Sum32()
	return nil
}

// Prepare ends the loading. It merges samples of the same position, makes the model
// and fits the scale.
func (t *Trainer) Prepare(ctx context.Context) error {
	t.report("merging positions", 0, 0)
	if err := errors.Join(t.train.merge(), t.heldOut.merge()); err != nil {
		return err
	}
	if t.train.size() == 0 || t.heldOut.size() == 0 {
		return fmt.Errorf("%d games have too few quiet positions to learn from", t.games)
	}
	t.model = t.newModel()
	if err := t.countFeatures(ctx); err != nil {
		return err
	}
	if t.initial != nil {
		return t.model.startFrom(t.initial, t.scale)
	}
	return nil
}

// Games returns the number of games loaded.
func (t *Trainer) Games() int { return t.games }

// Positions returns the sizes of the training set and the held-out set.
func (t *Trainer) Positions() (train, heldOut int) { return t.train.size(), t.heldOut.size() }

// Scale returns the scale: how many hundredths of a man make a logit.
func (t *Trainer) Scale() float64 { return t.scale }

// Epochs returns the epochs done so far.
func (t *Trainer) Epochs() []Epoch { return t.epochs }

// Best returns the epoch with the lowest held-out loss.
func (t *Trainer) Best() Epoch { return t.epochs[bestEpoch(t.epochs)] }

// Train fits the weights, calls done after each epoch, and returns the weights of the
// best epoch.
func (t *Trainer) Train(ctx context.Context, done func(Epoch)) (*eval.Weights, error) {
	for t.unfinished() {
		e, err := t.epoch(ctx)
		if err != nil {
			return nil, err
		}
		t.epochs = append(t.epochs, e)
		if bestEpoch(t.epochs) == len(t.epochs)-1 {
			t.best = t.model.save()
		}
		if t.checkpointFile != nil {
			if err := t.checkpointFile.write(t.checkpoint()); err != nil {
				return nil, err
			}
		}
		done(e)
	}
	if len(t.epochs) == 0 {
		return nil, errors.New("no epochs to train for")
	}
	t.model = t.newModel()
	t.model.restore(t.best)
	w, err := t.model.weights(t.rules, t.scale)
	if err != nil {
		return nil, err
	}
	w.Note = t.note()
	return w, nil
}

// unfinished reports whether there is another epoch to do.
func (t *Trainer) unfinished() bool {
	n := len(t.epochs)
	return n < t.options.Epochs && (n == 0 || n-1-bestEpoch(t.epochs) < t.options.EarlyStop)
}

// epoch updates the model by all samples of the training set once.
func (t *Trainer) epoch(ctx context.Context) (Epoch, error) {
	start := time.Now()
	e := Epoch{Number: len(t.epochs) + 1, Rate: t.options.rateAfter(t.epochs)}
	train := pass{
		set: t.train, stage: fmt.Sprintf("epoch %d", e.Number), fill: t.predict,
		shuffle: rand.New(rand.NewPCG(t.options.Seed, uint64(e.Number))),
	}
	var err error
	if e.Train, err = t.meanLoss(ctx, train, func(batch []example) { t.model.update(batch, e.Rate) }); err != nil {
		return e, err
	}
	e.HeldOut, err = t.heldOutLoss(ctx)
	e.Time = time.Since(start)
	return e, err
}

// heldOutLoss returns the mean loss of the held-out set.
func (t *Trainer) heldOutLoss(ctx context.Context) (float64, error) {
	return t.meanLoss(ctx, pass{set: t.heldOut, fill: t.predict}, func([]example) {})
}

// meanLoss makes a pass that predicts, and calls then with each batch. It returns the
// mean loss of the predictions.
func (t *Trainer) meanLoss(ctx context.Context, p pass, then func([]example)) (float64, error) {
	loss := 0.0
	err := t.forEachBatch(ctx, p, func(batch []example) {
		for i := range batch {
			loss += batch[i].loss
		}
		then(batch)
	})
	return loss / float64(p.set.size()), err
}

// A pass goes through all samples of a set.
type pass struct {
	set     *sampleSet
	shuffle *rand.Rand // of the buckets and of the samples of each; nil: in order
	stage   string     // for Progress; "": none

	// fill fills in an example for each sample. It is called in parallel.
	fill func(*example, *sample)
}

// forEachBatch makes a pass and calls f with each batch.
func (t *Trainer) forEachBatch(ctx context.Context, p pass, f func([]example)) error {
	var order [numBuckets]int
	for i := range order {
		order[i] = i
	}
	shuffle(p.shuffle, order[:])
	done := 0
	for _, i := range order {
		var err error
		if t.bucket, err = p.set.load(t.bucket, i); err != nil {
			return err
		}
		shuffle(p.shuffle, t.bucket)
		for samples := range slices.Chunk(t.bucket, batchSize) {
			if err := ctx.Err(); err != nil {
				return err
			}
			batch := t.batch[:len(samples)]
			inParallel(t.options.Threads, len(batch), func(i int) { p.fill(&batch[i], &samples[i]) })
			f(batch)
			if done += len(batch); p.stage != "" {
				t.report(p.stage, done, p.set.size())
			}
		}
	}
	return nil
}

// shuffle shuffles all, if rng is not nil.
func shuffle[T any](rng *rand.Rand, all []T) {
	if rng != nil {
		rng.Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
	}
}
