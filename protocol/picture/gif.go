package picture

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"io"
	"slices"
	"time"
)

// gifColors is how many colours a GIF has: few, so that the file is small. The
// last is no colour: pixels that are as in the frame before.
const gifColors = 16

// A Frame is a scene of an animation and how long it is to be seen.
type Frame struct {
	Scene *Scene
	Time  time.Duration
}

// WriteGIF writes an animation that repeats without end. The pictures of all scenes must have
// the same size. It fails if ctx ends first.
func WriteGIF(ctx context.Context, w io.Writer, frames []Frame) error {
	if err := checkFrames(frames); err != nil {
		return err
	}
	palette, err := paletteOf(ctx, frames)
	if err != nil {
		return err
	}
	animation := &gif.GIF{Config: image.Config{ColorModel: palette}}
	matcher := newMatcher(palette)
	var before *image.Paletted
	for _, f := range frames {
		if err := ctx.Err(); err != nil {
			return err
		}
		pixels, err := f.Scene.Image(ctx)
		if err != nil {
			return err
		}
		now := matcher.convert(pixels)
		if before == nil {
			animation.Config.Width, animation.Config.Height = now.Rect.Dx(), now.Rect.Dy()
		} else if now.Rect != before.Rect {
			return errors.New("picture: the scenes of an animation have different sizes")
		}
		animation.Image = append(animation.Image, changes(before, now))
		animation.Delay = append(animation.Delay, int(f.Time/(10*time.Millisecond)))
		animation.Disposal = append(animation.Disposal, gif.DisposalNone)
		before = now
	}
	return writeGIF(ctx, w, animation)
}

// mostPixels is how many an animation has room for in memory.
const mostPixels = 1 << 29

// checkFrames returns an error unless there are frames, and not too many.
func checkFrames(frames []Frame) error {
	if len(frames) == 0 {
		return errors.New("picture: an animation without frames")
	}
	l, err := newLayout(frames[0].Scene)
	if err == nil && len(frames)*l.width*l.height > mostPixels {
		err = fmt.Errorf("picture: an animation of %d frames with %dx%d pixels is too large", len(frames), l.width, l.height)
	}
	return err
}

// writeGIF writes an animation with our signature after its palette.
func writeGIF(ctx context.Context, w io.Writer, animation *gif.GIF) error {
	var b bytes.Buffer
	if err := gif.EncodeAll(lastingWriter{ctx, &b}, animation); err != nil {
		return err
	}
	const header = 13 + 3*gifColors
	for _, part := range [][]byte{b.Bytes()[:header], gifComment(signature), b.Bytes()[header:]} {
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	return nil
}

// gifComment returns a comment extension.
func gifComment(text string) []byte {
	return append(append([]byte{0x21, 0xfe, byte(len(text))}, text...), 0)
}

// changes returns the part of a picture, at least a pixel, in which it differs
// from the one before it. All of the first one does.
func changes(before, now *image.Paletted) *image.Paletted {
	if before == nil {
		return now
	}
	area := image.Rectangle{Max: image.Pt(1, 1)}
	for i, index := range now.Pix {
		if index != before.Pix[i] {
			x, y := i%now.Stride, i/now.Stride
			area = area.Union(image.Rect(x, y, x+1, y+1))
		}
	}
	diff := image.NewPaletted(area, now.Palette)
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			index := now.ColorIndexAt(x, y)
			if index == before.ColorIndexAt(x, y) {
				index = gifColors - 1
			}
			diff.SetColorIndex(x, y, index)
		}
	}
	return diff
}

// paletteOf returns the colours of an animation. They are those of its pictures
// that leave the least error when all others are replaced by the nearest: one
// after the other, each is the one with the greatest error so far.
func paletteOf(ctx context.Context, frames []Frame) (color.Palette, error) {
	counts, err := countColors(ctx, frames)
	if err != nil {
		return nil, err
	}
	var palette color.Palette
	for len(palette) < gifColors-1 {
		var worst color.RGBA
		var most int64 = -1
		for c, n := range counts {
			e := n * (1 << 20)
			if len(palette) > 0 {
				e = n * distance(c, nearest(palette, c))
			}
			if e > most || e == most && less(c, worst) {
				worst, most = c, e
			}
		}
		palette = append(palette, worst)
	}
	return append(palette, color.RGBA{}), nil
}

// countColors counts the pixels of each colour.
func countColors(ctx context.Context, frames []Frame) (map[color.RGBA]int64, error) {
	counts := map[color.RGBA]int64{}
	for _, f := range frames {
		pixels, err := f.Scene.Image(ctx)
		if err := cmp.Or(err, ctx.Err()); err != nil {
			return nil, err
		}
		eachRun(pixels, func(c color.RGBA, _, length int) { counts[c] += int64(length) })
	}
	return counts, nil
}

// nearest returns the colour of a palette that looks most like c.
func nearest(palette color.Palette, c color.RGBA) color.RGBA {
	best := palette[0].(color.RGBA)
	for _, other := range palette[1:] {
		if other := other.(color.RGBA); distance(c, other) < distance(c, best) {
			best = other
		}
	}
	return best
}

// distance returns how different two colours look, squared. Green counts most and
// blue least, as it does in brightness.
func distance(a, b color.RGBA) int64 {
	square := func(x, y uint8) int64 { d := int64(x) - int64(y); return d * d }
	return 3*square(a.R, b.R) + 6*square(a.G, b.G) + square(a.B, b.B)
}

func less(a, b color.RGBA) bool {
	return bytes.Compare([]byte{a.R, a.G, a.B}, []byte{b.R, b.G, b.B}) < 0
}

// eachRun calls visit with every run of pixels of one colour: the colour, where
// the run begins, and its length.
func eachRun(pixels *image.RGBA, visit func(c color.RGBA, first, length int)) {
	var c color.RGBA
	first, n := 0, len(pixels.Pix)/4
	for i := range n {
		p := pixels.Pix[4*i:][:4]
		next := color.RGBA{p[0], p[1], p[2], p[3]}
		if i == 0 {
			c = next
		}
		if next != c {
			visit(c, first, i-first)
			c, first = next, i
		}
	}
	visit(c, first, n-first)
}

// A matcher replaces colours by the nearest in a palette.
type matcher struct {
	palette color.Palette
	known   map[color.RGBA]uint8
}

func newMatcher(p color.Palette) *matcher {
	return &matcher{palette: p, known: map[color.RGBA]uint8{}}
}

func (m *matcher) convert(pixels *image.RGBA) *image.Paletted {
	out := image.NewPaletted(pixels.Rect, m.palette)
	eachRun(pixels, func(c color.RGBA, first, length int) {
		run := out.Pix[first:][:length]
		index := m.index(c)
		for i := range run {
			run[i] = index
		}
	})
	return out
}

// index returns the place in the palette of the colour nearest to c.
func (m *matcher) index(c color.RGBA) uint8 {
	if i, ok := m.known[c]; ok {
		return i
	}
	colors := m.palette[:gifColors-1]
	i := uint8(slices.Index(colors, color.Color(nearest(colors, c))))
	m.known[c] = i
	return i
}
