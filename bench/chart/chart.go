// Package chart draws simple line charts as SVG: panels one below the other,
// each with lines, bands around them and levels they may reach.
package chart

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
)

// Chart is a picture of one or more panels.
type Chart struct {
	Title  string
	Panels []Panel
}

// Panel is a coordinate system with what is drawn in it.
type Panel struct {
	X, Y   string // what the axes show
	Bands  []Band
	Levels []Level
	Lines  []Line
}

// Line joins points, from left to right. A point with a coordinate that is not
// finite is not drawn; there is room for the other coordinate all the same.
type Line struct {
	Name   string // for the legend; "": not in it
	Points []Point
}

// Band fills the space between two values.
type Band []Range

// Range is a part of a band.
type Range struct{ X, Low, High float64 }

// Level is a horizontal line at a value that means something.
type Level struct {
	Name string
	Y    float64
}

// Point is a point in the coordinates of its panel.
type Point struct{ X, Y float64 }

// The measures of the picture, in pixels.
const (
	width       = 800
	panelHeight = 300
	left        = 70
	right       = 20
	top         = 40
	bottom      = 50
)

// colors are those of the lines, well apart also for the colour-blind (Okabe
// and Ito, "Color Universal Design", 2008).
var colors = []string{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"}

// signature is in every picture, to tell it from those of others.
const signature = "<desc>drawn by Stupol</desc>"

// Drawn reports whether a file begins as a picture of this package.
func Drawn(file io.Reader) bool {
	head, err := io.ReadAll(io.LimitReader(file, 1000))
	return err == nil && bytes.HasPrefix(head, []byte("<svg ")) && bytes.Contains(head, []byte(signature))
}

// WriteSVG writes the chart as an SVG document.
func (c *Chart) WriteSVG(w io.Writer) error {
	var b bytes.Buffer
	height := top + len(c.Panels)*panelHeight
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">`+signature+"\n", width, height)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="white"/>`+"\n", width, height)
	fmt.Fprintf(&b, `<text x="%d" y="24" font-size="16">%s</text>`+"\n", left, escaped(c.Title))
	for i := range c.Panels {
		newPainter(&b, &c.Panels[i], top+i*panelHeight).paint()
	}
	b.WriteString("</svg>\n")
	_, err := w.Write(b.Bytes())
	return err
}

// A painter draws one panel.
type painter struct {
	out   *bytes.Buffer
	panel *Panel
	x, y  scale
}

// newPainter returns a painter for a panel whose upper edge is at y.
func newPainter(out *bytes.Buffer, p *Panel, y int) *painter {
	xs, ys := p.extent()
	return &painter{
		out: out, panel: p,
		x: newScale(xs, left, width-right),
		y: newScale(ys, float64(y+panelHeight-bottom), float64(y+10)),
	}
}

func (p *painter) paint() {
	p.axes()
	for _, b := range p.panel.Bands {
		p.band(b)
	}
	for _, l := range p.panel.Levels {
		p.level(l)
	}
	for i, l := range p.panel.Lines {
		p.line(l, colors[i%len(colors)])
	}
	legend := 0
	for i, l := range p.panel.Lines {
		if l.Name != "" {
			p.text(left+10, p.y.to+14+float64(legend)*16, "start", colors[i%len(colors)], l.Name)
			legend++
		}
	}
}

// axes draws the frame, the grid and what is written along them.
func (p *painter) axes() {
	for _, v := range p.x.ticks() {
		p.stroke(Point{p.x.at(v), p.y.from}, Point{p.x.at(v), p.y.to}, "#ddd", "")
		p.text(p.x.at(v), p.y.from+16, "middle", "#333", label(v))
	}
	for _, v := range p.y.ticks() {
		p.stroke(Point{p.x.from, p.y.at(v)}, Point{p.x.to, p.y.at(v)}, "#ddd", "")
		p.text(p.x.from-6, p.y.at(v)+4, "end", "#333", label(v))
	}
	fmt.Fprintf(p.out, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="none" stroke="#333"/>`+"\n",
		p.x.from, p.y.to, p.x.to-p.x.from, p.y.from-p.y.to)
	p.text((p.x.from+p.x.to)/2, p.y.from+34, "middle", "#333", p.panel.X)
	middle := (p.y.from + p.y.to) / 2
	fmt.Fprintf(p.out, `<text transform="translate(18 %.1f) rotate(-90)" text-anchor="middle" fill="#333">%s</text>`+"\n",
		middle, escaped(p.panel.Y))
}

// line draws a line in a color.
func (p *painter) line(l Line, color string) {
	var path bytes.Buffer
	for _, pt := range l.Points {
		if finite(pt.X, pt.Y) {
			fmt.Fprintf(&path, "%.1f,%.1f ", p.x.at(pt.X), p.y.at(pt.Y))
		}
	}
	fmt.Fprintf(p.out, `<polyline points="%s" fill="none" stroke="%s" stroke-width="1.5"/>`+"\n",
		bytes.TrimSpace(path.Bytes()), color)
}

// band fills a band, along its upper and back along its lower edge.
func (p *painter) band(b Band) {
	var upper, lower string
	for _, r := range b {
		if finite(r.X, r.Low, r.High) {
			upper += fmt.Sprintf("%.1f,%.1f ", p.x.at(r.X), p.y.at(r.High))
			lower = fmt.Sprintf("%.1f,%.1f ", p.x.at(r.X), p.y.at(r.Low)) + lower
		}
	}
	fmt.Fprintf(p.out, `<polygon points="%s%s" fill="%s" fill-opacity="0.15"/>`+"\n", upper, lower, colors[0])
}

// level draws a level with its name.
func (p *painter) level(l Level) {
	p.stroke(Point{p.x.from, p.y.at(l.Y)}, Point{p.x.to, p.y.at(l.Y)}, "#666", "6 4")
	p.text(p.x.to-4, p.y.at(l.Y)-4, "end", "#666", l.Name)
}

// stroke draws a straight line between two points of the picture.
func (p *painter) stroke(from, to Point, color, dashes string) {
	fmt.Fprintf(p.out, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="%s"`, from.X, from.Y, to.X, to.Y, color)
	if dashes != "" {
		fmt.Fprintf(p.out, ` stroke-dasharray="%s"`, dashes)
	}
	p.out.WriteString("/>\n")
}

func (p *painter) text(x, y float64, anchor, color, text string) {
	const halo = `paint-order="stroke" stroke="#fff" stroke-width="4"` // between text and lines behind it
	fmt.Fprintf(p.out, `<text x="%.1f" y="%.1f" text-anchor="%s" fill="%s" %s>%s</text>`+"\n", x, y, anchor, color, halo, escaped(text))
}

// escaped returns text as XML.
func escaped(text string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(text)) // a Buffer does not fail
	return b.String()
}

// finite reports whether all values are numbers that can be drawn.
func finite(values ...float64) bool {
	for _, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}
