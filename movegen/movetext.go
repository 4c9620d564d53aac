package movegen

import (
	"fmt"
	"slices"
	"strings"
)

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

// parseMove returns the legal move of p that s stands for, by the first of
// the readings that fits any. The function write names moves in errors.
func (r *Rules) parseMove(p *Position, s string, write func(Move) string, readings ...reading) (Move, error) {
	text := token{PlainText(s), 1}.trim()
	squares, err := r.moveSquares(text)
	if err != nil {
		return Move{}, err
	}
	legal := r.Moves(nil, p)
	for _, fits := range readings {
		var found []Move
		for _, m := range legal {
			if fits(r, p, m, squares) {
				found = append(found, m)
			}
		}
		if len(found) > 1 {
			return Move{}, text.wrong("move", "ambiguous: "+someOf(found, write))
		}
		if len(found) == 1 {
			return found[0], nil
		}
	}
	return Move{}, text.wrong("move", r.whyIllegal(p, legal, squares[0], write))
}

// Begun returns the legal captures of p whose first jump is s, as f6xd4, and that go on.
func (r *Rules) Begun(p *Position, s string) (moves []Move) {
	squares, err := r.moveSquares(token{PlainText(s), 1}.trim())
	if err != nil || len(squares) != 2 {
		return nil
	}
	for _, m := range r.Captures(nil, p) {
		if m.From == squares[0] && m.Captured.Len() > 1 && r.lands(p, m, squares[1]) {
			moves = append(moves, m)
		}
	}
	return moves
}

// lands reports whether the first jump of a legal capture can end on a square.
func (r *Rules) lands(p *Position, m Move, first Square) bool {
	for path := range r.paths(p, m) {
		if path[1] == first {
			return true
		}
	}
	return false
}

// moveSquares returns the squares of a move's text, at least two.
func (r *Rules) moveSquares(text token) ([]Square, error) {
	var squares []Square
	for rest := text; ; {
		end := strings.IndexAny(rest.text, "-xX: \t")
		if end < 0 {
			end = len(rest.text)
		}
		word := rest
		word.text = rest.text[:end]
		named, err := r.wordSquares(word)
		if err != nil {
			return nil, err
		}
		squares = append(squares, named...)
		rest = rest.skip(end).trim()
		if rest.text == "" {
			break
		}
		if strings.IndexByte("-xX:", rest.text[0]) < 0 {
			return nil, rest.wrong("move", "want one of - x : before it")
		}
		rest = rest.skip(1).trim()
	}
	if len(squares) < 2 {
		return nil, text.wrong("move", "a move has two squares or more")
	}
	return squares, nil
}

// wordSquares returns the square that a word names, or the squares: names
// like c3 may follow each other without a sign, c3d4.
func (r *Rules) wordSquares(word token) ([]Square, error) {
	var squares []Square
	for {
		name := word
		if _, width := NameAt(word.text); width > 0 && r.Size == 8 {
			name.text = word.text[:width]
		}
		sq, reason := r.squareNamed(name.text)
		if reason != "" {
			return nil, name.wrong("move", reason)
		}
		squares = append(squares, sq)
		word = word.skip(len(name.text))
		if word.text == "" {
			return squares, nil
		}
	}
}

// whyIllegal returns the reason why a move from the given square is none of
// the legal moves of p.
func (r *Rules) whyIllegal(p *Position, legal []Move, from Square, write func(Move) string) string {
	run := p.Runs[p.Turn]
	switch {
	case len(legal) == 0:
		return "illegal: " + p.Turn.String() + " has no legal move"
	case !p.Pieces[p.Turn].Has(from):
		return "illegal: " + p.Turn.String() + " has no piece on " + r.SquareName(from)
	case legal[0].IsCapture():
		return "illegal: " + p.Turn.String() + " must capture: " + someOf(legal, write)
	case r.KingRunLimit != 0 && int(run.Moves) >= r.KingRunLimit && run.Square == from:
		return fmt.Sprintf("illegal: this king has made its %d moves in a row", r.KingRunLimit)
	}
	return "illegal"
}

// someOf names some of the moves for a message.
func someOf(moves []Move, write func(Move) string) string {
	const most = 5
	var names []string
	for _, m := range moves[:min(len(moves), most)] {
		names = append(names, write(m))
	}
	text := strings.Join(names, " or ")
	if len(moves) > most {
		text += " or ..."
	}
	return text
}

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
