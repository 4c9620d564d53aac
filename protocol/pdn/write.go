package pdn

import (
	"io"
	"strings"
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
	return p.String() + "\n\n"
}

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
