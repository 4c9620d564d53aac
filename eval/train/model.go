package train

import (
	"math"

	"stupol/eval"
	"stupol/movegen"
)

// A model is an evaluation in training.
type model interface {
	// count sees every sample of the training set once, before training.
	count(batch []example)

	// prepare ends the counting. The training set has so many samples.
	prepare(samples int)

	// startFrom sets the parameters to those of w, to which priors then pull. A
	// logit is scale hundredths of a man.
	startFrom(w *eval.Weights, scale float64) error

	// logit returns the prediction for an example: the log odds of the side to move,
	// before the divisor of drawish endings. It is called in parallel, and keeps in
	// the example what update needs.
	logit(e *example) float64

	// update changes the parameters by the gradients of a batch. The result does not
	// depend on the number of threads.
	update(batch []example, rate float64)

	// save returns the parameters and the state of the optimizer, which restore
	// takes. It reports false, and changes nothing, if they are of another model.
	save() []float32
	restore(saved []float32) bool

	// weights returns the evaluation. A logit is scale hundredths of a man.
	weights(r *movegen.Rules, scale float64) (*eval.Weights, error)
}

// newModel returns a new model as the options want it.
func (t *Trainer) newModel() model {
	if t.options.Width > 0 {
		return newNetworkModel(t.rules, &t.options)
	}
	return newPatternModel(t.extractor.Patterns(), &t.options)
}

// predict fills in a sample with its loss and gradient by the weights as they are.
func (t *Trainer) predict(e *example, s *sample) {
	t.extract(e, s)
	e.hasResult, e.isLeaf = s.hasResult(), s.result == leafResult
	e.target = s.target(t.options.Lambda, t.scale)
	logit := t.model.logit(e)
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
