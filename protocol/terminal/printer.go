package terminal

import (
	"fmt"
	"io"
	"strings"

	"stupol/movegen"
)

// A printer writes what a session says.
type printer struct {
	w     io.Writer
	style Style
	asks  bool // prompts are written
}

// The escape sequences of colours, of the 256 that nearly all terminals have.
const (
	resetColor  = "\x1b[0m"
	strongColor = "\x1b[1m"
)

// line writes a line.
func (p printer) line(format string, args ...any) {
	fmt.Fprintf(p.w, format+"\n", args...)
}

// move writes the line of a move.
func (p printer) move(format string, args ...any) {
	if p.style == Colored {
		format = strongColor + format + resetColor
	}
	p.line(format, args...)
}

// prompt writes what is asked for.
func (p printer) prompt(text string) {
	if p.asks {
		fmt.Fprint(p.w, text)
	}
}

// look draws the board for the person to move, if boards are drawn unasked.
func (s *session) look() {
	if s.out.style != Plain && (s.over.Outcome != movegen.Ongoing || s.game.Position().Turn == s.you) {
		s.out.board(s.view())
	}
}

// A view is a board to be drawn.
type view struct {
	rules    *movegen.Rules
	position *movegen.Position
	flip     bool
	last     movegen.Bits // the squares of the last move
}

// view returns the present board.
func (s *session) view() view {
	v := view{rules: s.rules, position: s.game.Position(), flip: s.flip}
	if moves := s.game.Moves(); len(moves) > 0 {
		m := moves[len(moves)-1]
		v.last = m.From.Bit() | m.To.Bit()
	}
	return v
}

// board draws a board.
func (p printer) board(v view) {
	if p.style == Colored {
		p.colored(v)
	} else {
		p.letters(v)
	}
}

// rows returns the squares of the board as they are seen, NoSquare for light ones.
func (v view) rows() [][]movegen.Square {
	size := v.rules.Size
	rows := make([][]movegen.Square, size)
	for i := range rows {
		rows[i] = make([]movegen.Square, size)
		for j := range rows[i] {
			rows[i][j] = movegen.NoSquare
		}
	}
	for n := 1; n <= v.rules.Squares(); n++ {
		sq := v.rules.SquareOf(n)
		row, column := v.rules.RowAndColumn(sq)
		if v.flip {
			row, column = size-1-row, size-1-column
		}
		rows[row][column] = sq
	}
	return rows
}

// rank returns the label of a row, counted from the top, and files those of the
// columns, if the game is written with letters.
func (v view) rank(row int) string {
	if !v.rules.Algebraic {
		return ""
	}
	if v.flip {
		return fmt.Sprint(row + 1)
	}
	return fmt.Sprint(v.rules.Size - row)
}

func (v view) files() string {
	if !v.rules.Algebraic {
		return ""
	}
	if v.flip {
		return "hgfedcba"
	}
	return "abcdefgh"
}

// piece returns the letter of the piece on a square, and whose it is: w and b for
// men, W and B for kings, a dot for none.
func (v view) piece(sq movegen.Square) (letter string, side movegen.Color) {
	side = movegen.White
	switch {
	case v.position.Pieces[movegen.Black].Has(sq):
		letter, side = "b", movegen.Black
	case v.position.Pieces[movegen.White].Has(sq):
		letter = "w"
	default:
		return ".", side
	}
	if v.position.Kings.Has(sq) {
		letter = strings.ToUpper(letter)
	}
	return letter, side
}

// letters draws a board in letters, with the numbers of the squares beside it.
func (p printer) letters(v view) {
	p.line("")
	for row, squares := range v.rows() {
		pieces, numbers := fmt.Sprintf("%2s ", v.rank(row)), "    "
		for _, sq := range squares {
			if sq == movegen.NoSquare {
				pieces += "  "
				numbers += "  "
				continue
			}
			letter, _ := v.piece(sq)
			pieces += " " + letter
			numbers += fmt.Sprintf("%2d", v.rules.Number(sq))
		}
		p.line("%s", strings.TrimRight(pieces+numbers, " "))
	}
	if files := v.files(); files != "" {
		p.line("    %s", strings.Join(strings.Split(files, ""), " "))
	}
	p.line("")
}

// The colours of a board, of the 256.
const (
	lightSquare = 230
	darkSquare  = 137
	lastSquare  = 143
	nameColor   = 236
)

// pieceColors are those of the pieces, and of what is written on them.
var pieceColors = [2]struct{ piece, text int }{
	movegen.White: {231, 239},
	movegen.Black: {234, 252},
}

// colored draws a board in colours. A square is five letters wide and two lines
// high, which looks square, and has its name in the lower line. A man covers half of
// the upper line, a king all of it.
func (p printer) colored(v view) {
	for row, squares := range v.rows() {
		upper, lower := "   ", fmt.Sprintf("%2s ", v.rank(row))
		for _, sq := range squares {
			a, b := v.square(sq)
			upper, lower = upper+a, lower+b
		}
		p.line("%s\n%s", upper+resetColor, lower+resetColor)
	}
	if files := v.files(); files != "" {
		p.line("     %s", strings.Join(strings.Split(files, ""), "    "))
	}
}

// square returns the two lines of a square.
func (v view) square(sq movegen.Square) (upper, lower string) {
	if sq == movegen.NoSquare {
		blank := paint(nameColor, lightSquare, "     ")
		return blank, blank
	}
	back := darkSquare
	if v.last.Has(sq) {
		back = lastSquare
	}
	name := fmt.Sprintf("%-3s", v.name(sq))
	letter, side := v.piece(sq)
	c := pieceColors[side]
	gap := paint(nameColor, back, " ")
	switch letter {
	case ".":
		return paint(nameColor, back, "     "), paint(nameColor, back, " "+name+" ")
	case "w", "b":
		upper = paint(c.piece, back, "▄▄▄")
	default:
		upper = paint(c.text, c.piece, " K ")
	}
	return gap + upper + gap, gap + paint(c.text, c.piece, name) + gap
}

// name returns the name of a square as the moves of the game are written.
func (v view) name(sq movegen.Square) string {
	if v.rules.Algebraic {
		return v.rules.AlgebraicName(sq)
	}
	return v.rules.SquareName(sq)
}

// paint returns text in a colour on another.
func paint(fore, back int, text string) string {
	return fmt.Sprintf("\x1b[38;5;%d;48;5;%dm%s", fore, back, text)
}
