package main

import (
	"stupol/eval"
	"stupol/movegen"
)

// evalFlag names the evaluation.
type evalFlag struct {
	EvalFile string `placeholder:"FILE" file:"read" help:"Weights of the evaluation, made by stupol train; \"hand\" is the evaluation by hand (default: the weights in the program)."`
}

// evaluator returns the evaluation of r that the flag names.
func (f evalFlag) evaluator(r *movegen.Rules) (*eval.Evaluator, error) {
	return eval.Named(r, f.EvalFile)
}
