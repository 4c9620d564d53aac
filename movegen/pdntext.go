package movegen

import "strings"

// PDNMove returns the legal move m of p in the form of PDN, with numbers:
// 32-28, or 28x19 for a capture. When another capture has the same start and
// end, and when the two are one square, it is PDNMoveLong.
func (r *Rules) PDNMove(p *Position, m Move) string {
	return writePath(r.pdnPath(p, m), m, r.SquareName)
}

// PDNMoveLong returns the legal move m of p with the whole path of the piece:
// 36x47x41. Where it captures on in the same direction the square right
// behind the captured piece is given (PDN 3.0, 4.2). Of several paths it takes
// the one that, where they part, leaves over the adjacent square with the
// lower number.
func (r *Rules) PDNMoveLong(p *Position, m Move) string {
	return writePath(r.path(p, m), m, r.SquareName)
}

// AlgebraicMove is PDNMove with the names of the squares instead of their
// numbers: c3-d4, a1xd4xg1.
func (r *Rules) AlgebraicMove(p *Position, m Move) string {
	return writePath(r.pdnPath(p, m), m, r.AlgebraicName)
}

// ParsePDNMove returns the legal move of p that s stands for: squares between
// any of the signs - x : with or without spaces, as numbers or, on 8x8 boards,
// names like c3. The squares are
//
//   - the start and every square the piece lands on, or failing that
//   - start, end and all captured pieces in any order, as in Hub, or
//   - start, all captured pieces and end, or
//   - a part of a path, at least start and end, that fits one legal move only.
//
// Errors are of type *SyntaxError.
func (r *Rules) ParsePDNMove(p *Position, s string) (Move, error) {
	write := func(m Move) string { return r.PDNMoveLong(p, m) }
	return r.parseMove(p, s, write, wholePath, endsAndCaptured, capturedBetween, partOfPath)
}

// pdnPath returns the squares that PDN gives for the legal move m of p: start
// and end, or the whole path if they are not enough.
func (r *Rules) pdnPath(p *Position, m Move) []Square {
	if m.From == m.To {
		return r.path(p, m)
	}
	for _, other := range r.Captures(nil, p) {
		if other != m && other.From == m.From && other.To == m.To {
			return r.path(p, m)
		}
	}
	return []Square{m.From, m.To}
}

// writePath returns the names of the squares of a path with the sign for m
// between them.
func writePath(path []Square, m Move, name func(Square) string) string {
	names := make([]string, len(path))
	for i, sq := range path {
		names[i] = name(sq)
	}
	if m.IsCapture() {
		return strings.Join(names, "x")
	}
	return strings.Join(names, "-")
}
