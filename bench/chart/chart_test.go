package chart

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
)

// example has something of everything, and what cannot be drawn.
var example = Chart{
	Title: `a < b & "c"`,
	Panels: []Panel{
		{
			X: "games", Y: "Elo",
			Lines:  []Line{{"Elo", []Point{{-1, math.NaN()}, {1, 10}, {2, 20}, {3, math.Inf(1)}}}},
			Bands:  []Band{{{0, math.Inf(-1), math.Inf(1)}, {1, -1000, 30}, {2, 15, 25}}},
			Levels: []Level{{"even", 0}},
		},
		{X: "nothing", Y: "at all"},
	},
}

func TestWriteSVG(t *testing.T) {
	var b bytes.Buffer
	if err := example.WriteSVG(&b); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	for tokens := xml.NewDecoder(&b); ; {
		if _, err := tokens.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("not XML: %v\n%s", err, text)
		}
	}
	for _, want := range []string{"a &lt; b &amp;", ">games</text>", ">even</text>", ">Elo</text>"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	for _, bad := range []string{"NaN", "Inf"} {
		if strings.Contains(text, bad) {
			t.Errorf("%s in\n%s", bad, text)
		}
	}
}

func TestDrawn(t *testing.T) {
	var b bytes.Buffer
	if err := example.WriteSVG(&b); err != nil {
		t.Fatal(err)
	}
	ours := b.String()
	for _, tt := range []struct {
		name, text string
		want       bool
	}{
		{"ours", ours, true},
		{"of others", strings.Replace(ours, "drawn by Stupol", "drawn by hand", 1), false},
		{"about ours", "Stupol says: " + signature, false},
		{"empty", "", false},
	} {
		if got := Drawn(strings.NewReader(tt.text)); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}

// TestPlaces checks where points land: the lower left and upper right corners
// of the data within the frame, with some space above and below.
func TestPlaces(t *testing.T) {
	p := Panel{Lines: []Line{{Points: []Point{{0, 0}, {10, 100}}}}}
	w := newPainter(new(bytes.Buffer), &p, 0)
	if got := w.x.at(0); got != left {
		t.Errorf("x of 0: got %v, want %v", got, left)
	}
	if got := w.x.at(10); got != width-right {
		t.Errorf("x of 10: got %v, want %v", got, width-right)
	}
	low, high := w.y.at(0), w.y.at(100)
	if !(high < low && high > w.y.to && low < w.y.from) {
		t.Errorf("y of 0 and 100: got %v and %v within %v and %v", low, high, w.y.from, w.y.to)
	}
	if got := w.y.at(1e9); got != w.y.to {
		t.Errorf("y of far beyond: got %v, want the edge %v", got, w.y.to)
	}
}

// TestRoom checks what the axes reach.
func TestRoom(t *testing.T) {
	xs, ys := example.Panels[0].extent()
	if want := (interval{-1, 3}); xs != want {
		t.Errorf("games: got %v, want %v", xs, want)
	}
	if want := (interval{-30, 30}).padded(); ys != want { // the band is cut off below
		t.Errorf("Elo: got %v, want %v", ys, want)
	}
}

func TestTicks(t *testing.T) {
	tests := []struct {
		values interval
		want   []float64
	}{
		{interval{0, 10}, []float64{0, 2, 4, 6, 8, 10}},
		{interval{-3, 3}, []float64{-2, 0, 2}},
		{interval{0, 158}, []float64{0, 50, 100, 150}},
		{interval{-0.02, 0.03}, []float64{-0.02, -0.01, 0, 0.01, 0.02, 0.03}},
	}
	for _, tt := range tests {
		got := scale{values: tt.values}.ticks()
		equal := slices.EqualFunc(got, tt.want, func(a, b float64) bool { return math.Abs(a-b) < 1e-9 })
		if !equal {
			t.Errorf("%v: got %v, want %v", tt.values, got, tt.want)
		}
	}
}
