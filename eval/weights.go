package eval

import (
	"fmt"

	"stupol/eval/hugepage"
	"stupol/eval/network"
	"stupol/movegen"
)

// A Weight has an opening value, for a full board, an ending value, for an empty one,
// and, if it is of a pattern or subpattern, a value for each piece that its side is ahead.
// The unit is a quarter of a hundredth of a man.
type Weight struct{ Opening, Ending, Lead int16 }

// Limit is the largest absolute value in a Weight: ten men.
const Limit = 1000 * Unit

// DefaultScale is the scale of evaluations whose own is not known: that of the first
// learned evaluation of International draughts.
const DefaultScale = 192

// The scales that an evaluation can have.
const (
	MinScale = 1
	MaxScale = 100_000
)

// Weights are the weights of a learned evaluation as in training and in files.
type Weights struct {
	Rules *movegen.Rules
	Note  string // how they were made, for people; at most MaxNote bytes

	// Scale is how many hundredths of a man make a logit of the expected result.
	Scale float32

	// Patterns and Subpatterns have a weight for each index of each pattern of a
	// side. The evaluation adds them up.
	Patterns    [][]Weight
	Subpatterns [][SubpatternsPerPattern][]Weight

	Kings  [64]Weight // by square, as the side of the king sees it
	Counts [NumCounts]Weight
	Turn   [1]Weight // for being to move

	// Network, if not nil, is the evaluation, and there are no other weights.
	Network *network.Network
}

// NewWeights returns weights for r that are all zero.
func NewWeights(r *movegen.Rules) *Weights {
	w := &Weights{Rules: r, Scale: DefaultScale}
	for range boardOf(r).numPatterns() {
		w.Patterns = append(w.Patterns, make([]Weight, PatternSize))
		var subpatterns [SubpatternsPerPattern][]Weight
		for i := range subpatterns {
			subpatterns[i] = make([]Weight, SubpatternSize)
		}
		w.Subpatterns = append(w.Subpatterns, subpatterns)
	}
	return w
}

// tables returns all weights of w in the order of the file format.
func (w *Weights) tables() [][]Weight {
	all := [][]Weight{w.Turn[:], w.Counts[:], w.Kings[:]}
	for i := range w.Patterns {
		for _, subpattern := range w.Subpatterns[i] {
			all = append(all, subpattern)
		}
		all = append(all, w.Patterns[i])
	}
	return all
}

// Evaluator returns the evaluation with weights w. It fails if a weight is beyond Limit.
func (w *Weights) Evaluator() (*Evaluator, error) {
	e := Hand(w.Rules)
	e.note, e.scale = w.Note, float64(w.Scale)
	if w.Network != nil {
		e.network, e.perOutput = w.Network, e.scale/network.OutputUnit
		return e, nil
	}
	for _, table := range w.tables() {
		for _, v := range table {
			if max(v.Opening, v.Ending, v.Lead) > Limit || min(v.Opening, v.Ending, v.Lead) < -Limit {
				return nil, fmt.Errorf("evaluation of %s: a weight of %v is beyond %d", w.Rules.Name, v, Limit)
			}
		}
	}
	e.learned = w.learned()
	return e, nil
}

// learned returns w ready for use.
func (w *Weights) learned() *learned {
	l := &learned{turn: pairOf(w.Turn[0])}
	for i, v := range w.Kings {
		l.kings[i] = pairOf(v)
	}
	for i, v := range w.Counts {
		l.counts[i] = pairOf(v)
	}
	l.patterns = new(patternWeights)
	hugepage.Want(l.patterns[:])
	for i := range w.Patterns {
		foldSubpatterns(l.patterns.pattern(i), w.Patterns[i], &w.Subpatterns[i])
	}
	start := w.Rules.Start()
	pieces := start.Occupied().Len()
	for n := range l.phase {
		l.phase[n] = int32(fullPhase * min(n, pieces) / pieces)
	}
	return l
}

// foldSubpatterns sets folded to the weights of a pattern with those of its subpatterns
// added.
func foldSubpatterns(folded []packedWeight, pattern []Weight, subpatterns *[SubpatternsPerPattern][]Weight) {
	for index := range folded {
		sum, lead := pairOf(pattern[index]), int(pattern[index].Lead)
		for i := range subpatterns {
			w := &subpatterns[i][SubpatternIndex(uint32(index), i)]
			sum += pairOf(*w)
			lead += int(w.Lead)
		}
		folded[index] = newPacked(sum, lead)
	}
}

// pairOf returns w as a pair.
func pairOf(w Weight) pair { return newPair(int(w.Opening), int(w.Ending)) }
