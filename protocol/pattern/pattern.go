// Package pattern has what some squares of a board must hold, for games that had it and for structures
// that have a name.
package pattern

import (
	"errors"
	"fmt"
	"strings"

	"stupol/movegen"
)

// A Pattern says what some squares must hold. All others may hold anything.
type Pattern struct {
	Men, Kings, Pieces [2]movegen.Bits // by colour; Pieces are men or kings
	Empty              movegen.Bits
}

// ErrText is the reason why a text is no pattern.
var ErrText = errors.New("a pattern has the form W28,K32,P33:B19:E23, with squares of White, of Black and empty ones; K is a king, P a man or king")

// Parse reads a pattern in the form W28,K32,P33:B19:E23: the pieces of White, those of
// Black, and empty squares, of which any may be missing. K before a square is a king, P a
// man or a king, and nothing a man.
func Parse(r *movegen.Rules, text string) (Pattern, error) {
	var p Pattern
	for group := range strings.SplitSeq(strings.TrimSpace(movegen.PlainText(text)), ":") {
		group = strings.TrimSpace(group)
		if group == "" {
			return Pattern{}, fmt.Errorf("%q: %w", text, ErrText)
		}
		kind := group[0] &^ 0x20
		for item := range strings.SplitSeq(group[1:], ",") {
			if err := p.add(r, kind, strings.TrimSpace(item)); err != nil {
				return Pattern{}, fmt.Errorf("%q: %w", text, err)
			}
		}
	}
	return p, nil
}

// boardLetters are what the letters of a board say of a square.
const boardLetters = "wWxbByo."

// ErrBoard is the reason why a text is no board with a pattern.
var ErrBoard = errors.New("a pattern has a letter for each square: w, W or x for a man, a king or either of White, b, B or y of Black, o for an empty square, . for any")

// OfBoard reads a pattern as somebody draws it on the board: a letter for each square, the
// first square first. See ErrBoard for the letters.
func OfBoard(r *movegen.Rules, board string) (Pattern, error) {
	var p Pattern
	sets := [len(boardLetters)]*movegen.Bits{
		&p.Men[movegen.White], &p.Kings[movegen.White], &p.Pieces[movegen.White],
		&p.Men[movegen.Black], &p.Kings[movegen.Black], &p.Pieces[movegen.Black], &p.Empty,
	}
	if len(board) != r.Squares() {
		return Pattern{}, ErrBoard
	}
	for i := range len(board) {
		switch kind := strings.IndexByte(boardLetters, board[i]); {
		case kind < 0:
			return Pattern{}, ErrBoard
		case sets[kind] != nil:
			*sets[kind] |= r.SquareOf(i + 1).Bit()
		}
	}
	return p, nil
}

// add adds a square of a group, W, B or E.
func (p *Pattern) add(r *movegen.Rules, group byte, item string) error {
	sets := map[byte]*movegen.Bits{}
	switch group {
	case 'E':
		sets[0] = &p.Empty
	case 'W', 'B':
		c := movegen.White
		if group == 'B' {
			c = movegen.Black
		}
		sets[0], sets['K'], sets['P'] = &p.Men[c], &p.Kings[c], &p.Pieces[c]
	default:
		return ErrText
	}
	kind := byte(0)
	if item != "" && sets[item[0]&^0x20] != nil && item[0] >= 'A' {
		kind, item = item[0]&^0x20, item[1:]
	}
	square := squareNamed(r, item)
	if square == movegen.NoSquare {
		return fmt.Errorf("%q is no square of the board: %w", item, ErrText)
	}
	if p.Squares().Has(square) {
		return fmt.Errorf("the square %s is named twice", item)
	}
	*sets[kind] |= square.Bit()
	return nil
}

// squareNamed returns the square with a number or, on 8x8 boards, a name like c3.
func squareNamed(r *movegen.Rules, name string) movegen.Square {
	for n := 1; n <= r.Squares(); n++ {
		s := r.SquareOf(n)
		if r.SquareName(s) == name || r.Size == 8 && r.AlgebraicName(s) == strings.ToLower(name) {
			return s
		}
	}
	return movegen.NoSquare
}

// IsZero reports whether p says nothing of any square.
func (p *Pattern) IsZero() bool { return p.Squares() == 0 }

// Squares returns the squares that p says something of.
func (p *Pattern) Squares() movegen.Bits {
	all := p.Empty
	for c := range 2 {
		all |= p.Men[c] | p.Kings[c] | p.Pieces[c]
	}
	return all
}

// Swapped returns the pattern with the colours exchanged, as seen from the other side of the
// board.
func (p *Pattern) Swapped(r *movegen.Rules) Pattern {
	turn := r.HalfTurn()
	s := Pattern{Empty: turn.Of(p.Empty)}
	for c := range 2 {
		s.Men[c], s.Kings[c], s.Pieces[c] = turn.Of(p.Men[c^1]), turn.Of(p.Kings[c^1]), turn.Of(p.Pieces[c^1])
	}
	return s
}

// Fits reports whether a position has the pattern.
func (p *Pattern) Fits(q *movegen.Position) bool {
	white, black := q.Pieces[movegen.White], q.Pieces[movegen.Black]
	wrong := (p.Men[movegen.White]|p.Kings[movegen.White]|p.Pieces[movegen.White])&^white |
		(p.Men[movegen.Black]|p.Kings[movegen.Black]|p.Pieces[movegen.Black])&^black |
		(p.Men[movegen.White]|p.Men[movegen.Black])&q.Kings |
		(p.Kings[movegen.White]|p.Kings[movegen.Black])&^q.Kings |
		p.Empty&(white|black)
	return wrong == 0
}
