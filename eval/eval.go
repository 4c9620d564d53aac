package eval

import (
	"cmp"
	"strings"

	"stupol/eval/network"
	"stupol/movegen"
)

// An Evaluator evaluates positions of one game. It does not change, so any number of
// goroutines may use it.
type Evaluator struct {
	rules *movegen.Rules
	board *board

	// safeLine is the main line if a king that has it for itself is hard to beat, else none.
	safeLine movegen.Bits

	note  string
	scale float64
	hand  *weights

	network   *network.Network // nil: by hand
	perOutput float64          // hundredths of a man per unit of its output
}

// Hand returns the evaluation of r by hand.
func Hand(r *movegen.Rules) *Evaluator {
	e := &Evaluator{rules: r, board: boardOf(r), hand: weightsOf(r), scale: handScale}
	if r.Draws[0].AskForLongDiagonal() {
		e.safeLine = r.LongDiagonal()
	}
	return e
}

// Rules returns the game of e.
func (e *Evaluator) Rules() *movegen.Rules { return e.rules }

// Name returns the first line of the note.
func (e *Evaluator) Name() string {
	name, _, _ := strings.Cut(e.Note(), "\n")
	return name
}

// Note returns the note of the weights, or "by hand".
func (e *Evaluator) Note() string {
	if e.network == nil {
		return "by hand"
	}
	return cmp.Or(e.note, "learned")
}

// Scale returns how many hundredths of a man make a logit of the expected result: with
// a score s the side to move can expect 1 / (1 + exp(-s/scale)) points, a draw being
// half a point.
func (e *Evaluator) Scale() float64 { return e.scale }

// Evaluate returns the score of p for the side to move, in hundredths of a man.
func (e *Evaluator) Evaluate(p *movegen.Position) int {
	return e.evaluate(new(network.Accumulator), p)
}

// evaluate returns the score of p. Only a network uses the accumulator.
func (e *Evaluator) evaluate(a *network.Accumulator, p *movegen.Position) int {
	if e.network == nil {
		return e.handScore(p)
	}
	return e.networkScore(a, p)
}

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
