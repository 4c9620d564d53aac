package train

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"time"

	"stupol/book/endgame"
	"stupol/eval"
	"stupol/eval/files/output"
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
	hand        *eval.Evaluator // knows the divisors of drawish endings, as any other
	prober      *endgame.Prober // of UseDatabases; nil: none
	dir         string          // of the sample sets

	games          int
	runs           []*run
	train, heldOut *sampleSet

	scale float64 // hundredths of a man a logit

	initial         *eval.Weights // to start from; nil: random ones
	initialChecksum uint32        // of initial, or 0
	checkpointFile  *output.Held  // nil: none

	model  *model
	best   []float32 // the model after the best epoch; see model.save
	epochs []Epoch   // done

	batch [batchSize]example // scratch
	part  []sample           // scratch
}

// batchSize is the number of samples of an update.
const batchSize = 1 << 11

// New returns a Trainer for r without games. It must be closed.
func New(r *movegen.Rules, o Options) (*Trainer, error) {
	if o.Decided != 0 && o.Scale == 0 {
		return nil, errors.New("a score of decided leaves takes a scale")
	}
	dir, err := os.MkdirTemp(o.TempDir, "stupol-train-")
	if err != nil {
		return nil, err
	}
	start := r.Start()
	t := &Trainer{options: o, rules: r, startPieces: start.Occupied().Len(), hand: eval.Hand(r), dir: dir}
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

// Close removes the files of t, but for a checkpoint.
func (t *Trainer) Close() error {
	for _, s := range []*sampleSet{t.train, t.heldOut} {
		if s != nil {
			s.close()
		}
	}
	return errors.Join(t.closeCheckpoint(), os.RemoveAll(t.dir))
}

// report calls Progress, if there is one.
func (t *Trainer) report(stage string, done, total int) {
	if t.Progress != nil {
		t.Progress(stage, done, total)
	}
}

// StartFrom sets the network that training starts from, instead of random parameters: a
// few games then change what they contradict and leave the rest. It may be of another game
// on the same board. If it knows windows, so will the network that is trained. Call it before
// Prepare, which fails if w has another width than that network.
func (t *Trainer) StartFrom(w *eval.Weights) error {
	if w.Rules.Size != t.rules.Size {
		return fmt.Errorf("weights of %s to start from, not of %s", w.Rules.Name, t.rules.Name)
	}
	sum := crc32.NewIEEE()
	if _, err := w.WriteTo(sum); err != nil {
		return err
	}
	t.initial, t.initialChecksum = w, sum.Sum32()
	t.options.Windows = max(t.options.Windows, w.Network.Shape().Windows)
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
	t.model = newModel(t.rules, &t.options)
	if t.initial != nil {
		if err := t.model.startFrom(t.initial); err != nil {
			return err
		}
	}
	return t.measure(ctx)
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
	for len(t.epochs) < t.options.Epochs {
		e, err := t.epoch(ctx)
		if err != nil {
			return nil, err
		}
		t.epochs = append(t.epochs, e)
		if bestEpoch(t.epochs) == len(t.epochs)-1 {
			t.best = t.model.save()
		}
		if err := t.keep(); err != nil {
			return nil, err
		}
		done(e)
	}
	if len(t.epochs) == 0 {
		return nil, errors.New("no epochs to train for")
	}
	t.model.restore(t.best)
	n, err := t.model.network()
	if err != nil {
		return nil, err
	}
	return &eval.Weights{Rules: t.rules, Note: t.note(), Scale: float32(t.scale), Network: n}, nil
}

// epoch updates the model by all samples of the training set once.
func (t *Trainer) epoch(ctx context.Context) (Epoch, error) {
	start := time.Now()
	number := len(t.epochs) + 1
	e := Epoch{Number: number, Rate: t.options.rateOf(number)}
	train := pass{
		set: t.train, stage: fmt.Sprintf("epoch %d", number),
		shuffle: rand.New(rand.NewPCG(t.options.Seed, uint64(number))),
	}
	var err error
	if e.Train, err = t.meanLoss(ctx, train, func(batch []example) { t.model.update(batch, e.Rate) }); err != nil {
		return e, err
	}
	e.HeldOut, e.Played, err = t.heldOutLoss(ctx)
	e.Time = time.Since(start)
	return e, err
}

// heldOutLoss returns the mean loss of the held-out set, and of its positions that were
// played.
func (t *Trainer) heldOutLoss(ctx context.Context) (all, played float64, err error) {
	var mean MeanLoss
	all, err = t.meanLoss(ctx, pass{set: t.heldOut}, func(batch []example) {
		for i := range batch {
			if !batch[i].isLeaf {
				mean.add(batch[i].loss)
			}
		}
	})
	return all, mean.Loss, err
}

// meanLoss predicts all samples of a pass, and calls then with each batch. It returns the
// mean loss.
func (t *Trainer) meanLoss(ctx context.Context, p pass, then func([]example)) (float64, error) {
	loss := 0.0
	err := t.predictAll(ctx, p, func(batch []example) {
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
	shuffle *rand.Rand // of the parts and of the samples of each; nil: in order
	stage   string     // for Progress; "": none
}

// predictAll predicts the samples of a pass, and calls f with each batch.
func (t *Trainer) predictAll(ctx context.Context, p pass, f func([]example)) error {
	return t.forEachBatch(ctx, p, func(samples []sample) {
		batch := t.batch[:len(samples)]
		inParallel(t.options.Threads, len(batch), func(i int) { t.predict(&batch[i], &samples[i]) })
		f(batch)
	})
}

// forEachSample makes a pass and calls f with each sample.
func (t *Trainer) forEachSample(ctx context.Context, p pass, f func(*sample)) error {
	return t.forEachBatch(ctx, p, func(samples []sample) {
		for i := range samples {
			f(&samples[i])
		}
	})
}

// forEachBatch makes a pass and calls f with each batch.
func (t *Trainer) forEachBatch(ctx context.Context, p pass, f func([]sample)) error {
	var order [numBuckets]int
	for i := range order {
		order[i] = i
	}
	shuffle(p.shuffle, order[:])
	done := 0
	for _, i := range order {
		var err error
		if t.part, err = p.set.load(t.part, i); err != nil {
			return err
		}
		shuffle(p.shuffle, t.part)
		for samples := range slices.Chunk(t.part, batchSize) {
			if err := ctx.Err(); err != nil {
				return err
			}
			f(samples)
			if done += len(samples); p.stage != "" {
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

// note returns the note of the weights: a summary in the first line, then a line for
// each run of games, the initial weights, and the note of the options.
func (t *Trainer) note() string {
	var b strings.Builder
	fmt.Fprintf(&b, "learned from %d games, %d positions, held-out loss of positions played %.4f", t.games, t.train.size(), t.Best().Played)
	for _, r := range t.runs {
		h := &r.header
		games := "games"
		if h.Matches != "" {
			games = "games of matches"
		}
		fmt.Fprintf(&b, "\n%d %s: seed %d, %d nodes a move, %s, stupol %s", r.games, games, h.Seed, h.Nodes, h.Evaluator, h.Engine)
	}
	if t.initial != nil {
		first, _, _ := strings.Cut(t.initial.Note, "\n")
		b.WriteString("\nfrom weights " + first)
	}
	if t.options.Note != "" {
		b.WriteString("\n" + t.options.Note)
	}
	return firstLines(b.String(), eval.MaxNote)
}

// firstLines returns as many lines of text as fit into limit bytes; of a single line
// that is too long, its beginning.
func firstLines(text string, limit int) string {
	for len(text) > limit {
		end := strings.LastIndexByte(text, '\n')
		if end < 0 {
			return text[:limit]
		}
		text = text[:end]
	}
	return text
}
