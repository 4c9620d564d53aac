package eval

import (
	"fmt"

	"stupol/eval/hugepage"
	"stupol/movegen"
)

// A Weight is what something counts for with all pieces on the board and with
// none, and if it is a window or a part of one, what to add for every piece that
// its side is ahead; all in quarters of a hundredth of a man.
type Weight struct{ Opening, Ending, Lead int16 }

// Limit is the largest value of a Weight, up or down: ten men.
const Limit = 1000 * Unit

// Weights are the numbers of a learned evaluation as they are trained and
// stored.
type Weights struct {
	Rules *movegen.Rules
	Note  string // how they came about, for people; at most MaxNote bytes

	// Windows holds, for each window of a side and each code, what the code
	// is worth beyond its parts; Parts the same for each part of the window.
	Windows [][]Weight
	Parts   [][PartsPerWindow][]Weight

	Kings  [64]Weight // by the square, as the side it belongs to sees it
	Counts [NumCounts]Weight
	Turn   [1]Weight // for being to move
}

// NewWeights returns weights for r that are all zero.
func NewWeights(r *movegen.Rules) *Weights {
	w := &Weights{Rules: r}
	for range boardOf(r).numWindows() {
		w.Windows = append(w.Windows, make([]Weight, WindowCodes))
		var parts [PartsPerWindow][]Weight
		for i := range parts {
			parts[i] = make([]Weight, PartCodes)
		}
		w.Parts = append(w.Parts, parts)
	}
	return w
}

// tables returns all the weights of w, in the order in which they are stored.
func (w *Weights) tables() [][]Weight {
	all := [][]Weight{w.Turn[:], w.Counts[:], w.Kings[:]}
	for i := range w.Windows {
		for _, part := range w.Parts[i] {
			all = append(all, part)
		}
		all = append(all, w.Windows[i])
	}
	return all
}

// Evaluator returns the evaluation with weights w. It fails if a weight is
// beyond Limit.
func (w *Weights) Evaluator() (*Evaluator, error) {
	for _, table := range w.tables() {
		for _, v := range table {
			if max(v.Opening, v.Ending, v.Lead) > Limit || min(v.Opening, v.Ending, v.Lead) < -Limit {
				return nil, fmt.Errorf("evaluation of %s: a weight of %v is beyond %d", w.Rules.Name, v, Limit)
			}
		}
	}
	e := Hand(w.Rules)
	e.note, e.learned = w.Note, w.learned()
	return e, nil
}

// learned returns w ready for use: every code has the worth of its parts
// added in.
func (w *Weights) learned() *learned {
	l := &learned{turn: pairOf(w.Turn[0])}
	for i, v := range w.Kings {
		l.kings[i] = pairOf(v)
	}
	for i, v := range w.Counts {
		l.counts[i] = pairOf(v)
	}
	l.windows = new(windows)
	hugepage.Want(l.windows[:])
	for i := range w.Windows {
		foldParts(l.windows.of(i), w.Windows[i], &w.Parts[i])
	}
	start := w.Rules.Start()
	pieces := start.Occupied().Len()
	for n := range l.share {
		l.share[n] = int32(full * min(n, pieces) / pieces)
	}
	return l
}

// foldParts sets folded to the worth of all codes of a window, parts included.
func foldParts(folded []packed, window []Weight, parts *[PartsPerWindow][]Weight) {
	for code := range folded {
		sum, lead := pairOf(window[code]), int(window[code].Lead)
		for i := range parts {
			part := &parts[i][PartOf(uint32(code), i)]
			sum += pairOf(*part)
			lead += int(part.Lead)
		}
		folded[code] = newPacked(sum, lead)
	}
}

// pairOf returns w as a pair.
func pairOf(w Weight) pair { return newPair(int(w.Opening), int(w.Ending)) }
