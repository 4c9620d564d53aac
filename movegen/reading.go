package movegen

import "slices"

// A reading is one way to understand the squares of a move's text. It reports
// whether they stand for the legal move m of p.
type reading func(r *Rules, p *Position, m Move, squares []Square) bool

// endsAndCaptured reads start, end and all captured pieces, in any order.
func endsAndCaptured(_ *Rules, _ *Position, m Move, squares []Square) bool {
	return m.From == squares[0] && m.To == squares[1] && isSet(squares[2:], m.Captured)
}

// capturedBetween reads start, all captured pieces in any order, and end.
func capturedBetween(_ *Rules, _ *Position, m Move, squares []Square) bool {
	last := len(squares) - 1
	return m.From == squares[0] && m.To == squares[last] && isSet(squares[1:last], m.Captured)
}

// isSet reports whether squares are those of set, each once.
func isSet(squares []Square, set Bits) bool {
	var b Bits
	for _, sq := range squares {
		b |= sq.Bit()
	}
	return b == set && len(squares) == set.Len()
}

// ends reads start and end and nothing else.
func ends(_ *Rules, _ *Position, m Move, squares []Square) bool {
	return len(squares) == 2 && m.From == squares[0] && m.To == squares[1]
}

// wholePath reads the start and every square landed on: the pieces between one
// square and the next are the captured ones. That they stand on the right
// side and are jumped as the rules allow needs no test, for m is legal.
func wholePath(r *Rules, p *Position, m Move, squares []Square) bool {
	last := len(squares) - 1
	if m.From != squares[0] || m.To != squares[last] || last != max(1, m.Captured.Len()) {
		return false
	}
	pieces := p.Occupied() &^ m.From.Bit()
	var captured Bits
	for i := range last {
		captured |= r.between(squares[i], squares[i+1]) & pieces
	}
	return captured == m.Captured
}

// between returns the squares between two that lie on a line, nothing for
// others.
func (r *Rules) between(from, to Square) Bits {
	for d := range directions {
		var crossed Bits
		for b := from.Bit().step(d) & r.board; b != 0; b = b.step(d) & r.board {
			if b == to.Bit() {
				return crossed
			}
			crossed |= b
		}
	}
	return 0
}

// partOfPath reads start, some squares landed on in between, and end.
func partOfPath(r *Rules, p *Position, m Move, squares []Square) bool {
	last := len(squares) - 1
	if m.From != squares[0] || m.To != squares[last] || last > max(1, m.Captured.Len()) {
		return false
	}
	for path := range r.paths(p, m) {
		if last == 1 || isPart(squares[1:last], path[1:len(path)-1]) {
			return true
		}
	}
	return false
}

// isPart reports whether whole holds the squares of part in their order.
func isPart(part, whole []Square) bool {
	for _, sq := range part {
		i := slices.Index(whole, sq)
		if i < 0 {
			return false
		}
		whole = whole[i+1:]
	}
	return true
}
