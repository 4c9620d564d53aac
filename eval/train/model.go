package train

import (
	"math"

	"stupol/eval"
)

// A parameter is a weight while it is being fitted, in logits: its values with what
// AdaGrad remembers of each (Duchi, Hazan, Singer 2011).
type parameter struct {
	value, squares [values]float32
	start          [values]float32 // where the values began, and where the prior pulls them
	seen           float32         // samples it occurs in
}

// The values of a parameter.
const (
	opening = iota // for a full board
	ending         // for an empty one
	perLead        // for each piece its side is ahead, of patterns only; see leadScale
	values
)

// Quarters are two rows of a pattern, four squares. They are the coarsest of
// three views of what stands there, and are folded into subpatterns when the
// weights are written.
const (
	quartersPerPattern = 3
	quarterSize        = 81
)

// quarterOf returns the index of quarter i of a pattern.
func quarterOf(index uint32, i int) uint32 {
	return index / [quartersPerPattern]uint32{1, 81, 6561}[i] % quarterSize
}

// pattern holds the parameters of one pattern.
type pattern struct {
	whole       []parameter
	subpatterns [eval.SubpatternsPerPattern][]parameter
	quarters    [quartersPerPattern][]parameter
}

// A model is an evaluation while it is being fitted.
type model struct {
	patterns []pattern
	kings    [64]parameter
	counts   [eval.NumCounts]parameter
	turn     parameter
}

// newModel returns a model for boards with so many patterns a side.
func newModel(patterns int) *model {
	m := &model{patterns: make([]pattern, patterns)}
	for i := range m.patterns {
		w := &m.patterns[i]
		w.whole = make([]parameter, eval.PatternSize)
		for k := range w.subpatterns {
			w.subpatterns[k] = make([]parameter, eval.SubpatternSize)
		}
		for k := range w.quarters {
			w.quarters[k] = make([]parameter, quarterSize)
		}
	}
	return m
}

// score returns the sum of the values of the parameters of a index.
func (w *pattern) score(index uint32, phase *[values]float32) float32 {
	sum := w.whole[index].score(phase)
	for k := range w.subpatterns {
		sum += w.subpatterns[k][eval.SubpatternIndex(index, k)].score(phase)
	}
	for k := range w.quarters {
		sum += w.quarters[k][quarterOf(index, k)].score(phase)
	}
	return sum
}

// score returns what c counts for if each value counts as much as phase says.
func (c *parameter) score(phase *[values]float32) float32 {
	return c.value[opening]*phase[opening] + c.value[ending]*phase[ending] + c.value[perLead]*phase[perLead]
}

// phaseOf returns how much the values of both ends of the game count.
func phaseOf(f *eval.Features) [values]float32 {
	return [values]float32{opening: float32(f.Opening), ending: float32(1 - f.Opening)}
}

// leadScale brings leads to about the size of the other features, 0 and 1.
const leadScale = 0.5

// withLead returns phase for the patterns of a side that is so many pieces ahead.
func withLead(phase [values]float32, lead int) [values]float32 {
	phase[perLead] = leadScale * float32(lead)
	return phase
}

// score returns what m says of a position with the features f, in logits.
func (m *model) score(f *eval.Features) float32 {
	phase := phaseOf(f)
	sum := m.turn.score(&phase)
	for i, n := range f.Counts {
		if n != 0 {
			sum += float32(n) * countScale[i] * m.counts[i].score(&phase)
		}
	}
	for kings := f.OurKings; kings != 0; kings &= kings - 1 {
		sum += m.kings[kings.First()].score(&phase)
	}
	for kings := f.TheirKings; kings != 0; kings &= kings - 1 {
		sum -= m.kings[kings.First()].score(&phase)
	}
	for i := range m.patterns {
		w := &m.patterns[i]
		ours, theirs := withLead(phase, f.Lead), withLead(phase, -f.Lead)
		sum += w.score(f.Ours[i], &ours) - w.score(f.Theirs[i], &theirs)
	}
	return sum
}

// countScale brings the counts, which may be large, to about the size of the
// other features, 0 and 1.
var countScale = [eval.NumCounts]float32{1, 1, 1, 0.2, 1, 0.2}

// winProbability returns what a side may expect that is ahead by so many logits.
func winProbability(logits float64) float64 { return 1 / (1 + math.Exp(-logits)) }

// scalars calls f for every parameter of m that is not of a pattern.
func (m *model) scalars(f func(*parameter)) {
	f(&m.turn)
	for i := range m.counts {
		f(&m.counts[i])
	}
	for i := range m.kings {
		f(&m.kings[i])
	}
}

// each calls f for every parameter of m, always in the same order.
func (m *model) each(f func(*parameter)) {
	m.scalars(f)
	all := func(parameters []parameter) {
		for i := range parameters {
			f(&parameters[i])
		}
	}
	for i := range m.patterns {
		w := &m.patterns[i]
		all(w.whole)
		for _, subpattern := range w.subpatterns {
			all(subpattern)
		}
		for _, quarter := range w.quarters {
			all(quarter)
		}
	}
}

// save returns what m has learned.
func (m *model) save() []float32 {
	var all []float32
	m.each(func(c *parameter) { all = append(append(all, c.value[:]...), c.squares[:]...) })
	return all
}

// restore makes m what it was when it was saved. It reports whether that can
// have been m.
func (m *model) restore(saved []float32) bool {
	parameters := 0
	m.each(func(*parameter) { parameters++ })
	if len(saved) != 2*values*parameters {
		return false
	}
	m.each(func(c *parameter) {
		c.value, c.squares = [values]float32(saved), [values]float32(saved[values:])
		saved = saved[2*values:]
	})
	return true
}
