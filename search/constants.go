package search

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Constant is a number that the search is tuned by: it costs strength to
// have it larger or smaller than is best, but no value makes the search wrong.
type Constant struct {
	Name     string
	Value    int // unless Options.Constants say otherwise
	Min, Max int // the values it may have
	Use      string
}

// Constants are values of all of them.
type Constants struct {
	lmrFrom      int
	lmrFromPV    int
	lmrMoreFrom  int
	lmrMostFrom  int
	lmrMostDepth int
	lmrDepth     int
	iirDepth     int
	rfpDepth     int
	rfpMargin    int
}

// A tunable is a Constant and where its value is kept.
type tunable struct {
	Constant
	field func(*Constants) *int
}

var tunables = []tunable{
	{Constant{"lmr-from", 1, 1, 20, "the first quiet move, counted from 0, that is searched less deep"},
		func(c *Constants) *int { return &c.lmrFrom }},
	{Constant{"lmr-from-pv", 3, 1, 20, "the same in a principal variation"},
		func(c *Constants) *int { return &c.lmrFromPV }},
	{Constant{"lmr-more-from", 5, 1, 40, "the first that is reduced by two plies, outside of one"},
		func(c *Constants) *int { return &c.lmrMoreFrom }},
	{Constant{"lmr-most-from", 8, 1, 99, "the first that is reduced by one more, anywhere"},
		func(c *Constants) *int { return &c.lmrMostFrom }},
	{Constant{"lmr-most-depth", 6, 2, maxDepth, "the shallowest search behind a move that is reduced by one more"},
		func(c *Constants) *int { return &c.lmrMostDepth }},
	{Constant{"lmr-depth", 2, 1, 20, "the shallowest search behind a move that is reduced"},
		func(c *Constants) *int { return &c.lmrDepth }},
	{Constant{"iir-depth", 3, 2, maxDepth, "the shallowest search that is reduced for want of a move to begin with"},
		func(c *Constants) *int { return &c.iirDepth }},
	{Constant{"rfp-depth", 4, 0, maxDepth, "the deepest search that a side well ahead is spared"},
		func(c *Constants) *int { return &c.rfpDepth }},
	{Constant{"rfp-margin", 18, 0, 1000, "by how much it must be ahead for each ply of it, in hundredths of a man"},
		func(c *Constants) *int { return &c.rfpMargin }},
}

// AllConstants returns all constants of the search.
func AllConstants() []Constant {
	all := make([]Constant, len(tunables))
	for i, t := range tunables {
		all[i] = t.Constant
	}
	return all
}

// ConstantNamed returns the constant of that name. It fails if there is none.
func ConstantNamed(name string) (Constant, error) {
	t, err := tunableNamed(name)
	return t.Constant, err
}

// NewConstants returns the constants with other values for those named. It
// fails if there is none of a name or a value is out of its range.
func NewConstants(values map[string]int) (*Constants, error) {
	c := usualConstants()
	for _, name := range slices.Sorted(maps.Keys(values)) {
		t, err := tunableNamed(name)
		if err != nil {
			return nil, err
		}
		v := values[name]
		if v < t.Min || v > t.Max {
			return nil, fmt.Errorf("constant %s=%d: want a number from %d to %d", name, v, t.Min, t.Max)
		}
		*t.field(c) = v
	}
	return c, nil
}

// usualConstants returns every constant as it is by itself.
func usualConstants() *Constants {
	c := &Constants{}
	for _, t := range tunables {
		*t.field(c) = t.Value
	}
	return c
}

// tunableNamed returns the constant of that name. It fails if there is none.
func tunableNamed(name string) (tunable, error) {
	known := make([]string, len(tunables))
	for i, t := range tunables {
		if t.Name == name {
			return t, nil
		}
		known[i] = t.Name
	}
	return tunable{}, fmt.Errorf("unknown constant %q (known: %s)", name, strings.Join(known, ", "))
}
