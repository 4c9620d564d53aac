package train

import (
	"math"

	"stupol/eval"
	"stupol/eval/network"
)

// An example is a sample with what the network makes of it.
type example struct {
	inputs   [2][]uint16 // that are on, as the side to move sees the board and as the other one does
	pieces   int
	head     int
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
	e.inputs = network.InputsOf(t.rules, &p, e.inputs)
	e.pieces = s.pieces()
	e.head = network.HeadOf(e.pieces, t.startPieces)
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
	e.gradient = float32((expected-e.target)/divisor) * t.sampleWeight[e.pieces]
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
