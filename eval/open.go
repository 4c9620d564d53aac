package eval

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"stupol/eval/files/input"
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

// defaults returns the default evaluation of each game and makes it at the first call.
var defaults = func() map[string]func() *Evaluator {
	m := map[string]func() *Evaluator{}
	for _, r := range movegen.Variants() {
		m[r.Name] = sync.OnceValue(func() *Evaluator { return defaultOf(r) })
	}
	return m
}()

// Default returns the default evaluation of r: the learned one if the program has
// weights for r, else the one by hand.
func Default(r *movegen.Rules) *Evaluator { return defaults[r.Name]() }

// embedded returns the weights of r in the program. The error wraps fs.ErrNotExist if
// there are none.
func embedded(r *movegen.Rules) (*Weights, error) {
	file, err := shipped.Open(shippedFile(r))
	if err != nil {
		return nil, fmt.Errorf("evaluation weights: %w", err)
	}
	return Read(file)
}

// defaultOf makes the default evaluation of r.
func defaultOf(r *movegen.Rules) *Evaluator {
	w, err := embedded(r)
	if errors.Is(err, fs.ErrNotExist) {
		return Hand(r)
	}
	if err != nil {
		panic(err) // the program was built with a damaged file
	}
	return w.Evaluator()
}

// Fingerprint returns what tells the weights of Named(r, name) from others: the
// first 16 digits of the SHA-256 of their file, or "hand".
func Fingerprint(r *movegen.Rules, name string) (string, error) {
	var file []byte
	var err error
	switch name {
	case "hand":
		return "hand", nil
	case "", Shipped:
		file, err = fs.ReadFile(shipped, shippedFile(r))
		if name == "" && errors.Is(err, fs.ErrNotExist) {
			return "hand", nil
		}
	default:
		file, err = input.ReadFile(name, format.Most)
	}
	if err != nil {
		return "", fmt.Errorf("evaluation weights: %w", err)
	}
	return fmt.Sprintf("%.8x", sha256.Sum256(file)), nil
}

// shippedFile returns the name of the file in the program with the weights of r.
func shippedFile(r *movegen.Rules) string { return r.Name + ".weights" }
