package main

import (
	"stupol/eval"
	"stupol/movegen"
)

// evalFlag is the flag that says what positions are worth.
type evalFlag struct {
	EvalFile string `placeholder:"FILE" file:"read" help:"Weights of the evaluation, made by stupol train; \"hand\" is the one written by hand (default: the weights Stupol comes with)."`
}

// evaluator returns the evaluation of r that is asked for.
func (f evalFlag) evaluator(r *movegen.Rules) (*eval.Evaluator, error) {
	return eval.Named(r, f.EvalFile)
}
