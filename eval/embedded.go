package eval

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"stupol/movegen"
)

// The weights Stupol is shipped with, one file a game; eval/train tells how
// they were made.
//
//go:embed weights
var shipped embed.FS

// defaults holds the default evaluation of each game, made when it is first
// asked for.
var defaults = func() map[string]func() *Evaluator {
	m := map[string]func() *Evaluator{}
	for _, r := range movegen.Variants() {
		m[r.Name] = sync.OnceValue(func() *Evaluator { return defaultOf(r) })
	}
	return m
}()

// Default returns the evaluation an engine for r uses unless told otherwise:
// the one learned from games if Stupol comes with weights for r, the one
// written by hand if not.
func Default(r *movegen.Rules) *Evaluator { return defaults[r.Name]() }

// embedded returns the weights of r that are part of the program. If there are none
// the error is fs.ErrNotExist.
func embedded(r *movegen.Rules) (*Weights, error) {
	file, err := shipped.Open("weights/" + r.Name + ".weights")
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
	e, err := w.Evaluator()
	if err != nil {
		panic(err)
	}
	return e
}
