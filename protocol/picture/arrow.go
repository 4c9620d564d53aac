package picture

import (
	"image/color"
	"slices"
)

// The measures of arrows, in squares.
const (
	shaft      = 0.07 // half of its width
	headLength = 0.34
	headWidth  = 0.2 // half
	arrowHalo  = 0.03
	arrowStart = 0.2 // how far from the middle of the first square
	arrowEnd   = 0.1 // how far the tip stays from the middle of the last one
)

// arrow paints an arrow with a halo.
func (p *painter) arrow(a Arrow) {
	var points []point
	for _, sq := range slices.Compact(slices.Clone(a)) {
		points = append(points, p.middle(sq))
	}
	last := len(points) - 1
	if last == 0 {
		return // it leads nowhere
	}
	points[0] = points[0].towards(points[1], p.px(arrowStart))
	points[last] = points[last].towards(points[last-1], p.px(arrowEnd))
	p.arrowShape(points, arrowHalo, p.colors.halo)
	p.arrowShape(points, 0, p.colors.arrow)
}

// arrowShape paints an arrow along points, so much wider on every side.
func (p *painter) arrowShape(points []point, wider float64, fill color.RGBA) {
	last := len(points) - 1
	neck := points[last].towards(points[last-1], p.px(headLength))
	for i := range last {
		to := points[i+1]
		if i+1 == last {
			to = neck
		} else {
			p.out.disc(to, p.px(shaft+wider), fill)
		}
		p.out.polygon(bar(points[i].towards(to, p.px(-wider)), to, p.px(shaft+wider)), fill)
	}
	tip := points[last].towards(neck, p.px(-2*wider))
	neck = neck.towards(tip, p.px(-wider))
	left, right := across(neck, tip, p.px(headWidth+2*wider))
	p.out.polygon([]point{left, tip, right}, fill)
}

// bar returns the corners of a bar from one point to another.
func bar(from, to point, halfWidth float64) []point {
	a, b := across(from, to, halfWidth)
	d, c := across(to, from, halfWidth)
	return []point{a, b, d, c}
}

// across returns the two points at a distance to the left and the right of from
// as one looks to the other point.
func across(from, to point, distance float64) (left, right point) {
	d := from.towards(to, distance)
	dx, dy := d.x-from.x, d.y-from.y
	return from.plus(dy, -dx), from.plus(-dy, dx)
}
