package picture

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// face is the font of all text in pixels.
var face = sync.OnceValue(func() *sfnt.Font {
	f, err := sfnt.Parse(goregular.TTF)
	if err != nil {
		panic(err) // the font in the program is damaged
	}
	return f
})

// text paints a line of text.
func (r *raster) text(t text) {
	x := t.at.x
	if !t.begin {
		x -= widthOf(t.text, t.size) / 2
	}
	var outline path
	for _, char := range t.text {
		outline = append(outline, glyph(char, t.size, point{x, t.baseline()})...)
		x += advance(char, t.size)
	}
	r.fill(outline, t.fill)
}

// glyph returns the outline of a character whose foot begins at a point.
func glyph(char rune, size float64, at point) (outline path) {
	var buffer sfnt.Buffer
	index, err := face().GlyphIndex(&buffer, char)
	if err != nil {
		return nil
	}
	segments, err := face().LoadGlyph(&buffer, index, toFixed(size), nil)
	if err != nil {
		return nil
	}
	var last point
	for _, s := range segments {
		var to [3]point
		for i, p := range s.Args {
			to[i] = at.plus(fromFixed(p.X), fromFixed(p.Y))
		}
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			outline, last = append(outline, segment{moveTo, to}), to[0]
		case sfnt.SegmentOpLineTo:
			outline, last = append(outline, segment{lineTo, to}), to[0]
		case sfnt.SegmentOpQuadTo:
			outline, last = append(outline, segment{curveTo, cubic(last, to[0], to[1])}), to[1]
		case sfnt.SegmentOpCubeTo:
			outline, last = append(outline, segment{curveTo, to}), to[2]
		}
	}
	return outline
}

// cubic returns the cubic curve that is the quadratic one from a point, bent by
// another, to the last.
func cubic(from, bend, to point) [3]point {
	between := func(end point) point {
		return point{end.x + 2*(bend.x-end.x)/3, end.y + 2*(bend.y-end.y)/3}
	}
	return [3]point{between(from), between(to), to}
}

// advance returns how far after a character the next one begins.
func advance(char rune, size float64) float64 {
	var buffer sfnt.Buffer
	index, err := face().GlyphIndex(&buffer, char)
	if err != nil {
		return 0
	}
	width, err := face().GlyphAdvance(&buffer, index, toFixed(size), 0)
	if err != nil {
		return 0
	}
	return fromFixed(width)
}

// widthOf returns the length of a line of text.
func widthOf(line string, size float64) (width float64) {
	for _, char := range line {
		width += advance(char, size)
	}
	return width
}

// fitting returns a line of text, or its beginning if it is wider than there is room for. It
// looks no further than that, however long the text is.
func fitting(line string, size, room float64) string {
	var fits strings.Builder // with one space for any white space
	cut, width, dots := 0, 0.0, advance('…', size)
	space := false
	for _, char := range line {
		if unicode.IsSpace(char) {
			space = fits.Len() > 0
			continue
		}
		for _, c := range []rune{' ', char} {
			if c == ' ' && !space {
				continue
			}
			if width += advance(c, size); width > room {
				return strings.TrimSpace(fits.String()[:cut]) + "…"
			}
			fits.WriteRune(c)
			if width+dots <= room {
				cut = fits.Len()
			}
		}
		space = false
	}
	return fits.String()
}

// beginning returns so many bytes of a text at most, in whole characters.
func beginning(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most] + "…"
}

func toFixed(v float64) fixed.Int26_6   { return fixed.Int26_6(v*64 + 0.5) }
func fromFixed(v fixed.Int26_6) float64 { return float64(v) / 64 }
