package movegen

import (
	"iter"
	"slices"
)

// path returns the start of m and every square its piece lands on. A move has
// one path or several; this is the first of them.
func (r *Rules) path(p *Position, m Move) []Square {
	for path := range r.paths(p, m) {
		return path
	}
	return []Square{m.From, m.To}
}

// paths goes through the paths of the legal move m of p. A path has the start
// of m and a square for every captured piece: where the piece turns, or right
// behind the captured piece where it goes straight on, and the end last. The
// slice is the caller's to read until the next one.
//
// Where paths part, the one that leaves over the adjacent square with the
// lower number comes first, and in one direction the nearer landing.
func (r *Rules) paths(p *Position, m Move) iter.Seq[[]Square] {
	return func(yield func([]Square) bool) {
		if !m.IsCapture() {
			yield([]Square{m.From, m.To})
			return
		}
		f := pathfinder{
			rules: r,
			us:    p.Turn & 1,
			to:    m.To,
			kings: p.Kings,
			free:  r.board&^p.Occupied() | m.From.Bit(),
			path:  []Square{m.From},
		}
		start := landing{square: m.From, dir: noDirection}
		if r.Priority == ItalianOrder {
			f.found = func() bool { f.best = max(f.best, f.order); return true }
			f.follow(start, m.Captured, p.Kings.Has(m.From))
		}
		f.found = func() bool { return f.order < f.best || yield(f.path) }
		f.follow(start, m.Captured, p.Kings.Has(m.From))
	}
}

// A pathfinder follows one piece through a capture whose end and captured pieces
// are known. That the capture is legal is known as well: what is left to check is
// that the piece can make each jump.
type pathfinder struct {
	rules *Rules
	us    Color
	to    Square
	kings Bits        // of both sides
	free  Bits        // squares to cross and to land on, the start among them
	path  []Square    // the start and the landings so far
	found func() bool // called with path complete; returns whether to go on

	// The order of the captured pieces, a bit each, the latest lowest: 1 for a king.
	// Italian rules want the largest, kings first (FID rule 9).
	order, best uint64

	effort   int                  // landings tried: see maxPathEffort
	complete int                  // paths found
	deadEnds map[deadEnd]struct{} // nil while few landings were tried
}

// maxPathEffort is how many landings are tried for the paths of one capture. Those that are
// not found by then are left out; the first is always found, as the list of captures
// found it with less.
const maxPathEffort = 16 * maxEffort

// A deadEnd is a landing from which a capture cannot be completed.
type deadEnd struct {
	at   landing
	left Bits
	king bool
}

// A landing is a place where a jump can end.
type landing struct {
	square Square
	over   Bits      // the piece jumped
	dir    direction // of the jump
	behind bool      // right behind the piece
}

// follow goes through the ways on from a landing with captured pieces left to
// capture, and returns false when found has seen enough.
func (f *pathfinder) follow(at landing, left Bits, king bool) bool {
	if left == 0 {
		f.complete++
		return f.found()
	}
	if f.effort++; f.effort > maxPathEffort {
		return false
	}
	here, before := deadEnd{at, left, king}, f.complete
	if _, dead := f.deadEnds[here]; dead {
		return true
	}
	for _, next := range f.landings(at.square.Bit(), left, king) {
		last := left == next.over
		switch {
		case last && !f.mayEnd(next, king):
			continue
		case next.dir == at.dir && !at.behind:
			continue // the same path with another square named
		}
		promoted := !king && f.rules.lastRow[f.us].Has(next.square)
		if promoted && f.rules.Promotion == StopThere && !last {
			continue
		}
		order := f.order
		f.order = order << 1
		if f.kings&next.over != 0 {
			f.order |= 1
		}
		f.path = append(f.path, next.square)
		goOn := f.follow(next, left&^next.over, king || promoted && f.rules.Promotion == PassAsKing)
		f.path = f.path[:len(f.path)-1]
		f.order = order
		if !goOn {
			return false
		}
	}
	if f.effort > rememberFrom && f.complete == before {
		if f.deadEnds == nil {
			f.deadEnds = make(map[deadEnd]struct{})
		}
		f.deadEnds[here] = struct{}{}
	}
	return true
}

// mayEnd reports whether the capture may end with this landing.
func (f *pathfinder) mayEnd(at landing, king bool) bool {
	if f.rules.Killer && king && f.kings&at.over != 0 && !at.behind {
		return false
	}
	return at.square == f.to
}

// landings returns where a piece can land when it jumps one of prey, in the
// order of paths.
func (f *pathfinder) landings(at, prey Bits, king bool) []landing {
	dirs := f.rules.manDirections[f.us]
	if king {
		dirs = f.rules.kingDirections
	}
	flying := king && f.rules.Flying
	var found []landing
	for _, d := range dirs {
		over := at.step(d)
		for flying && over&f.free != 0 {
			over = over.step(d)
		}
		behind := over.step(d)
		for to := behind & f.free; over&prey != 0 && to != 0; to = to.step(d) & f.free {
			found = append(found, landing{to.First(), over, d, to == behind})
			if !flying {
				break
			}
		}
	}
	adjacent := func(l landing) int { return f.rules.Number(at.step(l.dir).First()) }
	slices.SortStableFunc(found, func(a, b landing) int { return adjacent(a) - adjacent(b) })
	return found
}

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
