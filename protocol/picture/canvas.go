package picture

import (
	"image"
	"image/color"
	"math"
)

// A canvas is what is painted on. All measures are pixels.
type canvas interface {
	rects(rects []image.Rectangle, fill color.RGBA)
	disc(middle point, radius float64, fill color.RGBA)
	ring(middle point, radius, width float64, fill color.RGBA) // radius is that of the middle of the line
	polygon(points []point, fill color.RGBA)
	text(t text)
}

// A point is a place on a canvas.
type point struct{ x, y float64 }

func (p point) plus(dx, dy float64) point { return point{p.x + dx, p.y + dy} }

// towards returns the point at a distance from p in the direction of q.
func (p point) towards(q point, distance float64) point {
	dx, dy := q.x-p.x, q.y-p.y
	length := math.Hypot(dx, dy)
	return point{p.x + dx/length*distance, p.y + dy/length*distance}
}

// A text is a line of text, the digits of which are centred around a point, or
// begin there.
type text struct {
	at    point
	size  float64
	begin bool // at the point
	fill  color.RGBA
	text  string
}

// digitHeight is how high digits are, as a part of the size of a font.
const digitHeight = 0.72

// baseline returns the y of the foot of the text.
func (t text) baseline() float64 { return t.at.y + t.size*digitHeight/2 }
