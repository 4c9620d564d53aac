package web

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// learning waits until the page says something about a lesson, and takes a move if it asks for
// one.
func (w *window) learning(want string) {
	w.t.Helper()
	w.await(fmt.Sprintf(`document.querySelector("#learn-state").textContent.includes(%q)`, want))
	if strings.Contains(want, "played 16-21??") {
		w.settle()
	}
}

// TestLearn finds the move that was better than a blunder of Black: after the blunder itself,
// another bad move and a hint.
func TestLearn(t *testing.T) {
	w := analysed(t, serve(t, testOptions(), usualTimeouts), blunderGame)
	w.still()
	before := w.moves()
	w.click(".learn-open[data-side=b]")
	w.learning("Black played 16-21??, which cost 3")
	if got := w.text("#learn-title"); got != "Black: mistake 1 of 1" {
		t.Errorf("the title is %q", got)
	}
	for _, selector := range []string{"#moves .aside", "#lines", "#bar", "#graph", "#review", "#better"} {
		if evaluate[bool](w, fmt.Sprintf(`Boolean(document.querySelector(%q)?.checkVisibility())`, selector)) {
			t.Errorf("%s is to be seen, and may tell the move", selector)
		}
	}
	w.clickSquares("16", "21")
	w.learning("16-21 is what was played")
	if got := w.text("#learn-state .whole"); got != "16-21" {
		t.Errorf("%q is not broken where a line ends, want the move", got)
	}
	w.await(`document.activeElement.id === "learn-again" && document.querySelectorAll(".arrow.danger").length > 0`)
	w.press(" ")
	w.learning("Black played 16-21??")
	w.clickSquares("22", "28")
	w.learning("22-28 loses 3")
	w.await(`document.querySelectorAll(".arrow.danger").length > 0`)
	w.click("#learn-line .pv:nth-child(3)") // what refutes it, to its third ply
	w.await(`document.querySelectorAll("#moves .variation .move")[2]?.classList.contains("here")`)
	w.click("#learn-again")
	w.learning("Black played 16-21??")
	w.press("h")
	w.learning("is better")
	w.await(`document.querySelectorAll(".hinted").length === 1`)
	evaluate[any](w, `void (document.querySelector("#type").value = "17-21", document.querySelector("#type-form").requestSubmit())`) // as good as the best, which is another
	w.learning("17-21 is right")
	w.await(`document.activeElement.id === "learn-next"`)
	w.click("#learn-next")
	w.learning("You found 1 of 1 better move. 1 of them with a hint.")
	w.click("#learn-stop")
	w.await(`document.querySelector("#learn").hidden && document.querySelector("#moves").checkVisibility()`)
	if got := w.moves(); got != before || evaluate[int](w, `document.querySelectorAll("#moves .variation").length`) > 0 {
		t.Errorf("the game was %s and is %s", before, got)
	}
}

// TestLearnByLink opens a link to the mistakes of Black: the game is analysed first. A look at
// another position has a way back, and the solution counts as not found.
func TestLearnByLink(t *testing.T) {
	t.Parallel()
	s := serve(t, testOptions(), usualTimeouts)
	w := open(t, s, "#learn=black&"+blunderGame[1:])
	w.still()
	w.learning("Black played 16-21??")
	w.press("\u0302") // ArrowLeft
	w.await(`!document.querySelector("#learn-back").hidden`)
	w.click("#learn-back")
	w.await(`document.querySelector("#learn-back").hidden`)
	w.press("s")
	w.learning(" was better.")
	w.await(`document.querySelectorAll(".arrow.hint").length === 1`)
	w.click("#learn-line .pv:nth-child(3)")
	w.await(`document.querySelectorAll("#moves .variation .move")[2]?.classList.contains("here")`)
	w.click("#learn-next")
	w.learning("You found 0 of 1 better move.")
	w.click("#learn-other")
	w.await(`/^White: mistake|White made no/.test(document.querySelector("#learn-title").textContent + document.querySelector("#learn-state").textContent)`)
	w.click("#tab-play")
	w.await(`document.querySelector("#learn").hidden && !document.body.classList.contains("learning")`)

	evaluate[any](w, `void (location.hash = "#learn=black")`) // of the game shown
	w.learning("Black played 16-21??")
	w.click("#learn-close")
	w.await(`document.querySelector("#learn").hidden`)
	w.load("#learn=white&v=international")
	w.await(`document.querySelector("#notice-text").textContent === "There are no moves yet." && document.querySelector("#learn").hidden`)
}

// TestLearnEndsWhileJudging leaves a lesson while a move is judged.
func TestLearnEndsWhileJudging(t *testing.T) {
	w := analysed(t, serve(t, testOptions(), usualTimeouts), blunderGame)
	w.quietly = true // a search is ended
	w.still()
	before := w.moves()
	w.choose("#budget", "deep")
	w.click(".learn-open[data-side=b]") // which analyses the game again, deeply
	w.await(`document.querySelector("#review").textContent === "Stop"`)
	w.click("#learn-stop")
	w.await(`document.querySelector("#review").textContent !== "Stop" && document.querySelector("#learn").hidden`)
	w.choose("#budget", "quick")
	w.click(".learn-open[data-side=b]")
	w.learning("Black played 16-21??")
	w.choose("#budget", "deep")
	w.clickSquares("22", "28")
	w.learning("22-28 is judged")
	w.click("#learn-close")
	w.await(`document.querySelector("#learn").hidden && document.querySelectorAll("#moves .variation").length === 0`)
	w.settle()
	if got := w.moves(); got != before || evaluate[int](w, `document.querySelectorAll("#moves .variation").length`) > 0 {
		t.Errorf("the game was %s and is %s", before, got)
	}
	w.clickSquares("20", "25") // the board is free again
	w.await(`document.querySelectorAll("#moves .variation .here").length === 1`)
}

// TestPicturesOfLessons draws pictures of lessons, as TestScreenshots does.
func TestPicturesOfLessons(t *testing.T) {
	t.Parallel()
	folder := os.Getenv("STUPOL_SCREENSHOTS")
	if folder == "" {
		t.Skip("STUPOL_SCREENSHOTS names no folder")
	}
	s := serve(t, testOptions(), usualTimeouts)
	for _, size := range []struct {
		name          string
		width, height int64
	}{{"phone", 360, 640}, {"wide phone", 844, 390}, {"desktop", 1280, 800}} {
		for _, theme := range []string{"light", "dark"} {
			w := openSized(t, s, blunderGame, size.width, size.height)
			w.name = filepath.Join(folder, strings.ReplaceAll(size.name, " ", "-")+"-"+theme)
			w.setTheme(theme)
			w.still()
			w.click("#tab-analyse")
			w.analyse()
			evaluate[any](w, `void document.querySelector(".learn-open[data-side=b]").click()`)
			w.learning("Black played 16-21??")
			w.press("h")
			w.shoot("lesson")
			w.clickSquares("22", "28")
			w.learning("22-28 loses 3")
			w.shoot("lesson-wrong")
			w.click("#learn-solution")
			w.learning(" was better.")
			w.shoot("lesson-solution")
			w.click("#learn-next")
			w.learning("You found")
			w.shoot("lesson-end")
		}
	}
}
