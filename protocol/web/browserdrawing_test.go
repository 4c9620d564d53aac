package web

import (
	"strings"
	"testing"
)

// drawOn presses the right button on a square and lets it go on another.
func (w *window) drawOn(from, to string, shift bool) {
	w.t.Helper()
	p, q := w.square(from), w.square(to)
	w.mouse(pressed, right, p, shift)
	w.mouse(moved, right, q, shift)
	w.mouse(released, right, q, shift)
}

// TestDrawing draws circles and arrows with the right button: they are of the move they were
// drawn at, wiped out by the same again, and in the PDN.
func TestDrawing(t *testing.T) {
	t.Parallel()
	w := open(t, serve(t, testOptions(), usualTimeouts), "#v=international&m=32-28.19-23")
	const drawn = `[...document.querySelectorAll(".drawings > *")].map((d) => d.tagName + " " + ["green", "red"].find((c) => d.classList.contains(c))).join()`
	w.drawOn("37", "37", false)
	w.await(drawn + ` === "circle green"`)
	w.drawOn("28", "22", true)
	w.await(drawn + ` === "circle green,g red"`)
	if got := w.moves(); got != "32-28 19-23" {
		t.Errorf("the moves are %s", got)
	}
	w.click("#flip")
	w.await(drawn + ` === "circle green,g red"`)
	w.click("#go-back")
	w.await(drawn + ` === ""`)
	w.click("#go-forward")
	w.await(drawn + ` === "circle green,g red"`)
	w.load("")
	w.await(drawn + ` === "circle green,g red"`)
	w.drawOn("37", "37", false)
	w.await(drawn + ` === "g red"`)
	w.drawOn("28", "22", false)
	w.await(drawn + ` === "g green"`)

	w.click("#tab-games")
	pdn := evaluate[string](w, `new Promise((done) => { navigator.clipboard.writeText = async (text) => done(text); document.querySelector("#copy-pdn").click(); })`)
	if !strings.Contains(pdn, "19-23 {[%cal G2822]}") {
		t.Errorf("the PDN is %s", pdn)
	}
	if got := w.text("#moves"); strings.Contains(got, "%") {
		t.Errorf("the list of moves has %s", got)
	}
}

// TestDrawingsLeaveOtherBoards sets up a position and draws a pattern: what is drawn in the game
// is not to be seen there, and nothing is added to it.
func TestDrawingsLeaveOtherBoards(t *testing.T) {
	t.Parallel()
	w := open(t, serve(t, withLibrary(t, libraryOf(3)), usualTimeouts), "#v=international&m=32-28.19-23")
	w.quietly = true // that no pieces are a position is refused
	const drawn = `document.querySelectorAll(".drawings > *").length`
	w.drawOn("28", "22", false)
	w.await(drawn + ` === 1`)
	for tab, open := range map[string]string{"#tab-setup": "#setup-clear", "#tab-library": "#pattern summary"} {
		w.click(tab)
		w.click(open)
		w.await(`document.querySelectorAll(".piece").length === 0`)
		w.drawOn("37", "37", false)
		if n := evaluate[int](w, drawn); n != 0 {
			t.Errorf("%s: %d drawings", tab, n)
		}
		w.click("#tab-play")
		w.await(drawn + ` === 1`)
	}
}
