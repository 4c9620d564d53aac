package train

import (
	"math"

	"stupol/eval"
	"stupol/movegen"
)

// A quantization says how exactly weights are written, in units of eval.Weight: values
// are multiples of step and not less than least, up or down; leads of half as much.
//
// Files have half the size without what is lost with patterns and subpatterns. Elo of
// finished weights rounded so, against the exact ones at 2,000 nodes a move, 600
// games each, in International 2,000:
//
//	step, least   international     frisian         english         russian
//	4, 6           -2 [-12, +7]   +17 [-6, +39]   -6 [-24, +12]   -7 [-23, +9]
//	4, 4                           -3 [-26, +20]  -1 [-18, +17]  -13 [-29, +3]
//	4, 12          -5 [-15, +4]
//	8, 8          -12 [-21, -2]
//
// So a loss of some Elo cannot be excluded. The first line was taken.
type quantization struct{ step, least float64 }

var (
	exact  = quantization{1, 0}
	coarse = quantization{eval.Unit, 0}
	whole  = quantization{eval.Unit, 1.5 * eval.Unit} // for patterns as such
)

// round returns a value in units as g has it.
func (g quantization) round(v float64) int16 {
	if math.Abs(v) < g.least {
		return 0
	}
	return int16(min(max(math.Round(v/g.step)*g.step, -eval.Limit), eval.Limit))
}

// weight returns the weight of c, if a logit is so many units.
func (g quantization) weight(c *parameter, scale float64) eval.Weight {
	lead := quantization{g.step / 2, g.least / 2}
	return eval.Weight{
		Opening: g.round(float64(c.value[opening]) * scale),
		Ending:  g.round(float64(c.value[ending]) * scale),
		Lead:    lead.round(float64(c.value[perLead]) * leadScale * scale),
	}
}

// weights returns the weights of m for r, if a logit is so many
// hundredths of a man.
func (m *model) weights(r *movegen.Rules, scale float64) *eval.Weights {
	w := eval.NewWeights(r)
	units := scale * eval.Unit
	w.Turn[0] = exact.weight(&m.turn, units)
	for i := range m.counts {
		w.Counts[i] = exact.weight(&m.counts[i], units*float64(countScale[i]))
	}
	for i := range m.kings {
		w.Kings[i] = exact.weight(&m.kings[i], units)
	}
	for i := range m.patterns {
		for index := range m.patterns[i].whole {
			w.Patterns[i][index] = whole.weight(&m.patterns[i].whole[index], units)
		}
		for k := range m.patterns[i].subpatterns {
			for index := range m.patterns[i].subpatterns[k] {
				c := m.patterns[i].withQuarters(k, uint32(index))
				w.Subpatterns[i][k][index] = coarse.weight(&c, units)
			}
		}
	}
	return w
}

// begin makes w, of the same game, what m begins with, if a logit is so many
// hundredths of a man.
func (m *model) begin(w *eval.Weights, scale float64) {
	unit := 1 / (scale * eval.Unit)
	set := func(c *parameter, v eval.Weight, unit float64) {
		c.start = [values]float32{
			opening: float32(float64(v.Opening) * unit),
			ending:  float32(float64(v.Ending) * unit),
			perLead: float32(float64(v.Lead) * unit / leadScale),
		}
		c.value = c.start
	}
	table := func(parameters []parameter, weights []eval.Weight) {
		for i := range parameters {
			set(&parameters[i], weights[i], unit)
		}
	}
	set(&m.turn, w.Turn[0], unit)
	for i := range m.counts {
		set(&m.counts[i], w.Counts[i], unit/float64(countScale[i]))
	}
	table(m.kings[:], w.Kings[:])
	for i := range m.patterns {
		table(m.patterns[i].whole, w.Patterns[i])
		for k := range m.patterns[i].subpatterns {
			table(m.patterns[i].subpatterns[k], w.Subpatterns[i][k])
		}
	}
}

// withQuarters returns the parameter of a subpattern with those of its quarters added
// in: the first subpattern takes the first two quarters, the last subpattern the third.
func (w *pattern) withQuarters(subpattern int, index uint32) parameter {
	c := w.subpatterns[subpattern][index]
	add := func(quarter int, index uint32) {
		q := &w.quarters[quarter][index]
		for i := range q.value {
			c.value[i] += q.value[i]
		}
	}
	switch subpattern {
	case 0:
		add(0, index%quarterSize)
		add(1, index/quarterSize)
	case 2:
		add(2, index/quarterSize)
	}
	return c
}
