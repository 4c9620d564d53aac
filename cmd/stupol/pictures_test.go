package main

import (
	"bytes"
	"image/gif"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mattn/go-shellwords"
)

// TestPagePictures draws the pictures of the page of package picture by the commands in it.
func TestPagePictures(t *testing.T) {
	folder := filepath.Join("..", "..", "protocol", "picture")
	page, kept := contentOf(t, filepath.Join(folder, "README.md")), filepath.Join(folder, "testdata", "readme")
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "shot.pdn"), contentOf(t, filepath.Join(kept, "shot.pdn")), 0o666); err != nil {
		t.Fatal(err)
	}
	drawn := 0
	for line := range strings.Lines(string(page)) {
		if !strings.HasPrefix(line, "./stupol ") || !strings.Contains(line, " shot.") {
			continue
		}
		args, err := shellwords.Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		if r := invoke(t, dir, args[1:]); r.status != 0 {
			t.Fatal(r)
		}
		drawn++
	}
	if drawn != 2 {
		t.Errorf("the page has %d commands for pictures", drawn)
	}
	if got, want := contentOf(t, filepath.Join(dir, "shot.svg")), contentOf(t, filepath.Join(kept, "shot.svg")); !bytes.Equal(got, want) {
		t.Errorf("shot.svg is now\n%s", got)
	}
	got, want := animation(t, filepath.Join(dir, "shot.gif")), animation(t, filepath.Join(kept, "shot.gif"))
	if !slices.Equal(got.Delay, want.Delay) || got.Config.Width != want.Config.Width || got.Config.Height != want.Config.Height {
		t.Errorf("shot.gif is another: delays %v, want %v", got.Delay, want.Delay)
	}
	for i := range want.Image {
		if got.Image[i].Rect != want.Image[i].Rect {
			t.Errorf("shot.gif: frame %d changes %v, want %v", i, got.Image[i].Rect, want.Image[i].Rect)
		}
	}
}

func animation(t *testing.T, name string) *gif.GIF {
	t.Helper()
	g, err := gif.DecodeAll(bytes.NewReader(contentOf(t, name)))
	if err != nil {
		t.Fatal(err)
	}
	return g
}
