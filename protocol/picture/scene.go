package picture

import (
	"fmt"
	"io"

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
	Caption string // below the board; shortened if it is too long

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
	NoLabels
)

// WriteSVG writes the picture as an SVG document.
func (s *Scene) WriteSVG(w io.Writer) error {
	l, err := newLayout(s)
	if err != nil {
		return err
	}
	c := newSVGCanvas(l, s)
	newPainter(s, l, c).paint()
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
