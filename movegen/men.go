package movegen

import "slices"

// The captures of men by the rules of International draughts, where they go in
// four directions and the longest are the legal ones. They are found for all
// men at once, growing a piece at a time.

// manCaptures appends the longest captures by men.
func manCaptures(dst []Move, men, prey, free, last Bits) []Move {
	first := len(dst)
	dst, grows := manSingles(dst, men, prey, free)
	if len(dst) == first {
		return dst
	}
	for grows {
		grown := growCaptures(dst, first, prey, free)
		if grows = len(grown) > len(dst); grows {
			dst = append(dst[:first], grown[len(dst):]...)
		}
	}
	for i := first; i < len(dst); i++ {
		dst[i].Promotes = last.Has(dst[i].To)
	}
	// The same pieces can be taken on two ways round from four on.
	if dst[first].Captured.Len() >= 4 {
		dst = dropDuplicates(dst, first)
	}
	return dst
}

// manSingles appends the captures of one piece by men; or, if some of them
// can go on, only those, and grows is true. Whether a capture goes on does
// not depend on the square the man came from: the piece it took is between.
func manSingles(dst []Move, men, prey, free Bits) (moves []Move, grows bool) {
	dl, dr := jumpsDown(prey, free, StepLeft), jumpsDown(prey, free, StepRight)
	ur, ul := jumpsUp(prey, free, StepLeft), jumpsUp(prey, free, StepRight)
	jumps := dl | dr | ur | ul
	dl, dr = (dl&men)<<(2*StepLeft), (dr&men)<<(2*StepRight)
	ur, ul = (ur&men)>>(2*StepLeft), (ul&men)>>(2*StepRight)
	if grows = (dl|dr|ur|ul)&jumps != 0; grows {
		dl, dr, ur, ul = dl&jumps, dr&jumps, ur&jumps, ul&jumps
	}
	dst = manSingle(dst, dl, -StepLeft)
	dst = manSingle(dst, dr, -StepRight)
	dst = manSingle(dst, ur, StepLeft)
	return manSingle(dst, ul, StepRight), grows
}

// manSingle appends the captures of one piece that end on the squares of to,
// the piece and its captor's square lying back, step by step.
func manSingle(dst []Move, to Bits, back int8) []Move {
	for ; to != 0; to &= to - 1 {
		sq := to.First()
		over := Square(int8(sq) + back)
		dst = append(dst, Move{Captured: over.Bit(), From: Square(int8(over) + back), To: sq})
	}
	return dst
}

// growCaptures appends the captures that take one piece more than one of
// dst[first:]. It has no branch for whether there is one: every candidate is
// written, and overwritten by the next if it was none.
func growCaptures(dst []Move, first int, prey, free Bits) []Move {
	end := len(dst)
	n := end
	if cap(dst) <= end+4*(end-first) {
		dst = slices.Grow(dst, 4*(end-first)+1)
	}
	dst = dst[:cap(dst)]
	for i := first; i < end; i++ {
		m := dst[i]
		at, left, open := m.To.Bit(), prey&^m.Captured, free|m.From.Bit()

		over := at << StepLeft & left
		dst[n] = Move{Captured: m.Captured | over, From: m.From, To: m.To + 2*StepLeft}
		n += (over << StepLeft & open).Len()

		over = at << StepRight & left
		dst[n] = Move{Captured: m.Captured | over, From: m.From, To: m.To + 2*StepRight}
		n += (over << StepRight & open).Len()

		over = at >> StepLeft & left
		dst[n] = Move{Captured: m.Captured | over, From: m.From, To: m.To - 2*StepLeft}
		n += (over >> StepLeft & open).Len()

		over = at >> StepRight & left
		dst[n] = Move{Captured: m.Captured | over, From: m.From, To: m.To - 2*StepRight}
		n += (over >> StepRight & open).Len()
	}
	return dst[:n]
}

// dropDuplicates removes moves that stand in dst[first:] already.
func dropDuplicates(dst []Move, first int) []Move {
	end := first
	for i := first; i < len(dst); i++ {
		if !slices.Contains(dst[first:end], dst[i]) {
			dst[end] = dst[i]
			end++
		}
	}
	return dst[:end]
}
