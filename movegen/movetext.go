package movegen

import (
	"slices"
	"strings"
)

// A reading is one way to understand the squares of a move's text. It reports
// whether they stand for the legal move m of p.
type reading func(r *Rules, p *Position, m Move, squares []Square) bool

// parseMove returns the legal move of p that s stands for, by the first of
// the readings that fits any. The function write names moves in errors.
func (r *Rules) parseMove(p *Position, s string, write func(Move) string, readings ...reading) (Move, error) {
	text := token{s, 1}.trim()
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
			return Move{}, text.wrong("move", "ambiguous: "+oneOf(found, write))
		}
		if len(found) == 1 {
			return found[0], nil
		}
	}
	return Move{}, text.wrong("move", r.whyIllegal(p, legal, squares[0], write))
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
		if len(word.text) > 2 && r.isAlgebraic(strings.ToLower(word.text[:2])) {
			name.text = word.text[:2]
		}
		sq, reason := r.squareNamed(strings.ToLower(name.text))
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
		return "illegal: " + p.Turn.String() + " must capture, " + oneOf(legal, write)
	case r.KingRunLimit != 0 && int(run.Moves) >= r.KingRunLimit && run.Square == from:
		return "illegal: this king has made its moves in a row"
	}
	return "illegal"
}

// oneOf names some of the moves for a message.
func oneOf(moves []Move, write func(Move) string) string {
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
