package tune

import (
	"math"

	"stupol/eval"
	"stupol/movegen"
)

// weights returns the weights of m for r, if a logit is worth so many
// hundredths of a man.
func (m *model) weights(r *movegen.Rules, scale float64) *eval.Weights {
	w := eval.NewWeights(r)
	round := func(c *cell, by float32) eval.Weight {
		units := func(v float32) int16 {
			u := math.Round(float64(v*by) * scale * eval.Unit)
			return int16(min(max(u, -eval.Limit), eval.Limit))
		}
		return eval.Weight{
			Opening: units(c.value[opening]), Ending: units(c.value[ending]), Lead: units(c.value[perLead] * leadScale),
		}
	}
	w.Turn[0] = round(&m.turn, 1)
	for i := range m.counts {
		w.Counts[i] = round(&m.counts[i], countScale[i])
	}
	for i := range m.kings {
		w.Kings[i] = round(&m.kings[i], 1)
	}
	for i := range m.windows {
		for code := range m.windows[i].whole {
			w.Windows[i][code] = round(&m.windows[i].whole[code], 1)
		}
		for k := range m.windows[i].parts {
			for code := range m.windows[i].parts[k] {
				c := m.windows[i].withQuarters(k, uint32(code))
				w.Parts[i][k][code] = round(&c, 1)
			}
		}
	}
	return w
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
