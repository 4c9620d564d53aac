package eval

import (
	"fmt"

	"stupol/eval/input"
	"stupol/movegen"
)

// Named returns the evaluation of r with a name: "" is the default, "hand" the one by
// hand, Shipped those in the program, anything else a weights file.
func Named(r *movegen.Rules, name string) (*Evaluator, error) {
	switch name {
	case "":
		return Default(r), nil
	case "hand":
		return Hand(r), nil
	}
	w, err := Open(r, name)
	if err != nil {
		return nil, err
	}
	return w.Evaluator(), nil
}

// Shipped is the name of the weights in the program.
const Shipped = "shipped"

// Open returns the weights of r from a file, or those in the program if name is Shipped.
func Open(r *movegen.Rules, name string) (*Weights, error) {
	if name == Shipped {
		return embedded(r)
	}
	w, err := OpenFile(name)
	if err != nil {
		return nil, err
	}
	if w.Rules != r {
		return nil, fmt.Errorf("%s: evaluation weights of %s, not of %s", name, w.Rules.Name, r.Name)
	}
	return w, nil
}

// OpenFile returns the weights in a file, whatever game they are of.
func OpenFile(name string) (*Weights, error) {
	file, err := input.Open(name)
	if err != nil {
		return nil, fmt.Errorf("evaluation weights: %w", err)
	}
	defer file.Close()
	w, err := Read(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return w, nil
}
