package search

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"stupol/movegen"
)

// A Constant is a number that the search is tuned by: it costs strength to
// have it larger or smaller than is best, but no value makes the search wrong.
type Constant struct {
	Name     string
	Value    int // in most games, unless Options.Constants say otherwise
	Min, Max int // the values it may have
	Use      string
}

// allConstants are the values of all of them in a game.
type allConstants struct {
	lmrFrom      int
	lmrFromPV    int
	lmrBase      int
	lmrLog       int
	lmrCutFrom   int
	lmrCutDepth  int
	lmrMoreFrom  int
	lmrMostFrom  int
	lmrMostDepth int
	lmrForcing   int
	lmrDepth     int
	iirDepth     int
	rfpDepth     int
	rfpMargin    int
	fpDepth      int
	fpMargin     int
	ttEstimate   int

	aspirationWindow int
	aspirationDepth  int
	singularDepth    int
	singularMargin   int
}

// A tunable is a Constant and where its value is kept.
type tunable struct {
	Constant
	value *int
}

// tunables returns all constants, with their values in c.
func (c *allConstants) tunables() []tunable {
	return []tunable{
		{Constant{"lmr-from", 1, 1, 20, "late-move reduction: the first move that is reduced, counted from 0"}, &c.lmrFrom},
		{Constant{"lmr-from-pv", 3, 1, 20, "the same in PV nodes"}, &c.lmrFromPV},
		{Constant{"lmr-base", 50, -200, 300, "what all of them are reduced by, in hundredths of a ply"}, &c.lmrBase},
		{Constant{"lmr-log", 60, 0, 300, "what is added to that, times the logarithms of the depth and of the number of the move; 0: reductions by steps instead"}, &c.lmrLog},
		{Constant{"lmr-cut-from", 2, 1, 99, "the first that is reduced by one ply more where a cut is expected, unless by steps; 99: hardly any"}, &c.lmrCutFrom},
		{Constant{"lmr-cut-depth", 4, 1, maxDepth, "the least depth for that"}, &c.lmrCutDepth},
		{Constant{"lmr-more-from", 5, 1, 40, "reductions by steps: the first that is reduced by two plies, in zero-window nodes"}, &c.lmrMoreFrom},
		{Constant{"lmr-most-from", 8, 1, 99, "the first that is reduced by one ply more, in all nodes"}, &c.lmrMostFrom},
		{Constant{"lmr-most-depth", 6, 2, maxDepth, "the least depth for that"}, &c.lmrMostDepth},
		{Constant{"lmr-forcing", 0, 0, 10, "by how many plies less a move that forces a capture is reduced"}, &c.lmrForcing},
		{Constant{"lmr-depth", 2, 1, 20, "late-move reduction: the least depth"}, &c.lmrDepth},
		{Constant{"iir-depth", 3, 2, maxDepth, "internal iterative reduction: the least depth"}, &c.iirDepth},
		{Constant{"rfp-depth", 4, 0, maxDepth, "reverse futility pruning: the greatest depth"}, &c.rfpDepth},
		{Constant{"rfp-margin", 18, 0, 1000, "reverse futility pruning: the margin for each ply, in hundredths of a man"}, &c.rfpMargin},
		{Constant{"fp-depth", 3, 0, maxDepth, "futility pruning: the greatest depth"}, &c.fpDepth},
		{Constant{"fp-margin", 60, 0, 1000, "futility pruning: the margin for each ply, in hundredths of a man"}, &c.fpMargin},
		{Constant{"tt-estimate", 1, 0, 1, "the two futility prunings: whether the transposition table corrects the evaluation (1) or not (0)"}, &c.ttEstimate},
		{Constant{"aspiration-window", 25, 0, 1000, "aspiration: half of the first window at the root, in hundredths of a man; 0: none"}, &c.aspirationWindow},
		{Constant{"aspiration-depth", 4, 2, maxDepth, "aspiration: the least depth"}, &c.aspirationDepth},
		{Constant{"singular-depth", 8, 0, maxDepth, "singular extension: the least depth; 0: none"}, &c.singularDepth},
		{Constant{"singular-margin", 2, 0, 100, "singular extension: by how much the move is better, for each ply, in hundredths of a man"}, &c.singularMargin},
	}
}

// gameValues are the values of constants in the games that have others, by the name of
// the game: EXPERIMENTS.md has the matches. Where the aim is to lose all pieces or to have
// the first king, a few plies may change any score.
var gameValues = map[string]map[string]int{
	"international": {"lmr-forcing": 1},
	"losing":        {"lmr-log": 0, "rfp-margin": 90, "fp-depth": 0, "tt-estimate": 0, "singular-depth": 0, "aspiration-window": 0},
	"poddavki":      {"lmr-cut-from": 99, "rfp-margin": 72, "fp-depth": 0, "tt-estimate": 0, "singular-depth": 0, "aspiration-window": 0},
	"breakthrough":  {"lmr-log": 0, "fp-depth": 0, "tt-estimate": 0, "singular-depth": 0, "aspiration-window": 0},
}

// AllConstants returns all constants of the search, with their values in the game of r.
func AllConstants(r *movegen.Rules) []Constant {
	var all []Constant
	for _, t := range new(allConstants).tunables() {
		if value, ok := gameValues[r.Name][t.Name]; ok {
			t.Value = value
		}
		all = append(all, t.Constant)
	}
	return all
}

// ConstantNamed returns the constant of that name, with its value in the game of r. It
// fails if there is none.
func ConstantNamed(r *movegen.Rules, name string) (Constant, error) {
	all := AllConstants(r)
	known := make([]string, len(all))
	for i, c := range all {
		if c.Name == name {
			return c, nil
		}
		known[i] = c.Name
	}
	return Constant{}, fmt.Errorf("unknown constant %q (known: %s)", name, strings.Join(known, ", "))
}

// Constants are values of some constants; the others have those of the game.
type Constants struct{ values map[string]int }

// NewConstants returns these values, by the names of the constants. It fails if there is
// none of a name or a value is out of its range.
func NewConstants(values map[string]int) (*Constants, error) {
	for _, name := range slices.Sorted(maps.Keys(values)) {
		c, err := ConstantNamed(movegen.International(), name)
		if err != nil {
			return nil, err
		}
		if v := values[name]; v < c.Min || v > c.Max {
			return nil, fmt.Errorf("constant %s=%d: want a number from %d to %d", name, v, c.Min, c.Max)
		}
	}
	return &Constants{maps.Clone(values)}, nil
}

// of returns all constants in the game of r. c may be nil.
func (c *Constants) of(r *movegen.Rules) allConstants {
	var own map[string]int
	if c != nil {
		own = c.values
	}
	var all allConstants
	tunables := all.tunables()
	for i, constant := range AllConstants(r) {
		if value, ok := own[constant.Name]; ok {
			constant.Value = value
		}
		*tunables[i].value = constant.Value
	}
	return all
}
