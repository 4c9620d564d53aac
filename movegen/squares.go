package movegen

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// SquareName returns the number of s as text: "32". It returns "0" for a
// square that is not on the board.
func (r *Rules) SquareName(s Square) string { return strconv.Itoa(r.Number(s)) }

// UsualSquare returns the name of a square as players of the game write it.
func (r *Rules) UsualSquare(s Square) string {
	if r.Algebraic {
		return r.AlgebraicName(s)
	}
	return r.SquareName(s)
}

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
	name, width := NameAt(text)
	if r.Size != 8 || width == 0 || len(text) != width {
		return text, false
	}
	return name, true
}

// NameAt returns the name of a square of an 8x8 board that text begins with, in small Latin
// letters, and its length there: 0 if there is none. A capital stands for the small letter, and
// a Cyrillic letter for the Latin one that looks the same or has its place in the alphabet;
// where these are two it is the one that names a dark square.
func NameAt(text string) (name string, width int) {
	c, width := utf8.DecodeRuneInString(text)
	if width == len(text) || text[width] < '1' || text[width] > '8' {
		return "", 0
	}
	files, ok := cyrillic[c]
	if !ok {
		files, ok = cyrillic[unicode.ToLower(c)]
	}
	if file := c | 0x20; !ok && 'a' <= file && file <= 'h' {
		files = string(file)
	}
	for i := range len(files) {
		if len(files) == 1 || (files[i]-'a'+text[width]-'0')%2 == 1 {
			return files[i:i+1] + text[width:width+1], width + 1
		}
	}
	return "", 0
}

// cyrillic are the files that a Cyrillic letter may stand for, by its looks and by its place
// in the alphabet.
var cyrillic = map[rune]string{
	'а': "a", 'б': "b", 'в': "bc", 'г': "d", 'д': "e", 'е': "ef", 'ж': "g", 'з': "h", 'с': "c", 'Н': "h",
}

// Diagram returns a picture of p for a terminal, White below, the numbers of
// the squares beside it and the side to move under it. Men are w and b, kings
// W and B, empty playing squares dots. Games that are written with algebraic
// names have the letters and numbers of the files and rows as well. The last
// line ends with a newline.
func (r *Rules) Diagram(p *Position) string {
	var board [10][10]Square
	for i := range board {
		for j := range board[i] {
			board[i][j] = NoSquare
		}
	}
	for b := r.board; b != 0; b &= b - 1 {
		row, column := r.RowAndColumn(b.First())
		board[row][column] = b.First()
	}
	var d strings.Builder
	for row := range r.Size {
		d.WriteString(strings.TrimRight(r.diagramRow(p, row, board[row][:r.Size]), " ") + "\n")
	}
	if r.Algebraic {
		d.WriteString("   a b c d e f g h\n")
	}
	fmt.Fprintf(&d, "\n%s to move\n", p.Turn)
	return d.String()
}

// diagramRow returns the pieces of one row and the numbers of its squares.
func (r *Rules) diagramRow(p *Position, row int, squares []Square) string {
	pieces, numbers := "  ", "     "
	if r.Algebraic {
		pieces = fmt.Sprintf("%d ", r.Size-row)
	}
	for _, sq := range squares {
		if sq == NoSquare {
			pieces += "  "
			numbers += "  "
			continue
		}
		pieces += " " + pieceLetter(p, sq, ".")
		numbers += fmt.Sprintf("%2d", r.Number(sq))
	}
	return pieces + numbers
}

// pieceLetter returns w, b, W or B for the piece on sq: men small, kings
// large. It returns empty if there is none.
func pieceLetter(p *Position, sq Square, empty string) string {
	for c := White; c <= Black; c++ {
		switch {
		case p.KingsOf(c).Has(sq):
			return c.letter()
		case p.Pieces[c].Has(sq):
			return strings.ToLower(c.letter())
		}
	}
	return empty
}
