package movegen

import (
	"fmt"
	"strings"
)

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
