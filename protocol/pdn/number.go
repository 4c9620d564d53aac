package pdn

import "strings"

// A place is where a ply stands by the numbers that are written before it or before those
// before it: 2*n for n., 2*n+1 for n...; 0 if there are none.
type place int

// after returns the place of the next ply.
func (p place) after() place {
	if p == 0 {
		return 0
	}
	return p + 1
}

// number takes the number of the next move into account. It is none if the moves before say
// that the next one has another, unless it has a dot and a move follows.
func (b *builder) number(t token) {
	l := b.line()
	if !b.numbers(t, b.in.peek()) {
		b.fault(t, ErrNumber)
		b.word(t)
		return
	}
	b.begun = true
	switch {
	case t.number == 0 && t.dots > 1 && l.next > 0: // 1. ... 19-23
		l.next |= 1
	case t.number > 0 && (t.dots > 0 || l.next == 0):
		l.next = place(2 * t.number)
		if t.dots > 1 {
			l.next++
		}
	}
}

// numbers reports whether t, the number of a move by its form, is one before another token.
func (b *builder) numbers(t, next token) bool {
	l := b.line()
	moves := next.kind == moveToken || next.kind == pairToken
	fits := l.next/2 == place(t.number) || l.next == 0 && next.kind != wordToken
	switch {
	case t.dots == 0:
		return moves && next.text != UnknownMove && b.last.kind != wordToken && b.bare(t.number) // neither 732 - 28 nor a32 - 28 19-23
	case next.kind == numberToken && (t.number > 0 || strings.HasPrefix(t.text, "0")): // 0. is no ellipsis
		return next.number == 0 || next.number == t.number // 1. ... 19-23
	case t.number == 0 || moves || fits || (l.next+1)/2 == place(t.number): // 5. 32-28 6. 2-0
		return true
	}
	return next.kind == commentToken || next.kind == setupToken || next.kind == signToken || next.kind == openToken
}

// bare reports whether a number without a dot is that of the next move: the one after the moves
// before, the first one, or in a variation that of the move it stands behind or the next.
func (b *builder) bare(number int) bool {
	l, n := b.line(), place(number)
	switch {
	case l.next != 0:
		return l.next/2 == n
	case n == 1:
		return true
	case len(b.lines) == 1 || len(l.Plies) > 0:
		return false
	}
	parent := &b.lines[len(b.lines)-2]
	return parent.last/2 == n || parent.next/2 == n
}
