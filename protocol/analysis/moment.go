package analysis

import (
	"bytes"
	"html/template"
	"strings"

	"stupol/movegen"
	"stupol/protocol/pdn"
	"stupol/protocol/picture"
)

// A momentView is what the page shows of a bad move.
type momentView struct {
	Anchor        string
	Class, Name   string // of the verdict
	Move          string // with its number and sign
	Side          string
	Before, After string   // the chances, in percent
	Certain       string   // what is certain of them
	Better, Reply []string // lines of play
	Light, Dark   template.HTML
}

// diagramSize is how wide the pictures are, in pixels.
const diagramSize = 360

// momentView returns what the page shows of a bad move. Inaccuracies have no picture.
func (g *Game) momentView(j *Judgement) (momentView, error) {
	before, after := &g.positions[j.move.from], &g.positions[j.move.from+1]
	next := j.Number
	if j.Color != g.first() {
		next++
	}
	v := momentView{
		Anchor: g.anchor(j), Class: j.Verdict.String(), Name: strings.TrimSuffix(verdictRemark(j.Verdict), ". "),
		Move: g.signed(j), Side: j.Color.String(),
		Before: percent(max(j.Chance, j.Played)), After: percent(j.Played),
		Better: g.numbered(before, j.Number, j.Best), Reply: g.numbered(after, next, j.Reply),
	}
	if text := g.comparison(j); !strings.Contains(text, "keeps") {
		v.Certain = text
	}
	if j.Verdict == Inaccuracy {
		return v, nil
	}
	var err error
	if v.Light, err = g.diagram(j, picture.Light); err == nil {
		v.Dark, err = g.diagram(j, picture.Dark)
	}
	return v, err
}

// diagram returns a picture of the position before a move, with rings on the squares of
// the move and an arrow for the better one.
func (g *Game) diagram(j *Judgement, theme picture.Theme) (template.HTML, error) {
	r := pdn.Numbered(g.Rules)
	p := &g.positions[j.move.from]
	text := r.PDNMoveLong(&p.Position, j.Best[0])
	arrow, err := picture.ParseSquares(r, text)
	if err != nil {
		return "", err
	}
	scene := picture.Scene{
		Rules: r, Position: p.Position, Size: diagramSize, Theme: theme,
		Marks:  j.move.From.Bit() | j.move.To.Bit(),
		Arrows: []picture.Arrow{arrow},
	}
	if n := len(p.past); n > 0 {
		scene.LastMove = []movegen.Square{p.past[n-1].From, p.past[n-1].To}
	}
	var svg bytes.Buffer
	if err := scene.WriteSVG(&svg); err != nil {
		return "", err
	}
	return template.HTML(svg.String()), nil // its texts are escaped
}
