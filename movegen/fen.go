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
// like c3; ranges need numbers. Letters may be of either case, those of squares also
// Cyrillic ones that look alike; spaces, leading zeros, the number 0, quotes and
// `[FEN "..."]` around the whole are ignored, as are captured pieces that
// lidraughts shows standing (G12, P12) and the suffixes H0 (half-moves) and
// F1 (move number). Spaces, digits and dashes may be those of
// any script: see PlainText.
//
// In variants that count king moves the field written by FEN sets the
// counters, and so does lidraughts' +0+2 (Black's moves, then White's) for a
// side of men and a single king. Of several kings it has to name the square of
// the one that is meant: +0+228.
//
// Any other text is an error of type *SyntaxError, as is a square that is
// occupied twice or lies off the board, a man on its promotion row, a board
// without pieces, and a side with more ways to capture than can be followed
// (possible in Frisian and Frysk! only).
func (r *Rules) ParseFEN(s string) (Position, error) {
	whole := unwrapFEN(token{PlainText(s), 1})
	if whole.text == "" {
		return Position{}, whole.wrong("FEN", "no position")
	}
	fields := whole.split(":")
	turn, ok := colorNamed(fields[0].text)
	if !ok {
		return Position{}, fields[0].wrong("FEN", "the side to move must be W or B")
	}
	f := fenReader{rules: r, named: r.hasNames(fields[1:])}
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
	if err := r.checkEffort(&p); err != nil {
		return Position{}, whole.wrong("FEN", err.Error())
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

// runTexts returns the king-move counters of p that are not zero as text, each behind the
// letter of its side: "W28=2" with the letters WB.
func (r *Rules) runTexts(p *Position, letters string) (texts []string) {
	for c, run := range p.Runs {
		if run.Moves != 0 {
			texts = append(texts, fmt.Sprintf("%c%s=%d", letters[c], r.SquareName(run.Square), run.Moves))
		}
	}
	return texts
}

// fenRuns returns the field of a FEN that holds the king-move counters of p,
// nothing when they are zero.
func (r *Rules) fenRuns(p *Position) string {
	runs := r.runTexts(p, "KK")
	if runs == nil {
		return ""
	}
	return ":" + strings.Join(runs, ",")
}

// parseFENRuns returns p with the counters of a FEN's field: ours, K28=2,K14=1,
// or lidraughts' +1+2.
func (r *Rules) parseFENRuns(p Position, field token) (Position, error) {
	if field.text[0] == '+' {
		return r.parseLidraughtsRuns(p, field)
	}
	for _, t := range field.split(",") {
		if t.text == "" || t.text[0] != 'K' && t.text[0] != 'k' {
			return Position{}, t.wrong("FEN", "want a king and its moves: K28=2")
		}
		next, reason := r.withRun(p, p.Kings, t.text[1:])
		if reason != "" {
			return Position{}, t.wrong("FEN", reason)
		}
		p = next
	}
	return p, nil
}

// parseLidraughtsRuns reads +1+2: how many moves in a row Black and White, in this
// order, have made with the same king. Digits that follow name the king: +114+228.
func (r *Rules) parseLidraughtsRuns(p Position, field token) (Position, error) {
	black, white, _ := strings.Cut(field.text[1:], "+")
	if !isNumber(white) || !isNumber(black) {
		return Position{}, field.wrong("FEN", "want the king moves of Black and White: +1+2")
	}
	for c, text := range [2]string{White: white, Black: black} {
		kings, moves := p.KingsOf(Color(c)), smallNumber(text[:1])
		if square := text[1:]; square != "" {
			sq, reason := r.squareNamed(square)
			if reason != "" {
				continue
			}
			kings &= sq.Bit()
		}
		if moves > r.KingRunLimit || kings.Len() != 1 {
			continue
		}
		p = p.withRunOf(kings.First(), moves)
	}
	return p, nil
}

// withRun returns p with the counter that text, "28=2", gives to one of
// kings, or the reason why it cannot.
func (r *Rules) withRun(p Position, kings Bits, text string) (q Position, reason string) {
	square, moves, _ := strings.Cut(text, "=")
	if !isNumber(moves) {
		return p, "want the square of a king and a number: 28=2"
	}
	if r.KingRunLimit == 0 {
		return p, ""
	}
	sq, reason := r.squareNamed(square)
	switch n := smallNumber(moves); {
	case reason != "":
		return p, reason
	case !kings.Has(sq):
		return p, "there is no such king"
	case n > r.KingRunLimit:
		return p, fmt.Sprintf("a king makes at most %d moves in a row", r.KingRunLimit)
	default:
		return p.withRunOf(sq, n), ""
	}
}

// withRunOf returns p with the counter of the king on sq set, unless its side
// has no men: then nothing is counted.
func (p Position) withRunOf(sq Square, moves int) Position {
	c := White
	if p.Pieces[Black].Has(sq) {
		c = Black
	}
	if p.Men(c) == 0 || moves == 0 {
		return p.WithRun(c, KingRun{})
	}
	return p.WithRun(c, KingRun{Square: sq, Moves: uint8(moves)})
}
