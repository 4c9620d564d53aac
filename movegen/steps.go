package movegen

import "iter"

// A Step is what a piece does at a time: a jump of a capture, or a whole quiet
// move.
type Step struct {
	To   Square // where it lands
	Over Square // the piece captured, NoSquare if none is
}

// Steps goes through the ways to make the legal move m of p: a capture may
// take its pieces in different orders. In each, a piece that goes straight on
// after a capture lands right behind the piece captured. The first is that of
// PDNMoveLong. The slice is the caller's to read until the next one.
func (r *Rules) Steps(p *Position, m Move) iter.Seq[[]Step] {
	return func(yield func([]Step) bool) {
		var steps []Step
		for path := range r.paths(p, m) {
			steps = steps[:0]
			left := m.Captured
			for i, to := range path[1:] {
				over := NoSquare
				if crossed := r.between(path[i], to) & left; crossed != 0 {
					over = crossed.First()
					left &^= crossed
				}
				steps = append(steps, Step{to, over})
			}
			if !yield(steps) {
				return
			}
		}
	}
}
