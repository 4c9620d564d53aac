package train

import (
	"errors"
	"math"

	"stupol/eval"
	"stupol/movegen"
)

// A quantization rounds weights to multiples of step, in units of eval.Weight, and
// those below least to 0. Coarse weights halve the size of the files and cost little if
// any Elo; see EXPERIMENTS.md.
type quantization struct{ step, least float64 }

var (
	forScalars     = quantization{1, 0}
	forSubpatterns = quantization{eval.Unit, 0}
	forPatterns    = quantization{eval.Unit, 1.5 * eval.Unit}
)

// round returns v, in units of eval.Weight, rounded and within eval.Limit.
func (q quantization) round(v float64) int16 {
	if math.Abs(v) < q.least {
		return 0
	}
	return int16(min(max(math.Round(v/q.step)*q.step, -eval.Limit), eval.Limit))
}

// weight returns the weight of p, if a logit is so many units. Leads are rounded half
// as coarsely.
func (q quantization) weight(p *parameter, unitsPerLogit float64) eval.Weight {
	lead := quantization{q.step / 2, q.least / 2}
	return eval.Weight{
		Opening: q.round(float64(p.value[opening]) * unitsPerLogit),
		Ending:  q.round(float64(p.value[ending]) * unitsPerLogit),
		Lead:    lead.round(float64(p.value[perLead]) * leadScale * unitsPerLogit),
	}
}

// weights returns m as weights for r, if a logit is scale hundredths of a man.
func (m *patternModel) weights(r *movegen.Rules, scale float64) (*eval.Weights, error) {
	w := eval.NewWeights(r)
	w.Scale = float32(scale)
	units := scale * eval.Unit
	w.Turn[0] = forScalars.weight(&m.turn, units)
	for i := range m.counts {
		w.Counts[i] = forScalars.weight(&m.counts[i], units*float64(countScale[i]))
	}
	for i := range m.kings {
		w.Kings[i] = forScalars.weight(&m.kings[i], units)
	}
	for i := range m.patterns {
		for index := range m.patterns[i].whole {
			w.Patterns[i][index] = forPatterns.weight(&m.patterns[i].whole[index], units)
		}
		for k := range m.patterns[i].subpatterns {
			for index := range m.patterns[i].subpatterns[k] {
				p := m.patterns[i].withQuarters(k, uint32(index))
				w.Subpatterns[i][k][index] = forSubpatterns.weight(&p, units)
			}
		}
	}
	return w, nil
}

// withQuarters returns a parameter of a subpattern with those of its quarters added:
// subpattern 0 takes quarters 0 and 1, subpattern 2 takes quarter 2.
func (p *pattern) withQuarters(subpattern int, index uint32) parameter {
	sum := p.subpatterns[subpattern][index]
	add := func(quarter int, index uint32) {
		q := &p.quarters[quarter][index]
		for i := range q.value {
			sum.value[i] += q.value[i]
		}
	}
	switch subpattern {
	case 0:
		add(0, index%quarterSize)
		add(1, index/quarterSize)
	case 2:
		add(2, index/quarterSize)
	}
	return sum
}

// startFrom sets the initial values of m to w, weights of the same game, if a logit is
// scale hundredths of a man.
func (m *patternModel) startFrom(w *eval.Weights, scale float64) error {
	if w.Network != nil {
		return errors.New("patterns cannot start from a network")
	}
	logits := 1 / (scale * eval.Unit) // a unit of eval.Weight
	set := func(p *parameter, v eval.Weight, logits float64) {
		p.initial = [numValues]float32{
			opening: float32(float64(v.Opening) * logits),
			ending:  float32(float64(v.Ending) * logits),
			perLead: float32(float64(v.Lead) * logits / leadScale),
		}
		p.value = p.initial
	}
	table := func(parameters []parameter, weights []eval.Weight) {
		for i := range parameters {
			set(&parameters[i], weights[i], logits)
		}
	}
	set(&m.turn, w.Turn[0], logits)
	for i := range m.counts {
		set(&m.counts[i], w.Counts[i], logits/float64(countScale[i]))
	}
	table(m.kings[:], w.Kings[:])
	for i := range m.patterns {
		table(m.patterns[i].whole, w.Patterns[i])
		for k := range m.patterns[i].subpatterns {
			table(m.patterns[i].subpatterns[k], w.Subpatterns[i][k])
		}
	}
	return nil
}
