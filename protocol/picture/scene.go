package picture

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"stupol/movegen"
)

// A Scene is what is to be seen in a picture.
type Scene struct {
	Rules    *movegen.Rules // with the numbering to show; required
	Position movegen.Position

	Size    int    // width in pixels, from MinSize to MaxSize; 0: DefaultSize
	Flip    bool   // Black is below
	Theme   Theme  // the colours
	Labels  Labels // the names of squares
	Caption string // below the board; shortened if it is wider
	Name    string // of the game, for those who cannot see; empty: its title in English

	LastMove []movegen.Square // from where to where, with the squares between if they matter
	Captured movegen.Bits     // the pieces that it took
	Marks    movegen.Bits     // squares with a ring
	Arrows   []Arrow
}

// An Arrow leads from the first of two squares or more over the others to the
// last one.
type Arrow []movegen.Square

// The sizes of pictures, in pixels.
const (
	MinSize     = 100
	MaxSize     = 4000
	DefaultSize = 480
)

// Labels are the names of squares in a picture.
type Labels uint8

// The labels.
const (
	UsualLabels Labels = iota // letters in games that are written with them, or else numbers
	Numbers                   // of the squares
	Letters                   // of the files, and the numbers of the rows
	Rim                       // the usual ones, all around the board
	NoLabels
)

// WriteSVG writes the picture as an SVG document. It fails if ctx ends first.
func (s *Scene) WriteSVG(ctx context.Context, w io.Writer) error {
	l, err := newLayout(s)
	if err != nil {
		return err
	}
	c := newSVGCanvas(l, s)
	if err := newPainter(s, l, c).paint(ctx); err != nil {
		return err
	}
	return c.end(w)
}

// Play changes the scene into the one after the legal move m of its position: the
// move is the last one, and what was marked no longer is.
func (s *Scene) Play(m movegen.Move) {
	s.Position = s.Rules.Play(&s.Position, m)
	s.LastMove = []movegen.Square{m.From, m.To}
	s.Captured = m.Captured
	s.Marks, s.Arrows = 0, nil
}

// check returns an error if the scene cannot be drawn.
func (s *Scene) check() error {
	if s.Size != 0 && (s.Size < MinSize || s.Size > MaxSize) {
		return fmt.Errorf("picture: a size of %d is not within %d to %d pixels", s.Size, MinSize, MaxSize)
	}
	squares := append([]movegen.Square(nil), s.LastMove...)
	for _, a := range s.Arrows {
		if len(a) < 2 {
			return fmt.Errorf("picture: an arrow of %d squares", len(a))
		}
		squares = append(squares, a...)
	}
	for _, sq := range squares {
		if sq >= movegen.NoSquare || !s.Rules.Board().Has(sq) {
			return fmt.Errorf("picture: square %d is not on the board", sq)
		}
	}
	return nil
}

// The measures of a picture, in squares unless they say otherwise.
const (
	margin        = 0.56 // between the board and the end of the picture, at least
	narrowMargin  = 0.46 // the same if no names of squares stand there
	captionHeight = 0.7  // added below the margin

	// The numbers of squares stand in them if they are large enough to read.
	smallestNumber = 9 // pixels
	numberSize     = 0.17
)

// A layout says where things are, in pixels from the top left.
type layout struct {
	rules         *movegen.Rules
	flip          bool
	labels        Labels // never UsualLabels; Rim are the numbers
	width, height int
	square        int // the side of a square
	edge          int // where the board begins, on both axes
}

func newLayout(s *Scene) (*layout, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	l := &layout{rules: s.Rules, flip: s.Flip, labels: s.Labels, width: s.Size}
	if l.width == 0 {
		l.width = DefaultSize
	}
	usual := l.labels == UsualLabels || l.labels == Rim
	switch {
	case usual && s.Rules.Algebraic:
		l.labels = Letters
	case l.labels == UsualLabels:
		l.labels = Numbers
	}
	l.square = l.squareWith(narrowMargin)
	if l.labels != NoLabels && !l.numbersInside() {
		l.square = l.squareWith(margin)
	}
	l.edge = (l.width - s.Rules.Size*l.square) / 2
	l.height = l.width
	if s.Caption != "" {
		l.height += int(math.Round(captionHeight * float64(l.square)))
	}
	return l, nil
}

// squareWith returns the side of a square if the margin is that many squares wide.
func (l *layout) squareWith(margin float64) int {
	return int(float64(l.width) / (float64(l.rules.Size) + 2*margin))
}

// px returns a length in squares as pixels.
func (l *layout) px(squares float64) float64 { return squares * float64(l.square) }

// numbersInside reports whether the numbers stand in the squares.
func (l *layout) numbersInside() bool {
	return l.labels == Numbers && l.px(numberSize) >= smallestNumber
}

// cell returns the row of a square from the top of the picture and its column
// from the left.
func (l *layout) cell(sq movegen.Square) (row, column int) {
	row, column = l.rules.RowAndColumn(sq)
	if l.flip {
		return l.rules.Size - 1 - row, l.rules.Size - 1 - column
	}
	return row, column
}

// rect returns the pixels of a square.
func (l *layout) rect(sq movegen.Square) image.Rectangle {
	row, column := l.cell(sq)
	x, y := l.edge+column*l.square, l.edge+row*l.square
	return image.Rect(x, y, x+l.square, y+l.square)
}

// board returns the pixels of the board.
func (l *layout) board() image.Rectangle {
	end := l.edge + l.rules.Size*l.square
	return image.Rect(l.edge, l.edge, end, end)
}

// middle returns the middle of a square.
func (l *layout) middle(sq movegen.Square) point {
	row, column := l.cell(sq)
	return l.at(float64(column)+0.5, float64(row)+0.5)
}

// at returns the place that many squares to the right of and below the top left
// corner of the board.
func (l *layout) at(x, y float64) point {
	return point{float64(l.edge) + l.px(x), float64(l.edge) + l.px(y)}
}

// ParseSquares reads squares with any of the signs - x : , or spaces between
// them: 32-28, 28x19x10, c3,e3. They are numbers or letters with numbers. Errors are
// of type *movegen.SyntaxError.
func ParseSquares(r *movegen.Rules, text string) ([]movegen.Square, error) {
	text = movegen.PlainText(text)
	var squares []movegen.Square
	isSign := func(c rune) bool { return strings.ContainsRune("-xX:, \t", c) }
	for rest := text; ; {
		rest = strings.TrimLeftFunc(rest, isSign)
		if rest == "" {
			break
		}
		word := rest
		if end := strings.IndexFunc(rest, isSign); end >= 0 {
			word = rest[:end]
		}
		sq := squareNamed(r, word)
		if sq == movegen.NoSquare {
			return nil, &movegen.SyntaxError{What: "squares", Text: word, Column: len(text) - len(rest) + 1, Reason: "no such square"}
		}
		squares = append(squares, sq)
		rest = rest[len(word):]
	}
	if len(squares) == 0 {
		return nil, &movegen.SyntaxError{What: "squares", Text: text, Column: 1, Reason: "there are none"}
	}
	return squares, nil
}

// squareNamed returns the square with that number or letter and number, or
// NoSquare.
func squareNamed(r *movegen.Rules, name string) movegen.Square {
	if n, err := strconv.Atoi(name); err == nil {
		return r.SquareOf(n)
	}
	for n := 1; n <= r.Squares(); n++ {
		if sq := r.SquareOf(n); strings.EqualFold(r.AlgebraicName(sq), name) {
			return sq
		}
	}
	return movegen.NoSquare
}

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
