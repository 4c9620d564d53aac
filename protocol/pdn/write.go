package pdn

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"stupol/movegen"
	"stupol/protocol/pdn/plain"
)

// Writer writes games to a stream. Its fields may be set before the first
// Write.
type Writer struct {
	// Width is the longest line to write, in characters; 0 means 80. Only a word
	// that is longer by itself goes beyond, and tags are never broken.
	Width int

	// Strict keeps to the letter of PDN 3.0: games end with * instead of
	// their result, which is in the tag, and signs other than ! and ? become
	// a glyph or a comment. Most older programs want the result.
	Strict bool

	CRLF  bool // ends lines like Windows
	Colon bool // writes captures as c3:e5, as is usual in Russian files

	w io.Writer
}

// NewWriter returns a Writer to w.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

// Write writes g and an empty line, in a single call of the underlying
// Write, so that a file of games is complete after every game. The game is
// written as it is: reading it gives an equal game.
func (w *Writer) Write(g *Game) error {
	text := w.format(g)
	if w.CRLF {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	_, err := io.WriteString(w.w, text)
	return err
}

// String returns g as a Writer writes it by default.
func (g *Game) String() string { return new(Writer).format(g) }

func (w *Writer) format(g *Game) string {
	p := printer{wrapper: wrapper{width: w.Width}, strict: w.Strict, colon: w.Colon, first: g.first(nil)}
	if p.width == 0 {
		p.width = 80
	}
	p.tags(g, w.Strict)
	p.line(&g.Line, p.start(g))
	p.word(string(w.end(g)))
	p.flush()
	text := p.String() + "\n\n"
	if len(g.Tags) == 0 && plain.Mistaken(text) {
		return skippedLine + text
	}
	return text
}

// skippedLine says nothing. Before a game that begins with a comment like {"a": 1} it keeps a
// file from being taken for JSON.
const skippedLine = "%\n"

// end returns what to write at the end of g: its result, unless it is a score
// that could be taken for a move and is in the tag anyway.
func (w *Writer) end(g *Game) Result {
	if w.Strict || g.Result == "" || !g.Result.Standard() && resultTag(g.Tag("Result")) == g.Result {
		return NoResult
	}
	return g.Result
}

// tags writes the tags and the empty line after them.
func (p *printer) tags(g *Game, strict bool) {
	for _, t := range g.Tags {
		p.tag(t.Name, t.Value)
	}
	missing := strict && g.Tag("Result") == "" && g.Result != NoResult && g.Result != ""
	if missing {
		p.tag("Result", string(g.Result))
	}
	if missing || len(g.Tags) != 0 {
		p.WriteByte('\n')
	}
}

var (
	escaped    = strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	lineBreaks = strings.NewReplacer("\n", " ", "\r", " ")
)

func (p *printer) tag(name, value string) {
	p.WriteString("[" + name + ` "` + escaped.Replace(lineBreaks.Replace(value)) + "\"]\n")
}

// printer writes the moves of a game.
type printer struct {
	wrapper
	strict bool
	colon  bool
	first  movegen.Color // who begins the game
	nested int           // variations that are open
}

// moment is the number of the next move and whose it is.
type moment struct {
	number int
	turn   movegen.Color
}

// shifted returns the moment that lies some plies behind another, or that one if it would
// lie before the first move.
func (p *printer) shifted(at moment, plies int) moment {
	turns := 2 * at.number
	if at.turn != p.first {
		turns++
	}
	if turns += plies; turns < 2 {
		return at
	}
	if turns%2 == 0 {
		return moment{turns / 2, p.first}
	}
	return moment{turns / 2, p.first.Opponent()}
}

// start returns the moment at which g begins.
func (p *printer) start(g *Game) moment {
	return moment{1, turnOf(g.Tag("FEN"), p.first)}
}

// turnOf returns the side to move in a FEN, or other if it does not tell.
func turnOf(fen string, other movegen.Color) movegen.Color {
	turn, _, _ := strings.Cut(strings.TrimSpace(fen), ":")
	switch turn {
	case "W", "w":
		return movegen.White
	case "B", "b":
		return movegen.Black
	}
	return other
}

// line writes the plies of a game or a variation from a moment on.
func (p *printer) line(l *Line, at moment) {
	p.notes(l.Notes, at, at)
	numbered := false // the number of the move has just been written
	for i := range l.Plies {
		ply := &l.Plies[i]
		next := at
		switch {
		case ply.Setup != "":
			p.word(fmt.Sprintf(`/FEN "%s"/`, ply.Setup))
			next.turn = turnOf(ply.Setup, at.turn)
		case at.turn == p.first:
			p.word(fmt.Sprintf("%d. %s", at.number, p.move(ply.Text)))
			next.turn = at.turn.Opponent()
		default:
			text := p.move(ply.Text)
			// In a game, a reply after a comment has no number: pydraughts takes
			// a number that occurs twice for a fault.
			reply := p.nested == 0 && i > 0 && l.Plies[i-1].Setup == ""
			if !numbered && !reply {
				text = fmt.Sprintf("%d... %s", at.number, text)
			}
			p.word(text)
			next = moment{at.number + 1, at.turn.Opponent()}
		}
		p.signs(ply)
		p.notes(ply.Notes, at, next)
		numbered = ply.Setup == "" && len(ply.Notes) == 0
		at = next
	}
}

// move returns the text of a move, with colons if they are wanted and it stays a move.
func (p *printer) move(text string) string {
	if !p.colon {
		return text
	}
	withColons := strings.ReplaceAll(text, "x", ":")
	var t token
	if scan([]byte(withColons), &t); t.kind == resultToken { // 1:1
		return text
	}
	return withColons
}

// signs writes what belongs to a move: its signs and glyphs.
func (p *printer) signs(ply *Ply) {
	symbols, free := splitSigns(ply.Signs)
	nags, others := ply.NAGs, ""
	if p.strict {
		var forced bool
		if symbols, others, forced = strictSigns(symbols); forced {
			nags = append([]int{forcedMove}, nags...)
		}
	}
	if ply.Text == UnknownMove && !endsWord([]byte(symbols)) {
		p.word(symbols)
	} else {
		p.glue(symbols)
	}
	for _, n := range nags {
		p.word(fmt.Sprintf("$%d", n))
	}
	if others != "" {
		p.comment(others)
	}
	switch {
	case free && p.strict:
		p.comment(anyMove)
	case free:
		p.word(anyMove)
	}
}

// notes writes comments and variations on a move that was made at a moment, before the next.
func (p *printer) notes(notes []Note, at, next moment) {
	for _, n := range notes {
		if n.Variation == nil {
			p.comment(n.Comment)
			continue
		}
		p.open("(")
		p.nested++
		switch offset := n.Variation.Offset; offset {
		case 0:
			p.line(n.Variation, at)
		case 1:
			p.line(n.Variation, next)
		default:
			p.line(n.Variation, p.shifted(at, offset))
		}
		p.nested--
		p.glue(")")
	}
}

// wrapper builds text in lines of limited width. Words are separated by a
// space or a line end.
type wrapper struct {
	strings.Builder
	width  int
	column int    // characters in the line so far
	held   string // the last word, which may still grow
	prefix string // to be put before the next word
}

// word appends a word.
func (w *wrapper) word(s string) {
	w.flush()
	w.held, w.prefix = w.prefix+s, ""
}

// glue appends s to the last word.
func (w *wrapper) glue(s string) {
	if w.prefix != "" || w.held == "" {
		w.word(s)
	} else {
		w.held += s
	}
}

// open puts s before the next word.
func (w *wrapper) open(s string) { w.prefix += s }

// flush writes the last word.
func (w *wrapper) flush() {
	if w.held == "" {
		return
	}
	length := utf8.RuneCountInString(w.held)
	switch {
	case w.column == 0:
	case w.column+1+length > w.width:
		w.WriteByte('\n')
		w.column = 0
	default:
		w.WriteByte(' ')
		w.column++
	}
	w.WriteString(w.held)
	w.column += length
	w.held = ""
}

// comment appends a comment in braces. A line never begins with %, which
// would hide it, and embedded commands like [%clk 0:10:00] are not broken.
func (w *wrapper) comment(text string) {
	const longestCommand = 60
	w.open("{")
	for i, word := range strings.Fields(OneLine(text)) {
		last := w.held[strings.LastIndexByte(w.held, '[')+1:]
		inCommand := strings.HasPrefix(last, "%") && !strings.Contains(last, "]") && len(last) < longestCommand
		if i != 0 && (inCommand || word[0] == '%') {
			w.glue(" " + word)
		} else {
			w.word(word)
		}
	}
	w.glue("}")
}
