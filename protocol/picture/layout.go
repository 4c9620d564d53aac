package picture

import (
	"image"
	"math"

	"stupol/movegen"
)

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
	labels        Labels // never UsualLabels
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
	if l.labels == UsualLabels {
		l.labels = Numbers
		if s.Rules.Algebraic {
			l.labels = Letters
		}
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
