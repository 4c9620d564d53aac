package picture

import (
	"context"
	"image"
	"image/color"
	"strconv"

	"stupol/movegen"
)

// A painter paints a scene on a canvas.
type painter struct {
	*layout
	scene  *Scene
	colors *colors
	out    canvas
}

func newPainter(s *Scene, l *layout, out canvas) *painter {
	theme := s.Theme
	if int(theme) >= len(themes) {
		theme = Light
	}
	return &painter{layout: l, scene: s, colors: &themes[theme], out: out}
}

// paint paints everything, the hindmost first. It fails if ctx ends first: of arrows there may be
// many.
func (p *painter) paint(ctx context.Context) error {
	p.ground()
	p.lastMove()
	if p.numbersInside() {
		p.numbers()
	}
	p.crosses()
	p.allPieces()
	for _, sq := range squaresOf(p.scene.Marks & p.rules.Board()) {
		p.mark(p.middle(sq))
	}
	for _, a := range p.scene.Arrows {
		if err := ctx.Err(); err != nil {
			return err
		}
		p.arrow(a)
	}
	p.edgeLabels()
	p.turn()
	p.caption()
	return ctx.Err()
}

// squaresOf returns the squares of a set.
func squaresOf(set movegen.Bits) (squares []movegen.Square) {
	for ; set != 0; set &= set - 1 {
		squares = append(squares, set.First())
	}
	return squares
}

// ground paints the empty board.
func (p *painter) ground() {
	frame := p.board().Inset(-max(1, int(p.px(0.035))))
	p.out.rects([]image.Rectangle{image.Rect(0, 0, p.width, p.height)}, p.colors.ground)
	p.out.rects([]image.Rectangle{frame}, p.colors.frame)
	p.out.rects([]image.Rectangle{p.board()}, p.colors.light)
	var dark []image.Rectangle
	for n := 1; n <= p.rules.Squares(); n++ {
		dark = append(dark, p.rect(p.rules.SquareOf(n)))
	}
	p.out.rects(dark, p.colors.dark)
}

// lastMove frames the squares of the last move.
func (p *painter) lastMove() {
	var outer, inner []image.Rectangle
	width := max(1, int(p.px(0.06)))
	for _, sq := range p.scene.LastMove {
		outer = append(outer, p.rect(sq))
		inner = append(inner, p.rect(sq).Inset(width))
	}
	if len(outer) > 0 {
		p.out.rects(outer, p.colors.lastFrame)
		p.out.rects(inner, p.colors.last)
	}
}

// crosses paints a cross on each square from which a piece was captured.
func (p *painter) crosses() {
	for _, sq := range squaresOf(p.scene.Captured & p.rules.Board()) {
		const long, wide = 0.17, 0.035
		at := p.middle(sq)
		for _, side := range []float64{1, -1} {
			p.shape(at, p.colors.cross,
				point{-long - wide, side * (-long + wide)}, point{-long + wide, side * (-long - wide)},
				point{long + wide, side * (long - wide)}, point{long - wide, side * (long + wide)})
		}
	}
}

// mark paints a ring around the middle of a square.
func (p *painter) mark(at point) {
	const radius, width, halo = 0.425, 0.065, 0.03
	p.out.ring(at, p.px(radius), p.px(width+2*halo), p.colors.halo)
	p.out.ring(at, p.px(radius), p.px(width), p.colors.mark)
}

// numbers writes the number of each square into its corner.
func (p *painter) numbers() {
	for n := 1; n <= p.rules.Squares(); n++ {
		at := p.middle(p.rules.SquareOf(n)).plus(p.px(-0.47), p.px(-0.39))
		p.out.text(text{at: at, size: p.px(numberSize), begin: true, fill: p.colors.number, text: strconv.Itoa(n)})
	}
}

// edgeLabels writes the names of squares around the board.
func (p *painter) edgeLabels() {
	switch {
	case p.labels == Letters:
		for i := range p.rules.Size {
			file, rank := i, p.rules.Size-i
			if p.flip {
				file, rank = p.rules.Size-1-i, i+1
			}
			p.edgeLabel(float64(i)+0.5, float64(p.rules.Size), string(rune('a'+file)))
			p.edgeLabel(0, float64(i)+0.5, strconv.Itoa(rank))
		}
	case p.labels == Rim, p.labels == Numbers && !p.numbersInside():
		for n := 1; n <= p.rules.Squares(); n++ {
			p.numberAtEdge(n)
		}
	}
}

// numberAtEdge writes the number of a square outside of the board if the square
// is on its edge.
func (p *painter) numberAtEdge(n int) {
	row, column := p.cell(p.rules.SquareOf(n))
	x, y, last := float64(column)+0.5, float64(row)+0.5, p.rules.Size-1
	switch {
	case row == 0:
		y = 0
	case row == last:
		y = float64(p.rules.Size)
	case column == 0:
		x = 0
	case column == last:
		x = float64(p.rules.Size)
	default:
		return
	}
	p.edgeLabel(x, y, strconv.Itoa(n))
}

// edgeLabel writes a label beside a place on the edge of the board, given in
// squares.
func (p *painter) edgeLabel(x, y float64, label string) {
	const away, size = 0.3, 0.32
	end := float64(p.rules.Size)
	switch {
	case x == 0:
		x -= away
	case x == end:
		x += away
	case y == 0:
		y -= away
	default:
		y += away
	}
	p.out.text(text{at: p.at(x, y), size: p.px(size), fill: p.colors.label, text: label})
}

// turn paints a small piece of the side to move on its side of the board.
func (p *painter) turn() {
	const away, radius = 0.27, 0.12
	y := 0.5
	if (p.scene.Position.Turn == movegen.White) != p.flip {
		y = float64(p.rules.Size) - 0.5
	}
	at, colors := p.at(float64(p.rules.Size)+away, y), p.colors.pieces[p.scene.Position.Turn&1]
	p.out.disc(at, p.px(radius+0.035), p.colors.label)
	p.out.disc(at, p.px(radius), colors.top)
}

// caption writes the caption below the board.
func (p *painter) caption() {
	const size = 0.36
	if p.scene.Caption == "" {
		return
	}
	middle := float64(p.height) - p.px(captionHeight+0.1)/2
	width := float64(p.rules.Size * p.square)
	p.out.text(text{
		at: point{float64(p.width) / 2, middle}, size: p.px(size), fill: p.colors.label,
		text: fitting(p.scene.Caption, p.px(size), width),
	})
}

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

// A Theme is a set of colours.
type Theme uint8

// The themes.
const (
	Light Theme = iota // for paper and bright pages
	Dark               // for dark pages
)

// colors are those of a theme.
type colors struct {
	ground, label color.RGBA // around the board
	frame         color.RGBA // of the board
	light, dark   color.RGBA // squares
	number        color.RGBA // in dark squares

	last, lastFrame color.RGBA // squares of the last move
	cross           color.RGBA // over captured pieces
	mark, arrow     color.RGBA
	halo            color.RGBA // around marks and arrows

	pieces [2]pieceColors // by movegen.Color
}

// pieceColors are those of the pieces of a side.
type pieceColors struct{ edge, side, top, groove, crown color.RGBA }

// themes are the colours by Theme. The brightness of dark squares is halfway
// between that of the pieces, for printing in black and white.
var themes = [...]colors{
	Light: {
		ground: rgb(0xfbf9f5), label: rgb(0x6d645a), frame: rgb(0x5a4f44),
		light: rgb(0xf3ecdf), dark: rgb(0xb8a388), number: rgb(0x5f5242),
		last: rgb(0xcdbb62), lastFrame: rgb(0x7c6a14), cross: rgb(0x8a3b2a),
		mark: rgb(0x14606f), arrow: rgb(0x14606f), halo: rgb(0xfbf9f5),
		pieces: [2]pieceColors{
			{edge: rgb(0x4a4037), side: rgb(0xcdbfa8), top: rgb(0xfffdf8), groove: rgb(0xd9cfbf), crown: rgb(0x7d5a0a)},
			{edge: rgb(0x0f0e0d), side: rgb(0x1b1917), top: rgb(0x38332f), groove: rgb(0x5d554d), crown: rgb(0xf4dc98)},
		},
	},
	Dark: {
		ground: rgb(0x1f2226), label: rgb(0xa4aab3), frame: rgb(0x0d0e10),
		light: rgb(0xa9afb8), dark: rgb(0x68717d), number: rgb(0xd3d8df),
		last: rgb(0x8f8a4e), lastFrame: rgb(0xe3d98a), cross: rgb(0xf0b9a0),
		mark: rgb(0x8fdcee), arrow: rgb(0x8fdcee), halo: rgb(0x16313a),
		pieces: [2]pieceColors{
			{edge: rgb(0x23262a), side: rgb(0xbfc0bd), top: rgb(0xf7f5f0), groove: rgb(0xcfcdc6), crown: rgb(0x7d5a0a)},
			{edge: rgb(0x08090a), side: rgb(0x101113), top: rgb(0x24272b), groove: rgb(0x4a4f57), crown: rgb(0xf4dc98)},
		},
	},
}

func rgb(hex uint32) color.RGBA {
	return color.RGBA{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 0xff}
}
