package eval

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"stupol/movegen"
)

// The weights in the program, one file a game. train/EXPERIMENTS.md says how they were
// made.
//
//go:embed weights
var shipped embed.FS

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
