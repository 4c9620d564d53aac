package pdn

import (
	"slices"
	"strconv"
	"strings"

	"stupol/movegen"
)

// Notation is a way to write moves.
type Notation uint8

// The notations.
const (
	Usual     Notation = iota // as GameType prescribes: algebraic in Russian, Brazilian and Czech
	Numeric                   // 32-28, 28x19
	Algebraic                 // c3-d4, e3xc5; on 8x8 boards only
	Hub                       // 28x10x14x23: as Numeric, and every captured piece after the ends
)

// algebraic reports whether n names the squares of r like c3.
func (n Notation) algebraic(r *movegen.Rules) bool {
	return r.Size == 8 && (n == Algebraic || n == Usual && r.Algebraic)
}

// gameTypeField returns what GameType says of n: a letter, and in which corner
// square 1 or a1 is from the view of the side that begins.
func (n Notation) gameTypeField(r *movegen.Rules, first movegen.Color) string {
	algebraic, turned := n.algebraic(r), numberingOf(r) != numbering{}
	switch {
	case algebraic && first == movegen.White:
		return "A0"
	case algebraic:
		return "A3"
	case turned == (first == movegen.White):
		return "N1"
	default:
		return "N2"
	}
}

// Move returns the legal move m of p as the moves of a game are written. The rules number
// the squares as movegen does.
func (n Notation) Move(r *movegen.Rules, p *movegen.Position, m movegen.Move) string {
	switch {
	case n.algebraic(r):
		return r.AlgebraicMove(p, m)
	case n == Hub:
		return numberingOf(r).text(r.HubMove(m))
	default:
		return numberingOf(r).text(r.PDNMove(p, m))
	}
}

// numbering translates between the square numbers of a file and movegen's, which always begin
// at the top left of White's view and run along the rows. Spanish and Portuguese files (GameType 24
// and 28, notation N1) begin at White's bottom right. A translation is its own inverse.
type numbering struct {
	squares, row int  // of the board, and of a row of it; 0: the numbers are the same
	turned       bool // they begin at the opposite end
	mirrored     bool // they run along the rows the other way
}

// numberingOf returns the numbering that PDN prescribes for r.
func numberingOf(r *movegen.Rules) numbering {
	return newNumbering(r, r.First == movegen.White && strings.Contains(r.GameType, ",N1,"), false)
}

// newNumbering returns a numbering for the board of r.
func newNumbering(r *movegen.Rules, turned, mirrored bool) numbering {
	if !turned && !mirrored {
		return numbering{}
	}
	return numbering{r.Squares(), r.Size / 2, turned, mirrored}
}

// numberings returns those that g may have, the most likely first: PDN's for r, the one that its
// GameType tells, and movegen's. Programs are known that write 20,W,10,10,N1,0 and PDN's N2.
func (g *Game) numberings(r *movegen.Rules) []numbering {
	all := []numbering{numberingOf(r)}
	for _, n := range []numbering{g.toldNumbering(r), {}} {
		if !slices.Contains(all, n) {
			all = append(all, n)
		}
	}
	return all
}

// toldNumbering returns the numbering that the GameType of g tells, if it is about r and
// numbers: the corner of square 1 as the side that begins sees it, and whether the board is mirrored.
func (g *Game) toldNumbering(r *movegen.Rules) numbering {
	fields := strings.Split(strings.ReplaceAll(g.Tag("GameType"), " ", ""), ",")
	if len(fields) < 5 || fields[0] != numberOf(r.GameType) || fields[2] != strconv.Itoa(r.Size) || fields[3] != fields[2] {
		return numberingOf(r)
	}
	corner := strings.Index("N0N1N2N3", fields[4]) / 2 // bottom left, bottom right, top left, top right
	if len(fields[4]) != 2 || fields[4][0] != 'N' || corner < 0 {
		return numberingOf(r)
	}
	if fields[1] == "B" {
		corner = 3 - corner
	}
	mirrored := corner == 0 || corner == 3
	if len(fields) > 5 && (fields[5] == "1") != r.Mirrored {
		mirrored = !mirrored
	}
	return newNumbering(r, corner < 2, mirrored)
}

// Numbered returns r with the square numbers that its files have. Those of Spanish
// and Portuguese games begin at the bottom right of White's view, all others at the
// top left.
func Numbered(r *movegen.Rules) *movegen.Rules {
	if numberingOf(r) == (numbering{}) {
		return r
	}
	return r.NumberedFrom(movegen.BottomRight)
}

// number translates one number. A number that is no square stays as it is.
func (n numbering) number(text string) string {
	square, err := strconv.Atoi(text)
	if err != nil || square < 1 || square > n.squares {
		return text
	}
	if n.turned {
		square = n.squares + 1 - square
	}
	if n.mirrored {
		at := (square - 1) % n.row
		square += n.row - 1 - 2*at
	}
	return strconv.Itoa(square)
}

// text translates every number in text that is not part of a square's name.
func (n numbering) text(text string) string {
	if n == (numbering{}) {
		return text
	}
	var b strings.Builder
	for text != "" {
		skip := 0
		for skip < len(text) && !isDigit(text[skip]) {
			skip++
		}
		b.WriteString(text[:skip])
		named := skip > 0 && isFile(text[skip-1])
		text = text[skip:]
		end := 0
		for end < len(text) && isDigit(text[end]) {
			end++
		}
		if named {
			b.WriteString(text[:end])
		} else {
			b.WriteString(n.number(text[:end]))
		}
		text = text[end:]
	}
	return b.String()
}

// fen translates a FEN, where ranges must not run backwards.
func (n numbering) fen(fen string) string {
	if n == (numbering{}) {
		return fen
	}
	fields := strings.Split(fen, ":")
	for i, field := range fields[1:] {
		field = strings.TrimSpace(field)
		if field == "" {
			continue
		}
		items := strings.Split(field[1:], ",")
		for j := range items {
			items[j] = n.piece(items[j])
		}
		fields[1+i] = field[:1] + strings.Join(items, ",")
	}
	return strings.Join(fields, ":")
}

// piece translates an item of a FEN: 12, K12, 12-18.
func (n numbering) piece(item string) string {
	item = strings.TrimSpace(item)
	king := ""
	if item != "" && (item[0] == 'K' || item[0] == 'k') {
		king, item = "K", item[1:]
	}
	from, to, isRange := strings.Cut(item, "-")
	first, err := strconv.Atoi(from)
	last, failed := strconv.Atoi(to)
	if !isRange || err != nil || failed != nil || first < 1 || last > n.squares {
		return king + n.text(item)
	}
	var squares []string
	for square := first; square <= last; square++ {
		squares = append(squares, king+n.number(strconv.Itoa(square)))
	}
	return strings.Join(squares, ",")
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// isFile reports whether c is the letter of a square's name on an 8x8 board.
func isFile(c byte) bool { return 'a' <= c && c <= 'h' }
