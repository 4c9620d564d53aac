package tune

import (
	"math"

	"stupol/eval"
	"stupol/movegen"
)

// A grain says how exactly weights are written, in units of eval.Weight: values
// are multiples of step and not less than least, up or down; leads of half as much.
//
// Files have half the size without what is lost with windows and parts. Elo of
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
type grain struct{ step, least float64 }

var (
	exact  = grain{1, 0}
	coarse = grain{eval.Unit, 0}
	whole  = grain{eval.Unit, 1.5 * eval.Unit} // for windows as such
)

// round returns a value in units as g has it.
func (g grain) round(v float64) int16 {
	if math.Abs(v) < g.least {
		return 0
	}
	return int16(min(max(math.Round(v/g.step)*g.step, -eval.Limit), eval.Limit))
}

// weight returns the weight of c, if a logit is worth so many units.
func (g grain) weight(c *cell, scale float64) eval.Weight {
	lead := grain{g.step / 2, g.least / 2}
	return eval.Weight{
		Opening: g.round(float64(c.value[opening]) * scale),
		Ending:  g.round(float64(c.value[ending]) * scale),
		Lead:    lead.round(float64(c.value[perLead]) * leadScale * scale),
	}
}

// weights returns the weights of m for r, if a logit is worth so many
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
	for i := range m.windows {
		for code := range m.windows[i].whole {
			w.Windows[i][code] = whole.weight(&m.windows[i].whole[code], units)
		}
		for k := range m.windows[i].parts {
			for code := range m.windows[i].parts[k] {
				c := m.windows[i].withQuarters(k, uint32(code))
				w.Parts[i][k][code] = coarse.weight(&c, units)
			}
		}
	}
	return w
}

// begin makes w, of the same game, what m begins with, if a logit is worth so many
// hundredths of a man.
func (m *model) begin(w *eval.Weights, scale float64) {
	unit := 1 / (scale * eval.Unit)
	set := func(c *cell, v eval.Weight, unit float64) {
		c.start = [values]float32{
			opening: float32(float64(v.Opening) * unit),
			ending:  float32(float64(v.Ending) * unit),
			perLead: float32(float64(v.Lead) * unit / leadScale),
		}
		c.value = c.start
	}
	table := func(cells []cell, weights []eval.Weight) {
		for i := range cells {
			set(&cells[i], weights[i], unit)
		}
	}
	set(&m.turn, w.Turn[0], unit)
	for i := range m.counts {
		set(&m.counts[i], w.Counts[i], unit/float64(countScale[i]))
	}
	table(m.kings[:], w.Kings[:])
	for i := range m.windows {
		table(m.windows[i].whole, w.Windows[i])
		for k := range m.windows[i].parts {
			table(m.windows[i].parts[k], w.Parts[i][k])
		}
	}
}

// withQuarters returns the cell of a part with those of its quarters added
// in: the first part takes the first two quarters, the last part the third.
func (w *window) withQuarters(part int, code uint32) cell {
	c := w.parts[part][code]
	add := func(quarter int, code uint32) {
		q := &w.quarters[quarter][code]
		for i := range q.value {
			c.value[i] += q.value[i]
		}
	}
	switch part {
	case 0:
		add(0, code%quarterCodes)
		add(1, code/quarterCodes)
	case 2:
		add(2, code/quarterCodes)
	}
	return c
}
