package picture

import (
	"bytes"
	"cmp"
	"context"
	"encoding/xml"
	"errors"
	"flag"
	"image"
	"image/color"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stupol/movegen"
)

var update = flag.Bool("update", false, "write the pictures in testdata anew")

// scene returns a scene of a position, square names and moves of which are as in
// the game.
func scene(t testing.TB, variant, fen string, size int) *Scene {
	t.Helper()
	r, err := movegen.Lookup(variant)
	if err != nil {
		t.Fatal(err)
	}
	p := r.Start()
	if fen != "" {
		if p, err = r.ParseFEN(fen); err != nil {
			t.Fatal(err)
		}
	}
	return &Scene{Rules: r, Position: p, Size: size}
}

func squares(t testing.TB, s *Scene, text string) []movegen.Square {
	t.Helper()
	list, err := ParseSquares(s.Rules, text)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// kept are the scenes of the pictures in testdata.
func kept(t testing.TB) map[string]*Scene {
	ten := scene(t, "international", "W:W28,33,38,39,48,K6:B3,8,13,K14,19,24", 220)
	ten.LastMove = squares(t, ten, "9-14")
	ten.Captured = ten.Rules.SquareOf(22).Bit()
	ten.Arrows = []Arrow{squares(t, ten, "28-22"), squares(t, ten, "39x30x19")}
	ten.Marks = ten.Rules.SquareOf(24).Bit()
	ten.Caption = "Sijbrands – Wiersma, 23. 28x19"
	flipped := *ten
	flipped.Flip, flipped.Theme, flipped.Labels, flipped.Caption = true, Dark, NoLabels, ""
	letters := scene(t, "russian", "B:Wc3,Kd4:Bf6,Kh8", 160)
	letters.Theme = Dark
	turned := scene(t, "russian", "W:Wc3,Kd4:Bf6,Kh8", 160)
	turned.Flip = true
	mirrored := scene(t, "italian", "W:W22,K30:B2,K11", 160)
	inside := scene(t, "english", "B:W22,K30:B2,K11", 500)
	return map[string]*Scene{
		"international": ten, "flipped": &flipped, "letters": letters, "turned": turned,
		"mirrored": mirrored, "inside": inside,
	}
}

// TestKeptPictures compares pictures with those in testdata: SVG by the byte, PNG
// by the pixel, where arithmetic of other processors may differ a little.
func TestKeptPictures(t *testing.T) {
	for name, s := range kept(t) {
		t.Run(name, func(t *testing.T) {
			var svg, pixels bytes.Buffer
			if err := s.WriteSVG(t.Context(), &svg); err != nil {
				t.Fatal(err)
			}
			if err := s.WritePNG(t.Context(), &pixels); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join("testdata", name)
			if *update {
				write(t, file+".svg", svg.Bytes())
				write(t, file+".png", pixels.Bytes())
			}
			if want := read(t, file+".svg"); !bytes.Equal(svg.Bytes(), want) {
				t.Errorf("%s.svg is now another; run with -update and look at it:\n%s", file, svg.Bytes())
			}
			got, want := decoded(t, pixels.Bytes()), decoded(t, read(t, file+".png"))
			if n := different(got, want, 3); n > 0 {
				t.Errorf("%s.png: %d pixels of %v differ; run with -update and look at it", file, n, got.Bounds().Size())
			}
		})
	}
}

func write(t *testing.T, name string, content []byte) {
	t.Helper()
	if err := os.WriteFile(name, content, 0o666); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func decoded(t *testing.T, file []byte) image.Image {
	t.Helper()
	im, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return im
}

// different counts the pixels that differ by more than that in a channel; all do
// if the sizes differ.
func different(a, b image.Image, most int) (n int) {
	if a.Bounds() != b.Bounds() {
		return a.Bounds().Dx() * a.Bounds().Dy()
	}
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			p, q := color.RGBAModel.Convert(a.At(x, y)).(color.RGBA), color.RGBAModel.Convert(b.At(x, y)).(color.RGBA)
			far := func(u, v uint8) bool { return int(u)-int(v) > most || int(v)-int(u) > most }
			if far(p.R, q.R) || far(p.G, q.G) || far(p.B, q.B) || far(p.A, q.A) {
				n++
			}
		}
	}
	return n
}

// TestStructure counts the elements of an SVG: that of each piece, crown, mark and
// arrow, in the colour of its side.
func TestStructure(t *testing.T) {
	for _, theme := range []Theme{Light, Dark} {
		s := scene(t, "international", "W:W28,33,K6:B3,K14", 300)
		s.Theme = theme
		s.Marks = s.Rules.SquareOf(24).Bit() | s.Rules.SquareOf(25).Bit()
		s.Arrows = []Arrow{squares(t, s, "28-22")}
		c := &themes[theme]
		white, black := &c.pieces[0], &c.pieces[1]
		got := elements(t, s)
		want := map[string]int{
			"circle " + hex(white.groove): 2, "circle " + hex(black.groove): 1, // men
			"polygon " + hex(white.crown): 1, "polygon " + hex(black.crown): 1, // kings
			"circle " + hex(white.side): 4, "circle " + hex(black.side): 3, // a king has two
			"circle " + hex(c.mark): 2, "polygon " + hex(c.arrow): 2, // shaft and head
			"text " + hex(c.label): 18, // numbers at the edge
		}
		for element, n := range want {
			if got[element] != n {
				t.Errorf("theme %d: %d of %s, want %d", theme, got[element], element, n)
			}
		}
	}
}

// elements counts the elements of an SVG by name and colour.
func elements(t *testing.T, s *Scene) map[string]int {
	t.Helper()
	var b bytes.Buffer
	if err := s.WriteSVG(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for d := xml.NewDecoder(&b); ; {
		token, err := d.Token()
		if err == io.EOF {
			return counts
		}
		if err != nil {
			t.Fatal(err)
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		fill := ""
		for _, a := range start.Attr {
			if (a.Name.Local == "fill" || a.Name.Local == "stroke") && a.Value != "none" {
				fill = a.Value
			}
		}
		counts[start.Name.Local+" "+fill]++
	}
}

// TestBlackAndWhite checks that what must be told apart differs in brightness.
func TestBlackAndWhite(t *testing.T) {
	bright := func(c color.RGBA) int { return (299*int(c.R) + 587*int(c.G) + 114*int(c.B)) / 1000 }
	for theme := range themes {
		c := &themes[theme]
		apart := func(what string, a, b color.RGBA, least int) {
			if d := bright(a) - bright(b); d < least && -d < least {
				t.Errorf("theme %d: %s: %d apart, want %d", theme, what, d, least)
			}
		}
		apart("squares", c.light, c.dark, 50)
		for _, side := range c.pieces {
			apart("a piece on its square", side.top, c.dark, 60)
			apart("a piece on a square of the last move", side.top, c.last, 60)
			apart("a crown", side.crown, side.top, 100)
			apart("a groove", side.groove, side.top, 20)
		}
		apart("the edge of white pieces", c.pieces[0].edge, c.dark, 50)
		apart("the last move", c.lastFrame, c.dark, 40)
		apart("a mark", c.mark, c.halo, 100)
		apart("an arrow", c.arrow, c.halo, 100)
		apart("a cross", c.cross, c.dark, 60)
		apart("labels", c.label, c.ground, 80)
		apart("numbers", c.number, c.dark, 60)
	}
}

// TestKingsAndMen checks that a king looks another than a man at the smallest size
// that people use.
func TestKingsAndMen(t *testing.T) {
	for _, theme := range []Theme{Light, Dark} {
		for _, side := range []string{"W:W28:B1", "W:B28:W50"} {
			man, king := scene(t, "international", side, 200), scene(t, "international", strings.Replace(side, "28", "K28", 1), 200)
			man.Theme, king.Theme = theme, theme
			a, err := man.Image(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			b, err := king.Image(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			l, _ := newLayout(man)
			area := l.square * l.square
			if n := different(a, b, 60); n < area/10 {
				t.Errorf("theme %d, %s: %d of %d pixels differ", theme, side, n, area)
			}
		}
	}
}

// TestLayout looks at boards of all sizes: squares lie side by side within the
// picture, square 1 is at the top, at the bottom if the board is flipped.
func TestLayout(t *testing.T) {
	for _, r := range movegen.Variants() {
		for _, flip := range []bool{false, true} {
			for size := MinSize; size <= 1200; size += 7 {
				l, err := newLayout(&Scene{Rules: r, Size: size, Flip: flip})
				if err != nil {
					t.Fatal(err)
				}
				seen := map[image.Point]bool{}
				for n := 1; n <= r.Squares(); n++ {
					q := l.rect(r.SquareOf(n))
					if !q.In(l.board()) || seen[q.Min] || q.Dx() != l.square || q.Dy() != l.square {
						t.Fatalf("%s, %d pixels: square %d is %v on a board of %v", r.Name, size, n, q, l.board())
					}
					seen[q.Min] = true
				}
				if board := l.board(); board.Min.X < 2 || board.Max.X > size-2 || 10*board.Dx() < 8*size {
					t.Fatalf("%s: a board of %v in %d pixels", r.Name, board, size)
				}
				if row, _ := l.cell(r.SquareOf(1)); (row == 0) == flip {
					t.Fatalf("%s: flip %v: square 1 is in row %d", r.Name, flip, row)
				}
			}
		}
	}
}

// TestSameAgain draws every kind of file twice.
func TestSameAgain(t *testing.T) {
	for name, s := range kept(t) {
		for kind, write := range map[string]func(context.Context, io.Writer) error{
			"SVG": s.WriteSVG, "PNG": s.WritePNG,
			"GIF": func(ctx context.Context, w io.Writer) error { return WriteGIF(ctx, w, []Frame{{s, 0}}) },
		} {
			var a, b bytes.Buffer
			if err := write(t.Context(), &a); err != nil {
				t.Fatal(err)
			}
			if err := write(t.Context(), &b); err != nil || !bytes.Equal(a.Bytes(), b.Bytes()) {
				t.Errorf("%s: the second %s differs: %v", name, kind, err)
			}
			if !Drawn(bytes.NewReader(a.Bytes())) {
				t.Errorf("%s: the %s is not known as ours", name, kind)
			}
		}
	}
	for _, other := range []string{"", "text", "<svg></svg>", "\x89PNG\r\n\x1a\n drawn by Stupol", "GIF89a", "<desc>drawn by Stupol</desc>"} {
		if Drawn(strings.NewReader(other)) {
			t.Errorf("%q is taken for ours", other)
		}
	}
}

func TestWrongScenes(t *testing.T) {
	good := *scene(t, "english", "", 300)
	tests := map[string]func(*Scene){
		"size of 99 is not":            func(s *Scene) { s.Size = MinSize - 1 },
		"size of 4001 is not":          func(s *Scene) { s.Size = MaxSize + 1 },
		"arrow of 1 squares":           func(s *Scene) { s.Arrows = []Arrow{{0}} },
		"square 64 is not on":          func(s *Scene) { s.Arrows = []Arrow{{0, movegen.NoSquare}} },
		"square 62 is not on the boar": func(s *Scene) { s.LastMove = []movegen.Square{0, 62} },
	}
	for want, spoil := range tests {
		s := good
		spoil(&s)
		if err := s.WriteSVG(t.Context(), io.Discard); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("SVG: error %v, want %q", err, want)
		}
		if err := s.WritePNG(t.Context(), io.Discard); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("PNG: error %v, want %q", err, want)
		}
	}
}

// TestEverywhere draws marks, arrows, crosses and pieces on every square of small and
// large boards: nothing may reach beyond the picture.
func TestEverywhere(t *testing.T) {
	for _, variant := range []string{"international", "italian"} {
		for _, size := range []int{MinSize, 101, 333} {
			s := scene(t, variant, "", size)
			for n := 1; n <= s.Rules.Squares(); n++ {
				sq := s.Rules.SquareOf(n)
				s.LastMove = append(s.LastMove, sq)
				s.Arrows = append(s.Arrows, Arrow{sq, s.Rules.SquareOf(s.Rules.Squares() + 1 - n)}, Arrow{sq, sq}, Arrow{sq, 0, 0, sq})
			}
			s.Marks, s.Captured = s.Rules.Board(), s.Rules.Board()
			s.Caption = strings.Repeat("ÅÑ,g_|j", 30)
			for _, flip := range []bool{false, true} {
				s.Flip = flip
				if _, err := s.Image(t.Context()); err != nil {
					t.Error(err)
				}
			}
		}
	}
}

// TestCaption checks that a caption is never wider than the board.
func TestCaption(t *testing.T) {
	for _, text := range []string{"", "W", "Дамка", "a  b\nc", strings.Repeat("wide ", 100), "\xff\xfe"} {
		if got := fitting(text, 20, 300); widthOf(got, 20) > 300 || strings.ContainsAny(got, "\n") {
			t.Errorf("%q became %q, %v wide", text, got, widthOf(got, 20))
		}
	}
	if got := fitting("a  b\nc", 20, 300); got != "a b c" {
		t.Errorf("got %q", got)
	}
	s := scene(t, "english", "", 200)
	s.Caption = `<b> & "c"`
	elements(t, s) // which fails if it is no XML
}

func TestParseSquares(t *testing.T) {
	s := scene(t, "russian", "", 0)
	for text, want := range map[string]string{
		"c3-d4": "22 18", "22x15 ": "22 15", "a1:c3:e5": "29 22 15", "H8": "4", "1,2, 3": "1 2 3",
	} {
		var names []string
		for _, sq := range squares(t, s, text) {
			names = append(names, s.Rules.SquareName(sq))
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"": "column 1", "c3-b3": `column 4: "b3"`, "33": `"33"`, "0": `"0"`, "-1-99": `"99"`, "c3 - j10": `"j10"`,
	} {
		if _, err := ParseSquares(s.Rules, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
}

func FuzzParseSquares(f *testing.F) {
	f.Add("32-28")
	f.Add("c3:e5x")
	f.Fuzz(func(t *testing.T, text string) {
		for _, r := range movegen.Variants() {
			list, err := ParseSquares(r, text)
			if (err == nil) != (len(list) > 0) {
				t.Errorf("%q: %v and %v", text, list, err)
			}
			for _, sq := range list {
				if !r.Board().Has(sq) {
					t.Errorf("%q: square %d", text, sq)
				}
			}
		}
	})
}

// TestPicturesEndWithTheirContext draws so much that it takes long, and stops.
func TestPicturesEndWithTheirContext(t *testing.T) {
	r := movegen.International()
	s := &Scene{Rules: r, Position: r.Start(), Size: 1600}
	for range 20_000 {
		s.Arrows = append(s.Arrows, Arrow{r.SquareOf(1), r.SquareOf(50)})
	}
	for name, write := range map[string]func(context.Context, io.Writer) error{
		"svg": s.WriteSVG, "png": s.WritePNG,
		"gif": func(ctx context.Context, w io.Writer) error { return WriteGIF(ctx, w, []Frame{{s, 0}}) },
	} {
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- write(ctx, io.Discard) }()
		if name == "svg" {
			cancel() // it would be there soon
		}
		time.AfterFunc(50*time.Millisecond, cancel)
		select {
		case err := <-ended:
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s: error %v", name, err)
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("%s: goes on", name)
		}
	}
}

// TestLongCaptions has captions of megabytes, which cost no more than others.
func TestLongCaptions(t *testing.T) {
	r := movegen.International()
	draw := func(caption string) time.Duration {
		begin := time.Now()
		s := &Scene{Rules: r, Position: r.Start(), Caption: caption}
		var svg, png bytes.Buffer
		if err := cmp.Or(s.WriteSVG(t.Context(), &svg), s.WritePNG(t.Context(), &png)); err != nil || svg.Len() > 50_000 {
			t.Errorf("%.10q…: %d bytes, error %v", caption, svg.Len(), err)
		}
		return time.Since(begin)
	}
	usual := draw("White to move")
	for _, caption := range []string{strings.Repeat("x", 8<<20), strings.Repeat("ż ", 4<<20), strings.Repeat("i", 100) + strings.Repeat("\x80", 8<<20)} {
		if took := draw(caption); took > 20*usual+5*time.Second {
			t.Errorf("%.10q…: it took %v, others %v", caption, took, usual)
		}
	}
}
