package picture

import (
	"strconv"
	"strings"

	"stupol/movegen"
)

// ParseSquares reads squares with any of the signs - x : , or spaces between
// them: 32-28, 28x19x10, c3,e3. They are numbers or letters with numbers. Errors are
// of type *movegen.SyntaxError.
func ParseSquares(r *movegen.Rules, text string) ([]movegen.Square, error) {
	text = movegen.PlainText(text)
	var squares []movegen.Square
	isSign := func(c rune) bool { return strings.ContainsRune("-xX:, \t", c) }
	for rest := text; ; {
		rest = strings.TrimLeftFunc(rest, isSign)
		if rest == "" {
			break
		}
		word := rest
		if end := strings.IndexFunc(rest, isSign); end >= 0 {
			word = rest[:end]
		}
		sq := squareNamed(r, word)
		if sq == movegen.NoSquare {
			return nil, &movegen.SyntaxError{What: "squares", Text: word, Column: len(text) - len(rest) + 1, Reason: "no such square"}
		}
		squares = append(squares, sq)
		rest = rest[len(word):]
	}
	if len(squares) == 0 {
		return nil, &movegen.SyntaxError{What: "squares", Text: text, Column: 1, Reason: "there are none"}
	}
	return squares, nil
}

// squareNamed returns the square with that number or letter and number, or
// NoSquare.
func squareNamed(r *movegen.Rules, name string) movegen.Square {
	if n, err := strconv.Atoi(name); err == nil {
		return r.SquareOf(n)
	}
	for n := 1; n <= r.Squares(); n++ {
		if sq := r.SquareOf(n); strings.EqualFold(r.AlgebraicName(sq), name) {
			return sq
		}
	}
	return movegen.NoSquare
}
