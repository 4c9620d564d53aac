package web

import (
	"fmt"
	"math"
	"path"
	"regexp"
	"slices"
	"testing"
)

// TestColours has each colour of the page once, in colours.css, and in dark.css and board.css
// those that are others there.
func TestColours(t *testing.T) {
	colour := regexp.MustCompile(`#[0-9a-fA-F]{3,8}\b|\b(?:rgba?|hsla?|oklch)\([^)]*\)`)
	rule := regexp.MustCompile(`[^{}]*\{`) // an id can look like a colour
	property := regexp.MustCompile(`(--[\w-]+):\s*(\w*)`)
	names := map[string]map[string]bool{}
	entries, err := pageFiles.ReadDir("page")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if path.Ext(e.Name()) != ".css" {
			continue
		}
		text, err := pageFiles.ReadFile("page/" + e.Name())
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, c := range colour.FindAllString(rule.ReplaceAllString(string(text), "{"), -1) {
			if seen[c] {
				t.Errorf("%s: %s is there twice", e.Name(), c)
			}
			seen[c] = true
		}
		if !slices.Contains([]string{"colours.css", "dark.css", "board.css"}, e.Name()) {
			for c := range seen {
				t.Errorf("%s: %s has no name: see colours.css", e.Name(), c)
			}
			continue
		}
		names[e.Name()] = map[string]bool{}
		for _, m := range property.FindAllStringSubmatch(string(text), -1) {
			if e.Name() == "board.css" && m[2] == "var" {
				continue // one of them
			}
			if e.Name() != "board.css" && names[e.Name()][m[1]] {
				t.Errorf("%s: %s is set twice", e.Name(), m[1])
			}
			names[e.Name()][m[1]] = true
		}
	}
	if len(names["colours.css"]) == 0 || len(names["dark.css"]) == 0 {
		t.Fatalf("the colours are %v", names)
	}
	for _, file := range []string{"dark.css", "board.css"} {
		for name := range names[file] {
			if !names["colours.css"][name] {
				t.Errorf("%s: %s is no colour of colours.css", file, name)
			}
		}
	}
}

// TestBoards chooses boards and pieces, light and dark: what is written on the squares can be
// read (WCAG 2.1, 1.4.3: 4.5 to 1), and the choice stays.
func TestBoards(t *testing.T) {
	t.Parallel()
	w := open(t, serve(t, testOptions(), usualTimeouts), "")
	boards := evaluate[[]string](w, `[...document.querySelector("#board-colours").options].map((o) => o.value)`)
	if len(boards) != 4 {
		t.Fatalf("the boards are %q", boards)
	}
	seen := map[string]string{}
	for _, theme := range []string{"light", "dark"} {
		w.setTheme(theme)
		for _, board := range boards {
			w.choose("#board-colours", board)
			for label, square := range map[string]string{"--label": "--dark-square", "--label-light": "--light-square"} {
				text, ground := w.colour(label), w.colour(square)
				if ratio := contrast(text, ground); ratio < 4.5 {
					t.Errorf("%s, %s: %s on %s has a contrast of %.2f", theme, board, label, square, ratio)
				}
				if other := seen[theme+square+fmt.Sprint(ground)]; other != "" {
					t.Errorf("%s: %s has the squares of %s", theme, board, other)
				}
				seen[theme+square+fmt.Sprint(ground)] = board
			}
		}
	}
	const fill = `getComputedStyle(document.querySelector(".piece.white .body")).fill`
	turned := evaluate[string](w, fill)
	w.choose("#piece-set", "flat")
	if flat := evaluate[string](w, fill); flat == turned {
		t.Errorf("turned and flat pieces are filled with %s", flat)
	}
	w.load("")
	if got := evaluate[[]string](w, `[document.querySelector("#board-colours").value, document.querySelector("#piece-set").value]`); !slices.Equal(got, []string{boards[3], "flat"}) {
		t.Errorf("after a visit: %q", got)
	}
}

// choose chooses what a list offers.
func (w *window) choose(selector, value string) {
	w.t.Helper()
	evaluate[any](w, fmt.Sprintf(`void ((s) => { s.value = %q; s.dispatchEvent(new Event("change")); })(document.querySelector(%q))`, value, selector))
}

// colour returns the red, green and blue of a colour by its name, from 0 to 1.
func (w *window) colour(name string) [3]float64 {
	w.t.Helper()
	text := evaluate[string](w, fmt.Sprintf(`getComputedStyle(document.documentElement).getPropertyValue(%q).trim()`, name))
	var c [3]uint8
	if _, err := fmt.Sscanf(text, "#%02x%02x%02x", &c[0], &c[1], &c[2]); err != nil {
		w.t.Fatalf("%s is %q: %v", name, text, err)
	}
	return [3]float64{float64(c[0]) / 255, float64(c[1]) / 255, float64(c[2]) / 255}
}

// contrast returns the contrast of two colours, from 1 to 21, as WCAG defines it.
func contrast(a, b [3]float64) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(c [3]float64) (sum float64) {
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		v := c[i]
		if v <= 0.04045 {
			v /= 12.92
		} else {
			v = math.Pow((v+0.055)/1.055, 2.4)
		}
		sum += weight * v
	}
	return sum
}

// TestZen shows nothing but the board, which can be played on.
func TestZen(t *testing.T) {
	t.Parallel()
	w := open(t, serve(t, testOptions(), usualTimeouts), "")
	shown := func() string {
		return evaluate[string](w, `["header", ".side", "#board", "#zen-end"].filter((s) => document.querySelector(s).getClientRects().length).join()`)
	}
	all := shown()
	w.press("z")
	if got := shown(); got != "#board,#zen-end" {
		t.Errorf("in zen there are %s", got)
	}
	for _, size := range [][2]int64{{360, 640}, {844, 390}, {800, 600}, {1200, 900}} {
		w.resize(size[0], size[1])
		w.await(`document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth`)
	}
	w.play("32-28")
	w.press("n")
	w.await(`document.querySelectorAll("#moves .move").length === 0 && document.querySelector("#notice").getClientRects().length > 0`)
	if covered := evaluate[bool](w, `document.querySelector("#notice").getBoundingClientRect().bottom > document.querySelector("#board").getBoundingClientRect().top || document.querySelector("#notice").getBoundingClientRect().right > document.querySelector("#zen-end").getBoundingClientRect().left`); covered {
		t.Error("in zen the notice covers the board or the way out")
	}
	w.click("#notice-act") // back
	w.await(`document.querySelectorAll("#moves .move").length === 1`)
	w.settle()
	w.click("#zen-end")
	if got := shown(); got != all || all != "header,.side,#board" {
		t.Errorf("before there were %s, after %s", all, got)
	}
	w.click("#settings-open")
	w.click("#zen")
	if got := shown(); got != "#board,#zen-end" {
		t.Errorf("after the button there are %s", got)
	}
	w.press("z")
	if got := shown(); got != all {
		t.Errorf("after the key there are %s", got)
	}
	w.press("z")
	w.clickSquares("19")
	w.press("\u001b") // lets the piece go
	if got := shown(); got != "#board,#zen-end" || evaluate[int](w, `document.querySelectorAll(".picked").length`) != 0 {
		t.Errorf("after Escape with a piece there are %s", got)
	}
	w.press("\u001b")
	if got := shown(); got != all {
		t.Errorf("after Escape there are %s", got)
	}
}

// TestThemes chooses colours, which stay when the page is loaded again.
func TestThemes(t *testing.T) {
	t.Parallel()
	w := open(t, serve(t, testOptions(), usualTimeouts), "")
	const scheme = `getComputedStyle(document.documentElement).colorScheme`
	for _, theme := range []string{"dark", "light"} {
		w.setTheme(theme)
		w.await(scheme + ` === "` + theme + `"`)
		w.load("")
		w.await(scheme + ` === "` + theme + `"`)
	}
	w.click("#theme")
	w.await(scheme + ` === "dark"`)
}
