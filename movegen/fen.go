package movegen

import (
	"fmt"
	"strings"
)

// FEN returns p in the notation of PDN's FEN tag, White's pieces first:
//
//	W:W31,32,K40:B1,2
//
// Squares are numbers, kings have a K. King-move counters that are not zero
// (Frisian) follow in a field of their own, the king's square and its moves:
//
//	W:W31,K28:B2,K14:K28=2,K14=1
//
// ParseFEN reads all of it back.
func (r *Rules) FEN(p *Position) string {
	var b strings.Builder
	b.WriteString(p.Turn.letter())
	for c := White; c <= Black; c++ {
		b.WriteString(":" + c.letter())
		separator := ""
		for n := 1; n <= r.Squares(); n++ {
			sq := r.squares[n]
			if !p.Pieces[c].Has(sq) {
				continue
			}
			b.WriteString(separator)
			if p.Kings.Has(sq) {
				b.WriteString("K")
			}
			b.WriteString(r.SquareName(sq))
			separator = ","
		}
	}
	return b.String() + r.fenRuns(p)
}

// letter returns "W" or "B".
func (c Color) letter() string { return c.String()[:1] }

// ParseFEN reads a position in the notation of PDN's FEN tag:
//
//	FEN     = turn { ":" side } { ":" suffix } [ "." ]
//	turn    = "W" | "B"
//	side    = ( "W" | "B" ) [ piece { "," piece } [ "," ] ]
//	piece   = [ "K" ] square [ "-" square ]
//
// Both sides may come in either order and one may be missing. Squares are
// numbers, counted from the top left in every variant, or on 8x8 boards names
// like c3; ranges need numbers. Letters other than those of square names may
// be of either case; spaces, leading zeros, the number 0, quotes and
// `[FEN "..."]` around the whole are ignored, as are captured pieces that
// lidraughts shows standing (G12, P12) and the suffixes H0 (half-moves) and
// F1 (move number).
//
// In variants that count king moves the field written by FEN sets the
// counters, and so does lidraughts' +2+0 (White's and Black's moves) for a
// side of men and a single king, which must be the one that is meant.
//
// Any other text is an error of type *SyntaxError, as is a square that is
// occupied twice or lies off the board, a man on its promotion row, and a
// board without pieces.
func (r *Rules) ParseFEN(s string) (Position, error) {
	whole := unwrapFEN(token{s, 1})
	if whole.text == "" {
		return Position{}, whole.wrong("FEN", "no position")
	}
	fields := whole.split(":")
	turn, ok := colorNamed(fields[0].text)
	if !ok {
		return Position{}, fields[0].wrong("FEN", "the side to move must be W or B")
	}
	f := fenReader{rules: r}
	for _, field := range fields[1:] {
		if err := f.field(field); err != nil {
			return Position{}, err
		}
	}
	if f.pieces[White]|f.pieces[Black] == 0 {
		return Position{}, whole.wrong("FEN", "no pieces on the board")
	}
	p := NewPosition(turn, f.pieces[White], f.pieces[Black], f.kings)
	for _, field := range f.runs {
		var err error
		if p, err = r.parseFENRuns(p, field); err != nil {
			return Position{}, err
		}
	}
	return p, nil
}

// unwrapFEN returns what is left of t without [FEN "..."], quotes and dot.
func unwrapFEN(t token) token {
	t = t.trim().unwrap("[", "]")
	if len(t.text) > 3 && strings.EqualFold(t.text[:3], "FEN") {
		t = t.skip(3).trim()
	}
	return t.unwrap(`"`, `"`).unwrap("'", "'").unwrap("", ".")
}

// colorNamed returns the side that the letter stands for.
func colorNamed(letter string) (c Color, ok bool) {
	switch letter {
	case "W", "w":
		return White, true
	case "B", "b":
		return Black, true
	}
	return White, false
}

// A fenReader collects what the fields of a FEN say.
type fenReader struct {
	rules  *Rules
	pieces [2]Bits
	kings  Bits
	given  [2]bool // which sides had a field
	runs   []token // fields about king moves, for when all kings are known
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

// piece reads a piece or a range of pieces. It returns what is wrong with
// them, or nothing.
func (f *fenReader) piece(c Color, text string) (reason string) {
	squares, king, ghost := text, false, false
	switch text[0] {
	case 'K', 'k':
		king = true
	case 'G', 'P', 'p':
		ghost = true
	case 'g':
		ghost = !f.rules.isAlgebraic(text)
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
