package train

import (
	"math"

	"stupol/eval"
)

// A parameter is a weight in training, in logits, with the state of AdaGrad.
type parameter struct {
	value   [numValues]float32
	squares [numValues]float32 // sums of squared gradients
	initial [numValues]float32 // where training started, and where the prior pulls
	samples float32            // in which the parameter occurs
}

// The values of a parameter.
const (
	opening = iota // with all pieces on the board
	ending         // with none
	perLead        // for each piece its side is ahead, of patterns only; see leadScale
	numValues
)

// A quarter is two rows of a pattern, four squares. When the weights are written,
// quarters are added to subpatterns.
const (
	quartersPerPattern = 3
	quarterSize        = 81 // indices: 3^4
)

// quarterIndex returns the index of quarter i of a pattern with that index.
func quarterIndex(index uint32, i int) uint32 {
	return index / [quartersPerPattern]uint32{1, 81, 6561}[i] % quarterSize
}

// A pattern holds the parameters of one pattern by index, coarse and fine.
type pattern struct {
	whole       []parameter
	subpatterns [eval.SubpatternsPerPattern][]parameter
	quarters    [quartersPerPattern][]parameter
}

// A patternModel is an evaluation by patterns in training.
type patternModel struct {
	threads  int
	prior    Prior
	patterns []pattern
	kings    [64]parameter // by square, as the side of the king sees it
	counts   [eval.NumCounts]parameter
	turn     parameter
}

// newPatternModel returns a model of zeros for boards with so many patterns a side.
func newPatternModel(patterns int, o *Options) *patternModel {
	m := &patternModel{threads: o.Threads, prior: o.Prior, patterns: make([]pattern, patterns)}
	for i := range m.patterns {
		p := &m.patterns[i]
		p.whole = make([]parameter, eval.PatternSize)
		for k := range p.subpatterns {
			p.subpatterns[k] = make([]parameter, eval.SubpatternSize)
		}
		for k := range p.quarters {
			p.quarters[k] = make([]parameter, quarterSize)
		}
	}
	return m
}

func (m *patternModel) logit(e *example) float64 { return float64(m.logitOf(&e.features)) }

// logitOf returns the log odds of the side to move, for a position with features f.
func (m *patternModel) logitOf(f *eval.Features) float32 {
	phase := phaseOf(f)
	sum := m.turn.logit(&phase)
	for i, n := range f.Counts {
		if n != 0 {
			sum += float32(n) * countScale[i] * m.counts[i].logit(&phase)
		}
	}
	for kings := f.OurKings; kings != 0; kings &= kings - 1 {
		sum += m.kings[kings.First()].logit(&phase)
	}
	for kings := f.TheirKings; kings != 0; kings &= kings - 1 {
		sum -= m.kings[kings.First()].logit(&phase)
	}
	for i := range m.patterns {
		p := &m.patterns[i]
		ours, theirs := withLead(phase, f.Lead), withLead(phase, -f.Lead)
		sum += p.logit(f.Ours[i], &ours) - p.logit(f.Theirs[i], &theirs)
	}
	return sum
}

// logit returns the sum of the parameters of a pattern with that index.
func (p *pattern) logit(index uint32, phase *[numValues]float32) float32 {
	sum := p.whole[index].logit(phase)
	for k := range p.subpatterns {
		sum += p.subpatterns[k][eval.SubpatternIndex(index, k)].logit(phase)
	}
	for k := range p.quarters {
		sum += p.quarters[k][quarterIndex(index, k)].logit(phase)
	}
	return sum
}

// logit returns the sum of the values of p, each times its part of phase.
func (p *parameter) logit(phase *[numValues]float32) float32 {
	return p.value[opening]*phase[opening] + p.value[ending]*phase[ending] + p.value[perLead]*phase[perLead]
}

// phaseOf returns the factors of the opening and the ending value; that of a lead is 0.
func phaseOf(f *eval.Features) [numValues]float32 {
	return [numValues]float32{opening: float32(f.Opening), ending: float32(1 - f.Opening)}
}

// leadScale scales leads to about the size of the other features, 0 and 1, so that
// one learning rate suits all.
const leadScale = 0.5

// countScale does the same for the counts, some of which are large.
var countScale = [eval.NumCounts]float32{1, 1, 1, 0.2, 1, 0.2}

// withLead returns phase for the patterns of a side that is so many pieces ahead.
func withLead(phase [numValues]float32, lead int) [numValues]float32 {
	phase[perLead] = leadScale * float32(lead)
	return phase
}

// winProbability is the logistic function.
func winProbability(logit float64) float64 { return 1 / (1 + math.Exp(-logit)) }

// scalars calls f for every parameter of m that is not of a pattern.
func (m *patternModel) scalars(f func(*parameter)) {
	f(&m.turn)
	for i := range m.counts {
		f(&m.counts[i])
	}
	for i := range m.kings {
		f(&m.kings[i])
	}
}

// forEach calls f for every parameter of m, always in the same order.
func (m *patternModel) forEach(f func(*parameter)) {
	m.scalars(f)
	all := func(parameters []parameter) {
		for i := range parameters {
			f(&parameters[i])
		}
	}
	for i := range m.patterns {
		p := &m.patterns[i]
		all(p.whole)
		for _, subpattern := range p.subpatterns {
			all(subpattern)
		}
		for _, quarter := range p.quarters {
			all(quarter)
		}
	}
}

// save returns the values and squared gradients of all parameters.
func (m *patternModel) save() []float32 {
	var all []float32
	m.forEach(func(p *parameter) { all = append(append(all, p.value[:]...), p.squares[:]...) })
	return all
}

// restore undoes save. It reports false, and changes nothing, if saved has another
// number of parameters.
func (m *patternModel) restore(saved []float32) bool {
	parameters := 0
	m.forEach(func(*parameter) { parameters++ })
	if len(saved) != 2*numValues*parameters {
		return false
	}
	m.forEach(func(p *parameter) {
		p.value, p.squares = [numValues]float32(saved), [numValues]float32(saved[numValues:])
		saved = saved[2*numValues:]
	})
	return true
}
