package movegen

import (
	"fmt"
	"strconv"
	"unicode/utf8"
)

// SquareName returns the number of s as text: "32". It returns "0" for a
// square that is not on the board.
func (r *Rules) SquareName(s Square) string { return strconv.Itoa(r.Number(s)) }

// AlgebraicName returns s as chess players write it: "c3". The letters count
// the files of the real board from White's left, so that on a mirrored board
// square 1 is a8 and on the others b8. Games with Rules.Algebraic are published
// in these names. It returns "-" for a square that is not on the board.
func (r *Rules) AlgebraicName(s Square) string {
	if r.Number(s) == 0 {
		return "-"
	}
	row, column := r.RowAndColumn(s)
	return fmt.Sprintf("%c%d", 'a'+column, r.Size-row)
}

// RowAndColumn returns the row of s from the top and its column from the left
// of the real board, White below.
func (r *Rules) RowAndColumn(s Square) (row, column int) {
	row, column = coordinates(s)
	if r.Mirrored {
		column = r.Size - 1 - column
	}
	return row, column
}

// squareNamed returns the square that name stands for, a number with or
// without leading zeros or, on 8x8 boards, a letter and a digit. When there is
// none the reason says why.
func (r *Rules) squareNamed(name string) (sq Square, reason string) {
	switch {
	case name == "":
		return NoSquare, "a square is missing"
	case isNumber(name):
		if sq := r.SquareOf(smallNumber(name)); sq != NoSquare {
			return sq, ""
		}
		return NoSquare, fmt.Sprintf("no such square: they are numbered 1 to %d", r.Squares())
	}
	name, ok := r.algebraic(name)
	if !ok {
		return NoSquare, "not a square"
	}
	for n := 1; n <= r.Squares(); n++ {
		if r.AlgebraicName(r.squares[n]) == name {
			return r.squares[n], ""
		}
	}
	return NoSquare, "not a playing square"
}

// algebraic returns the name of a square of an 8x8 board, playing square or not, in small
// Latin letters. It reports false if text is none.
func (r *Rules) algebraic(text string) (name string, ok bool) {
	file, width := FileAt(text)
	if r.Size != 8 || width == 0 || len(text) != width+1 || text[width] < '1' || text[width] > '8' {
		return text, false
	}
	return string(file) + text[width:], true
}

// FileAt returns the letter of a square's file, a to h, that name begins with and its length
// there: a capital stands for the small one, and Cyrillic letters for the Latin ones that
// look the same. The length is 0 if there is none.
func FileAt(name string) (file byte, width int) {
	c, width := utf8.DecodeRuneInString(name)
	if c < utf8.RuneSelf {
		c |= 0x20
	} else if latin, ok := lookalikes[c]; ok {
		c = latin
	}
	if c < 'a' || c > 'h' {
		return 0, 0
	}
	return byte(c), width
}

// lookalikes are Cyrillic letters that look like those of files.
var lookalikes = map[rune]rune{
	'а': 'a', 'А': 'a', 'В': 'b', 'с': 'c', 'С': 'c', 'е': 'e', 'Е': 'e', 'Н': 'h',
}
