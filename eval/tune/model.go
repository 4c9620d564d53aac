package tune

import (
	"math"

	"stupol/eval"
)

// A cell is a weight while it is being fitted, in logits: its values with what
// AdaGrad remembers of each (Duchi, Hazan, Singer 2011).
type cell struct {
	value, squares [values]float32
	start          [values]float32 // where the values began, and where the prior pulls them
	seen           float32         // samples it occurs in
}

// The values of a cell.
const (
	opening = iota // for a full board
	ending         // for an empty one
	perLead        // for each piece its side is ahead, of windows only; see leadScale
	values
)

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
func (w *window) worth(code uint32, share *[values]float32) float32 {
	sum := w.whole[code].worth(share)
	for k := range w.parts {
		sum += w.parts[k][eval.PartOf(code, k)].worth(share)
	}
	for k := range w.quarters {
		sum += w.quarters[k][quarterOf(code, k)].worth(share)
	}
	return sum
}

// worth returns what c counts for if each value counts as much as share says.
func (c *cell) worth(share *[values]float32) float32 {
	return c.value[opening]*share[opening] + c.value[ending]*share[ending] + c.value[perLead]*share[perLead]
}

// shareOf returns how much the values of both ends of the game count.
func shareOf(f *eval.Features) [values]float32 {
	return [values]float32{opening: float32(f.Opening), ending: float32(1 - f.Opening)}
}

// leadScale brings leads to about the size of the other features, 0 and 1.
const leadScale = 0.5

// withLead returns share for the windows of a side that is so many pieces ahead.
func withLead(share [values]float32, lead int) [values]float32 {
	share[perLead] = leadScale * float32(lead)
	return share
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
		ours, theirs := withLead(share, f.Lead), withLead(share, -f.Lead)
		sum += w.worth(f.Ours[i], &ours) - w.worth(f.Theirs[i], &theirs)
	}
	return sum
}

// countScale brings the counts, which may be large, to about the size of the
// other features, 0 and 1.
var countScale = [eval.NumCounts]float32{1, 1, 1, 0.2, 1, 0.2}

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

// each calls f for every cell of m, always in the same order.
func (m *model) each(f func(*cell)) {
	m.scalars(f)
	all := func(cells []cell) {
		for i := range cells {
			f(&cells[i])
		}
	}
	for i := range m.windows {
		w := &m.windows[i]
		all(w.whole)
		for _, part := range w.parts {
			all(part)
		}
		for _, quarter := range w.quarters {
			all(quarter)
		}
	}
}

// save returns what m has learned.
func (m *model) save() []float32 {
	var all []float32
	m.each(func(c *cell) { all = append(append(all, c.value[:]...), c.squares[:]...) })
	return all
}

// restore makes m what it was when it was saved. It reports whether that can
// have been m.
func (m *model) restore(saved []float32) bool {
	cells := 0
	m.each(func(*cell) { cells++ })
	if len(saved) != 2*values*cells {
		return false
	}
	m.each(func(c *cell) {
		c.value, c.squares = [values]float32(saved), [values]float32(saved[values:])
		saved = saved[2*values:]
	})
	return true
}
