package train

import (
	"context"
	"math"

	"stupol/eval"
	"stupol/eval/network"
)

// An example is a sample with what the network makes of it.
type example struct {
	inputs   [2][]uint16 // that are on, as the side to move sees the board and as the other one does
	pieces   int
	bucket   int
	divisors eval.Divisors
	isLeaf   bool

	first   []float32 // activations: 2*width
	second  [network.Second]float32
	third   [network.Third]float32
	scratch []float32 // gradients of first

	target   float64
	loss     float64
	gradient float32 // of the loss with respect to the logit
}

// fill fills in what an example has before a prediction.
func (t *Trainer) fill(e *example, s *sample) {
	p := s.position.Position()
	e.inputs = t.model.parameters.InputsOf(t.rules, &p, e.inputs)
	e.pieces = s.pieces()
	e.bucket = network.BucketOf(e.pieces, t.startPieces)
	e.divisors = t.hand.Divisors(&p)
	e.isLeaf = s.result == leafResult
}

// predict fills in a sample with its loss and gradient by the model as it is.
func (t *Trainer) predict(e *example, s *sample) {
	t.fill(e, s)
	e.target = s.target(t.options.Lambda, t.scale)
	logit := t.model.logit(e)
	divisor := float64(e.divisors.Of(logit))
	expected := winProbability(logit / divisor)
	e.gradient = float32((expected - e.target) / divisor)
	e.loss = divergence(e.target, expected)
	if e.divisors.Drawish() {
		e.gradient, e.loss = 0, 0
	}
}

// winProbability is the logistic function.
func winProbability(logit float64) float64 { return 1 / (1 + math.Exp(-logit)) }

// divergence returns the Kullback-Leibler divergence of the prediction q from the
// target p.
func divergence(p, q float64) float64 { return crossEntropy(p, q) - crossEntropy(p, p) }

// crossEntropy returns the log loss of the prediction q for the target p.
func crossEntropy(p, q float64) float64 {
	const least = 1e-9
	return -p*math.Log(max(q, least)) - (1-p)*math.Log(max(1-q, least))
}

// A Baseline is the held-out loss of another evaluation.
type Baseline struct {
	Name string
	Loss float64 // as Epoch.Played
}

// Baseline returns the held-out loss of e, with the scale that makes it smallest. If
// e was trained with some of the held-out games, the loss is too good.
func (t *Trainer) Baseline(ctx context.Context, e *eval.Evaluator) (Baseline, error) {
	fit := newScaleFit(e.Scale())
	played := 0
	forEach := func(f func(score, target float64)) error {
		played = 0
		return t.forEachSample(ctx, pass{set: t.heldOut}, func(s *sample) {
			if s.result == leafResult {
				return
			}
			played++
			p := s.position.Position()
			if !e.Divisors(&p).Drawish() { // which has no loss
				f(float64(e.Evaluate(&p)), s.target(t.options.Lambda, t.scale))
			}
		})
	}
	if err := forEach(fit.add); err != nil {
		return Baseline{}, err
	}
	scale, loss := fit.scale(), 0.0
	err := forEach(func(score, target float64) { loss += divergence(target, winProbability(score/scale)) })
	return Baseline{e.Name(), loss / float64(max(played, 1))}, err
}

// A PiecesLoss is the loss of the held-out positions with that many pieces.
type PiecesLoss struct {
	Least, Most int // pieces
	MeanLoss
}

// A MeanLoss is the mean loss of some positions that were played, as Epoch.Played.
type MeanLoss struct {
	Positions int
	Loss      float64
}

// add adds the loss of one more position.
func (m *MeanLoss) add(loss float64) {
	m.Positions++
	m.Loss += (loss - m.Loss) / float64(m.Positions)
}

// piecesStep is how many numbers of pieces stand in one line.
const piecesStep = 4

// LossesByPieces returns the held-out losses of what Train has returned, those of positions
// with most pieces first. Numbers of pieces without positions are left out.
func (t *Trainer) LossesByPieces(ctx context.Context) ([]PiecesLoss, error) {
	var all [64 / piecesStep]PiecesLoss
	err := t.predictAll(ctx, pass{set: t.heldOut}, func(batch []example) {
		for i := range batch {
			e := &batch[i]
			if e.divisors.Drawish() || e.isLeaf { // a drawish one has no loss
				continue
			}
			all[(e.pieces-1)/piecesStep].add(e.loss)
		}
	})
	var some []PiecesLoss
	for i := len(all) - 1; i >= 0; i-- {
		if p := all[i]; p.Positions > 0 {
			p.Least, p.Most = i*piecesStep+1, (i+1)*piecesStep
			some = append(some, p)
		}
	}
	return some, err
}
