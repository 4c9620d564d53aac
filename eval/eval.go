package eval

import (
	"cmp"
	"strings"

	"stupol/movegen"
)

// An Evaluator evaluates positions of one game. It is never
// changed once made, and any number of goroutines may use it.
type Evaluator struct {
	rules *movegen.Rules
	board *board

	note    string
	hand    *weights
	learned *learned // nil: by hand
}

// Hand returns the evaluation of r that was written by hand.
func Hand(r *movegen.Rules) *Evaluator {
	return &Evaluator{rules: r, board: boardOf(r), hand: weightsOf(r)}
}

// Rules returns the game whose positions e knows.
func (e *Evaluator) Rules() *movegen.Rules { return e.rules }

// Name returns which evaluation e is, in a line: the first of what its weights
// say of themselves, or "by hand".
func (e *Evaluator) Name() string {
	name, _, _ := strings.Cut(e.Note(), "\n")
	return name
}

// Note returns all that the weights of e say of themselves, or "by hand".
func (e *Evaluator) Note() string {
	if e.learned == nil {
		return "by hand"
	}
	return cmp.Or(e.note, "learned")
}

// Evaluate returns the score of p for the side to move, in hundredths of a
// man. It is the same for both sides: turning the board round and swapping
// the colours does not change it.
func (e *Evaluator) Evaluate(p *movegen.Position) int {
	if e.learned != nil {
		return e.learnedScore(p)
	}
	return e.handScore(p)
}
