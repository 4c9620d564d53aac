package tune

import (
	"math"

	"stupol/eval"
	"stupol/movegen"
)

// A cell is a weight while it is being fitted, in logits: its values for a
// full and for an empty board, with what AdaGrad remembers of each (Duchi,
// Hazan, Singer 2011).
type cell struct {
	value, squares [2]float32
	seen           float32 // samples it occurs in
}

// Quarters are two rows of a window, four squares. They are the coarsest of
// three views of what stands there, and are folded into parts when the
// weights are written.
const (
	quartersPerWindow = 3
	quarterCodes      = 81
)

// quarterOf returns the code of quarter i of a window.
func quarterOf(code uint32, i int) uint32 {
	return code / [quartersPerWindow]uint32{1, 81, 6561}[i] % quarterCodes
}

// window holds the cells of one window.
type window struct {
	whole    []cell
	parts    [eval.PartsPerWindow][]cell
	quarters [quartersPerWindow][]cell
}

// A model is an evaluation while it is being fitted.
type model struct {
	windows []window
	kings   [64]cell
	counts  [eval.NumCounts]cell
	turn    cell
}

// newModel returns a model for boards with so many windows a side.
func newModel(windows int) *model {
	m := &model{windows: make([]window, windows)}
	for i := range m.windows {
		w := &m.windows[i]
		w.whole = make([]cell, eval.WindowCodes)
		for k := range w.parts {
			w.parts[k] = make([]cell, eval.PartCodes)
		}
		for k := range w.quarters {
			w.quarters[k] = make([]cell, quarterCodes)
		}
	}
	return m
}

// worth returns the sum of the values of the cells of a code.
func (w *window) worth(code uint32, share *[2]float32) float32 {
	sum := w.whole[code].worth(share)
	for k := range w.parts {
		sum += w.parts[k][eval.PartOf(code, k)].worth(share)
	}
	for k := range w.quarters {
		sum += w.quarters[k][quarterOf(code, k)].worth(share)
	}
	return sum
}

// worth returns what c counts for when the opening values count share[0] and
// the ending values share[1].
func (c *cell) worth(share *[2]float32) float32 {
	return c.value[0]*share[0] + c.value[1]*share[1]
}

// shareOf returns how much the values of both ends of the game count.
func shareOf(f *eval.Features) [2]float32 {
	return [2]float32{float32(f.Opening), float32(1 - f.Opening)}
}

// worth returns what m says of a position with the features f, in logits.
func (m *model) worth(f *eval.Features) float32 {
	share := shareOf(f)
	sum := m.turn.worth(&share)
	for i, n := range f.Counts {
		if n != 0 {
			sum += float32(n) * countScale[i] * m.counts[i].worth(&share)
		}
	}
	for kings := f.OurKings; kings != 0; kings &= kings - 1 {
		sum += m.kings[kings.First()].worth(&share)
	}
	for kings := f.TheirKings; kings != 0; kings &= kings - 1 {
		sum -= m.kings[kings.First()].worth(&share)
	}
	for i := range m.windows {
		w := &m.windows[i]
		sum += w.worth(f.Ours[i], &share) - w.worth(f.Theirs[i], &share)
	}
	return sum
}

// countScale brings the counts, which may be large, to about the size of the
// other features, 0 and 1.
var countScale = [eval.NumCounts]float32{1, 1, 1, 0.2, 0.2, 0.2, 1, 0.2}

// chance returns what a side may expect that is ahead by so many logits.
func chance(logits float64) float64 { return 1 / (1 + math.Exp(-logits)) }

// scalars calls f for every cell of m that is not of a window.
func (m *model) scalars(f func(*cell)) {
	f(&m.turn)
	for i := range m.counts {
		f(&m.counts[i])
	}
	for i := range m.kings {
		f(&m.kings[i])
	}
}

// weights returns the weights of m for r, if a logit is worth so many
// hundredths of a man.
func (m *model) weights(r *movegen.Rules, scale float64) *eval.Weights {
	w := eval.NewWeights(r)
	round := func(c *cell, by float32) eval.Weight {
		units := func(v float32) int16 {
			u := math.Round(float64(v*by) * scale * eval.Unit)
			return int16(min(max(u, -eval.Limit), eval.Limit))
		}
		return eval.Weight{Opening: units(c.value[0]), Ending: units(c.value[1])}
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
		c.value[0] += q.value[0]
		c.value[1] += q.value[1]
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
