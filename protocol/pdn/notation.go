package pdn

import (
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

// numbering translates between the square numbers of a file and movegen's, which
// always begin at the top left of White's view. Spanish and Portuguese files
// (GameType 24 and 28, notation N1) begin at White's bottom right. A translation is
// its own inverse.
type numbering struct{ sum int } // of both numbers of any square; 0: they are the same

// numberingOf returns the numbering that PDN prescribes for r.
func numberingOf(r *movegen.Rules) numbering {
	if r.First == movegen.White && strings.Contains(r.GameType, ",N1,") {
		return numbering{r.Squares() + 1}
	}
	return numbering{}
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
	if err != nil || square < 1 || square >= n.sum {
		return text
	}
	return strconv.Itoa(n.sum - square)
}

// text translates every number in text that is not part of a square's name.
func (n numbering) text(text string) string {
	if n.sum == 0 {
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
	if n.sum == 0 {
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
	if from, to, isRange := strings.Cut(item, "-"); isRange {
		item = to + "-" + from
	}
	return king + n.text(item)
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// isFile reports whether c is the letter of a square's name on an 8x8 board.
func isFile(c byte) bool { return 'a' <= c && c <= 'h' }
