package eval

import (
	"stupol/eval/network"
	"stupol/movegen"
)

// DefaultScale is the scale of evaluations whose own is not known: that of the first
// learned evaluation of International draughts.
const DefaultScale = 192

// The scales that an evaluation can have.
const (
	MinScale = 1
	MaxScale = 100_000
)

// Weights are a network with what a weights file says of it.
type Weights struct {
	Rules *movegen.Rules
	Note  string // how they were made, for people; at most MaxNote bytes

	// Scale is how many hundredths of a man make a logit of the expected result.
	Scale float32

	Network *network.Network
}

// Evaluator returns the evaluation with weights w.
func (w *Weights) Evaluator() *Evaluator {
	e := Hand(w.Rules)
	e.note, e.scale = w.Note, float64(w.Scale)
	e.network, e.perOutput = w.Network, e.scale/network.OutputUnit
	return e
}
