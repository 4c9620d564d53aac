package movegen

import "strings"

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
// be of either case, also those of squares, and Cyrillic ones that look alike; spaces, leading zeros, the number 0, quotes and
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
