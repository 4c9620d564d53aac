package picture

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"image"
	"image/color"
	"io"
	"math"
	"strconv"
	"strings"
)

// signature is in every picture, to tell it from those of others.
const signature = "drawn by Stupol"

// An svgCanvas writes elements of SVG.
type svgCanvas struct{ bytes.Buffer }

// mostTitle is how many bytes of a caption are in the title of a document.
const mostTitle = 1000

// newSVGCanvas begins a document. Its title is the position, for those who cannot
// see it.
func newSVGCanvas(l *layout, s *Scene) *svgCanvas {
	c := new(svgCanvas)
	fmt.Fprintf(c, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img" font-family="sans-serif"><desc>%s</desc>`+"\n",
		l.width, l.height, l.width, l.height, signature)
	title := cmp.Or(s.Name, s.Rules.Title) + ", " + s.Rules.FEN(&s.Position)
	if s.Caption != "" {
		title = beginning(s.Caption, mostTitle) + ". " + title
	}
	fmt.Fprintf(c, "<title>%s</title>\n", escaped(title))
	return c
}

// end writes the document to w.
func (c *svgCanvas) end(w io.Writer) error {
	c.WriteString("</svg>\n")
	_, err := w.Write(c.Bytes())
	return err
}

func (c *svgCanvas) rects(rects []image.Rectangle, fill color.RGBA) {
	if len(rects) == 1 {
		r := rects[0]
		fmt.Fprintf(c, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`+"\n", r.Min.X, r.Min.Y, r.Dx(), r.Dy(), hex(fill))
		return
	}
	var path strings.Builder
	for _, r := range rects {
		fmt.Fprintf(&path, "M%d %dh%dv%dh%dz", r.Min.X, r.Min.Y, r.Dx(), r.Dy(), -r.Dx())
	}
	fmt.Fprintf(c, `<path d="%s" fill="%s"/>`+"\n", path.String(), hex(fill))
}

func (c *svgCanvas) disc(middle point, radius float64, fill color.RGBA) {
	fmt.Fprintf(c, `<circle cx="%s" cy="%s" r="%s" fill="%s"/>`+"\n", number(middle.x), number(middle.y), number(radius), hex(fill))
}

func (c *svgCanvas) ring(middle point, radius, width float64, fill color.RGBA) {
	fmt.Fprintf(c, `<circle cx="%s" cy="%s" r="%s" fill="none" stroke="%s" stroke-width="%s"/>`+"\n",
		number(middle.x), number(middle.y), number(radius), hex(fill), number(width))
}

func (c *svgCanvas) polygon(points []point, fill color.RGBA) {
	var list []string
	for _, p := range points {
		list = append(list, number(p.x)+","+number(p.y))
	}
	fmt.Fprintf(c, `<polygon points="%s" fill="%s"/>`+"\n", strings.Join(list, " "), hex(fill))
}

func (c *svgCanvas) text(t text) {
	anchor := ` text-anchor="middle"`
	if t.begin {
		anchor = ""
	}
	fmt.Fprintf(c, `<text x="%s" y="%s" font-size="%s"%s fill="%s">%s</text>`+"\n",
		number(t.at.x), number(t.baseline()), number(t.size), anchor, hex(t.fill), escaped(t.text))
}

// number returns a measure to a hundredth of a pixel.
func number(v float64) string { return strconv.FormatFloat(math.Round(v*100)/100, 'f', -1, 64) }

func hex(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// escaped returns text as XML.
func escaped(text string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(text)) // a Buffer does not fail
	return b.String()
}
