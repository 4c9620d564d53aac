package picture

import (
	"bytes"
	"context"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"

	"golang.org/x/image/vector"
)

// A raster paints pixels.
type raster struct {
	pixels *image.RGBA
	filler vector.Rasterizer
}

// Image returns the picture in pixels. It fails if ctx ends first.
func (s *Scene) Image(ctx context.Context) (*image.RGBA, error) {
	l, err := newLayout(s)
	if err != nil {
		return nil, err
	}
	r := &raster{pixels: image.NewRGBA(image.Rect(0, 0, l.width, l.height))}
	return r.pixels, newPainter(s, l, r).paint(ctx)
}

func (r *raster) rects(rects []image.Rectangle, fill color.RGBA) {
	for _, rect := range rects {
		draw.Draw(r.pixels, rect, image.NewUniform(fill), image.Point{}, draw.Src)
	}
}

func (r *raster) disc(middle point, radius float64, fill color.RGBA) {
	r.fill(circle(middle, radius), fill)
}

func (r *raster) ring(middle point, radius, width float64, fill color.RGBA) {
	inner := circle(middle, radius-width/2)
	for i := range inner { // the other way round, which leaves it empty
		inner[i].to[0].y, inner[i].to[1].y, inner[i].to[2].y = mirrored(middle, inner[i].to)
	}
	r.fill(append(circle(middle, radius+width/2), inner...), fill)
}

// mirrored returns the heights of points on the other side of the middle.
func mirrored(middle point, of [3]point) (a, b, c float64) {
	return 2*middle.y - of[0].y, 2*middle.y - of[1].y, 2*middle.y - of[2].y
}

func (r *raster) polygon(points []point, fill color.RGBA) {
	var p path
	for i, to := range points {
		op := lineTo
		if i == 0 {
			op = moveTo
		}
		p = append(p, segment{op, [3]point{to}})
	}
	r.fill(p, fill)
}

// A path is the outline of an area. Each part of it ends where it began.
type path []segment

// A segment leads on to a point, the last of those it has.
type segment struct {
	op op
	to [3]point
}

type op uint8

const (
	moveTo  op = iota // begins a part
	lineTo            // one point
	curveTo           // two points that bend it, and the end
)

// circle returns the outline of a disc, as four curves.
func circle(middle point, r float64) path {
	const bend = 0.5522847498 // as far as four cubic curves can be from a circle: 0.03 % of the radius
	k := bend * r
	at := func(dx, dy float64) point { return middle.plus(dx, dy) }
	return path{
		{moveTo, [3]point{at(r, 0)}},
		{curveTo, [3]point{at(r, k), at(k, r), at(0, r)}},
		{curveTo, [3]point{at(-k, r), at(-r, k), at(-r, 0)}},
		{curveTo, [3]point{at(-r, -k), at(-k, -r), at(0, -r)}},
		{curveTo, [3]point{at(k, -r), at(r, -k), at(r, 0)}},
	}
}

// points returns how many points of a segment count.
func (s segment) points() int {
	if s.op == curveTo {
		return 3
	}
	return 1
}

// bounds returns the pixels that a path may touch.
func (p path) bounds() image.Rectangle {
	minX, minY, maxX, maxY := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, s := range p {
		for _, q := range s.to[:s.points()] {
			minX, maxX = min(minX, q.x), max(maxX, q.x)
			minY, maxY = min(minY, q.y), max(maxY, q.y)
		}
	}
	if minX > maxX {
		return image.Rectangle{}
	}
	return image.Rect(int(math.Floor(minX)), int(math.Floor(minY)), int(math.Ceil(maxX)), int(math.Ceil(maxY)))
}

// fill fills the area of a path.
func (r *raster) fill(p path, fill color.RGBA) {
	bounds := p.bounds()
	if bounds.Empty() {
		return
	}
	r.filler.Reset(bounds.Dx(), bounds.Dy())
	for i, s := range p {
		var x, y [3]float32
		for k, q := range s.to {
			x[k], y[k] = float32(q.x-float64(bounds.Min.X)), float32(q.y-float64(bounds.Min.Y))
		}
		switch s.op {
		case moveTo:
			if i > 0 {
				r.filler.ClosePath()
			}
			r.filler.MoveTo(x[0], y[0])
		case lineTo:
			r.filler.LineTo(x[0], y[0])
		case curveTo:
			r.filler.CubeTo(x[0], y[0], x[1], y[1], x[2], y[2])
		}
	}
	r.filler.ClosePath()
	r.filler.Draw(r.pixels, bounds, image.NewUniform(fill), image.Point{})
}

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

// pngHeader is how long the parts of a PNG are that come first: its signature and
// the chunk IHDR.
const pngHeader = 8 + 25

// WritePNG writes the picture as a PNG file. It fails if ctx ends first.
func (s *Scene) WritePNG(ctx context.Context, w io.Writer) error {
	pixels, err := s.Image(ctx)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(lastingWriter{ctx, &b}, pixels); err != nil {
		return err
	}
	for _, part := range [][]byte{b.Bytes()[:pngHeader], pngComment(signature), b.Bytes()[pngHeader:]} {
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	return nil
}

// A lastingWriter writes as long as its context lasts: what encodes pixels writes now and then.
type lastingWriter struct {
	ctx context.Context
	w   io.Writer
}

// Write writes b, unless the context has ended.
func (l lastingWriter) Write(b []byte) (int, error) {
	if err := l.ctx.Err(); err != nil {
		return 0, err
	}
	return l.w.Write(b)
}

// pngComment returns a chunk with a text.
func pngComment(text string) []byte {
	data := "tEXt" + "Comment\x00" + text
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(data)-4))
	chunk = append(chunk, data...)
	return binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE([]byte(data)))
}

// Drawn reports whether a file begins as a picture of this package.
func Drawn(file io.Reader) bool {
	const most = 1000 // bytes before the signature
	head, err := io.ReadAll(io.LimitReader(file, most))
	if err != nil {
		return false
	}
	has := func(start, mark string) bool {
		return bytes.HasPrefix(head, []byte(start)) && bytes.Contains(head, []byte(mark))
	}
	return has("<svg ", "<desc>"+signature+"</desc>") ||
		has("\x89PNG\r\n\x1a\n", string(pngComment(signature))) ||
		has("GIF89a", string(gifComment(signature)))
}
