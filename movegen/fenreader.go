package movegen

import (
	"fmt"
	"strings"
)

// A fenReader collects what the fields of a FEN say.
type fenReader struct {
	rules  *Rules
	pieces [2]Bits
	kings  Bits
	given  [2]bool // which sides had a field
	runs   []token // fields about king moves, for when all kings are known
	named  bool    // squares have names, as c3, so that G3 is one and no captured piece
}

// field reads one field after the first.
func (f *fenReader) field(t token) error {
	if t.text == "" {
		return nil
	}
	if c, ok := colorNamed(t.text[:1]); ok {
		return f.side(c, t)
	}
	switch t.text[0] {
	case 'K', 'k', '+':
		f.runs = append(f.runs, t)
		return nil
	case 'H', 'h', 'F', 'f':
		if isNumber(t.text[1:]) {
			return nil
		}
	}
	return t.wrong("FEN", "a field must begin with W or B")
}

// side reads the field of one side.
func (f *fenReader) side(c Color, t token) error {
	if f.given[c] {
		return t.wrong("FEN", fmt.Sprintf("%s is given twice", c))
	}
	f.given[c] = true
	pieces := t.skip(1).split(",")
	for i, piece := range pieces {
		switch {
		case piece.text != "":
			if reason := f.piece(c, piece.text); reason != "" {
				return piece.wrong("FEN", reason)
			}
		case i < len(pieces)-1:
			return piece.wrong("FEN", "no square before the comma")
		}
	}
	return nil
}

// hasNames reports whether the fields of a FEN name squares like c3.
func (r *Rules) hasNames(fields []token) bool {
	for _, field := range fields {
		for _, item := range field.split(",") {
			if text := strings.TrimLeft(item.text, "KkWw"); text != "" && text[0]|0x20 != 'g' {
				if _, ok := r.algebraic(text); ok {
					return true
				}
			}
		}
	}
	return false
}

// piece reads a piece or a range of pieces. It returns what is wrong with
// them, or nothing.
func (f *fenReader) piece(c Color, text string) (reason string) {
	squares, king, ghost := text, false, false
	switch text[0] {
	case 'K', 'k':
		king = true
	case 'P', 'p':
		ghost = true
	case 'G', 'g':
		_, isName := f.rules.algebraic(text)
		ghost = !isName || text[0] == 'G' && !f.named
	}
	if king || ghost {
		squares = strings.TrimSpace(text[1:])
	}
	if strings.Trim(squares, "0") == "" && squares != "" {
		return ""
	}
	first, last, reason := f.rules.squareRange(squares)
	if reason != "" || ghost {
		return reason
	}
	for n := first; n <= last && reason == ""; n++ {
		reason = f.put(c, king, n)
	}
	return reason
}

// squareRange returns the numbers of the first and the last square of text,
// "31" or "31-50".
func (r *Rules) squareRange(text string) (first, last int, reason string) {
	from, to, isRange := strings.Cut(text, "-")
	from, to = strings.TrimSpace(from), strings.TrimSpace(to)
	if !isRange {
		to = from
	} else if !isNumber(from) || !isNumber(to) {
		return 0, 0, "a range needs two square numbers"
	}
	a, reason := r.squareNamed(from)
	if reason != "" {
		return 0, 0, reason
	}
	b, reason := r.squareNamed(to)
	if reason != "" {
		return 0, 0, reason
	}
	first, last = r.Number(a), r.Number(b)
	if first > last {
		return 0, 0, "the range runs backwards"
	}
	return first, last, ""
}

// put puts a piece on the square with that number. It returns why it cannot
// stand there, or nothing.
func (f *fenReader) put(c Color, king bool, number int) (reason string) {
	sq := f.rules.squares[number]
	switch {
	case (f.pieces[White] | f.pieces[Black]).Has(sq):
		return fmt.Sprintf("square %d is given twice", number)
	case !king && f.rules.lastRow[c].Has(sq):
		return fmt.Sprintf("square %d is on the promotion row of this man", number)
	}
	f.pieces[c] |= sq.Bit()
	if king {
		f.kings |= sq.Bit()
	}
	return ""
}
