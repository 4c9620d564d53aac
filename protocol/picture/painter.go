package picture

import (
	"image"
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

// paint paints everything, the hindmost first.
func (p *painter) paint() {
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
		p.arrow(a)
	}
	p.edgeLabels()
	p.turn()
	p.caption()
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
	case p.labels == Numbers && !p.numbersInside():
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
