package picture

import (
	"image/color"

	"stupol/movegen"
)

// The measures of pieces, in squares.
const (
	radius  = 0.375
	edge    = 0.03  // the width of the dark line around a piece
	height  = 0.055 // of a man, of which one sees the side
	groove  = 0.235 // the radius of the line in a man
	grooved = 0.04  // the width of that line
)

// crown is the outline of a crown around its middle, and tips are the ends of its
// points.
var (
	crown = []point{
		{-0.225, -0.115}, {-0.105, 0.015}, {0, -0.17}, {0.105, 0.015}, {0.225, -0.115}, {0.165, 0.15}, {-0.165, 0.15},
	}
	tips      = []point{{-0.225, -0.125}, {0, -0.18}, {0.225, -0.125}}
	tipRadius = 0.035
)

// allPieces paints the pieces, the upper rows first.
func (p *painter) allPieces() {
	squares := squaresOf(p.scene.Position.Occupied() & p.rules.Board())
	for i := range squares {
		if p.flip {
			i = len(squares) - 1 - i
		}
		sq := squares[i]
		side := movegen.White
		if p.scene.Position.Pieces[movegen.Black].Has(sq) {
			side = movegen.Black
		}
		if p.scene.Position.Kings.Has(sq) {
			p.king(p.middle(sq), &p.colors.pieces[side])
		} else {
			p.man(p.middle(sq), &p.colors.pieces[side])
		}
	}
}

// man paints a man around a point.
func (p *painter) man(at point, c *pieceColors) {
	top := p.slab(at, height/2, c)
	p.out.ring(top, p.px(groove), p.px(grooved), c.groove)
}

// king paints a king around a point: two men and a crown.
func (p *painter) king(at point, c *pieceColors) {
	const lift = 0.045
	p.slab(at, 1.5*height-lift/2, c)
	top := p.slab(at, -0.5*height-lift/2, c)
	p.shape(top, c.crown, crown...)
	for _, tip := range tips {
		p.out.disc(top.plus(p.px(tip.x), p.px(tip.y)), p.px(tipRadius), c.crown)
	}
}

// slab paints a round piece the foot of which is that many squares below a point,
// and returns the middle of its top.
func (p *painter) slab(at point, below float64, c *pieceColors) (top point) {
	foot := at.plus(0, p.px(below))
	top = foot.plus(0, p.px(-height))
	p.out.disc(foot, p.px(radius), c.edge)
	p.out.disc(top, p.px(radius), c.edge)
	p.out.disc(foot, p.px(radius-edge), c.side)
	p.out.disc(top, p.px(radius-edge), c.top)
	return top
}

// shape paints a polygon of points that are given in squares from a point.
func (p *painter) shape(at point, fill color.RGBA, offsets ...point) {
	points := make([]point, len(offsets))
	for i, o := range offsets {
		points[i] = at.plus(p.px(o.x), p.px(o.y))
	}
	p.out.polygon(points, fill)
}
