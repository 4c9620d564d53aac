package picture

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"io"
	"slices"
	"strings"
	"testing"
	"time"
)

// play returns the frames of a game.
func play(t testing.TB, s *Scene, moves string) []Frame {
	t.Helper()
	frames := []Frame{{s, time.Second}}
	for text := range strings.FieldsSeq(moves) {
		next := *frames[len(frames)-1].Scene
		m, err := next.Rules.ParsePDNMove(&next.Position, text)
		if err != nil {
			t.Fatal(err)
		}
		next.Play(m)
		frames = append(frames, Frame{&next, time.Second})
	}
	frames[len(frames)-1].Time = 3 * time.Second
	return frames
}

// TestGIF decodes an animation and compares each of its frames with the picture
// of its scene.
func TestGIF(t *testing.T) {
	for _, theme := range []Theme{Light, Dark} {
		first := scene(t, "international", "", 300)
		first.Theme = theme
		frames := play(t, first, "32-28 19-23 28x19 14x23 33-28 23x32 37x28")
		var b bytes.Buffer
		if err := WriteGIF(t.Context(), &b, frames); err != nil {
			t.Fatal(err)
		}
		if b.Len() > 40_000 {
			t.Errorf("%d bytes", b.Len())
		}
		g, err := gif.DecodeAll(&b)
		if err != nil {
			t.Fatal(err)
		}
		if len(g.Image) != len(frames) || g.LoopCount != 0 || g.Delay[0] != 100 || g.Delay[len(frames)-1] != 300 {
			t.Fatalf("%d frames, loops %d, delays %v", len(g.Image), g.LoopCount, g.Delay)
		}
		if palette := g.Config.ColorModel.(color.Palette); len(palette) > 16 {
			t.Errorf("%d colours", len(palette))
		}
		seen := image.NewRGBA(image.Rect(0, 0, 300, 300))
		for i, f := range g.Image {
			draw.Draw(seen, f.Rect, f, f.Rect.Min, draw.Over)
			want, err := frames[i].Scene.Image(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if n := different(seen, want, 40); n > 300*300/100 {
				t.Errorf("theme %d, frame %d: %d pixels are far from what they should be", theme, i, n)
			}
		}
	}
}

// TestStoppedAnimation makes an animation that nobody waits for any more.
func TestStoppedAnimation(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := scene(t, "english", "", 200)
	if err := WriteGIF(ctx, io.Discard, slices.Repeat([]Frame{{s, 0}}, 3)); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestWrongAnimations(t *testing.T) {
	small, large := scene(t, "english", "", 200), scene(t, "english", "", 201)
	wrong := *small
	wrong.Size = 1
	huge := *small
	huge.Size = MaxSize
	for want, frames := range map[string][]Frame{
		"without frames": nil, "different sizes": {{small, 0}, {large, 0}}, "size of 1": {{small, 0}, {&wrong, 0}},
		"an animation of 40 frames with 4000x4000 pixels is too large": slices.Repeat([]Frame{{&huge, 0}}, 40),
	} {
		if err := WriteGIF(t.Context(), io.Discard, frames); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}
