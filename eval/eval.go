// Package eval says what a quiet position is worth: one in which the side to
// move has no capture. It looks at the board only, knows nothing of search,
// and does no input or output.
package eval

import "stupol/movegen"

// An Evaluator says what positions of one game are worth. It is never
// changed once made, and any number of goroutines may use it.
type Evaluator struct {
	rules *movegen.Rules
	board *board
	hand  *weights
}

// Default returns the evaluation an engine for r uses unless told otherwise.
func Default(r *movegen.Rules) *Evaluator { return Hand(r) }

// Hand returns the evaluation of r that was written by hand.
func Hand(r *movegen.Rules) *Evaluator {
	return &Evaluator{rules: r, board: boardOf(r), hand: weightsOf(r)}
}

// Rules returns the game whose positions e knows.
func (e *Evaluator) Rules() *movegen.Rules { return e.rules }

// Evaluate returns the worth of p for the side to move, in hundredths of a
// man. It is the same for both sides: turning the board round and swapping
// the colours does not change it.
func (e *Evaluator) Evaluate(p *movegen.Position) int { return e.byHand(p) }
