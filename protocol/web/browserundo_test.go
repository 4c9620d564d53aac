package web

import (
	"fmt"
	"strings"
	"testing"
)

// TestUndo deletes a game from its first move on, and forgets a game, and takes both back.
func TestUndo(t *testing.T) {
	t.Parallel()
	w := open(t, serve(t, testOptions(), usualTimeouts), "#v=international&m=32-28.19-23.28x19x23")
	w.press("0j")
	w.await(`document.querySelector("#moves .here")?.textContent === "32-28"`)
	w.click("#delete")
	w.await(`document.querySelectorAll("#moves .move").length === 0`)
	w.click("#notice-act")
	w.await(`document.querySelectorAll("#moves .move").length === 3 && document.querySelector("#moves .here")?.textContent === "32-28" && document.querySelector("#notice").hidden`)

	w.click("#new")
	w.await(`document.querySelectorAll("#moves .move").length === 0 && document.querySelector("#notice-act").textContent === "Back to it"`)
	w.click("#tab-games")
	w.click("#recent .drop")
	w.await(`!document.querySelector("#recent .game")`)
	w.click("#notice-act")
	w.await(`Boolean(document.querySelector("#recent .game"))`)
	w.click("#recent .game")
	w.await(`document.querySelectorAll("#moves .move").length === 3`)

	w.click("#new")
	w.click("#notice-act")
	w.await(`document.querySelectorAll("#moves .move").length === 3`)
}

// TestDoubleClicks clicks twice where the second click meets another button than the first: it does
// nothing. A button that stays what it is takes both.
func TestDoubleClicks(t *testing.T) {
	t.Parallel()
	w := open(t, serve(t, testOptions(), usualTimeouts), "#v=international&m=32-28.19-23")
	w.click("#new")
	w.await(`document.querySelector("#moves > .move") === null`)
	w.play("31-27", "17-22")
	w.click("#new")
	w.await(`document.querySelectorAll("#recent .game").length === 2`)
	w.click("#tab-games")
	w.doubleClick("#recent .drop")
	if got := evaluate[int](w, `document.querySelectorAll("#recent .game").length`); got != 1 {
		t.Errorf("after a double click on the first of two games there are %d", got)
	}
	w.click("#tab-play")
	w.doubleClick("#start") // below it are the buttons of a game that is played
	w.await(`!document.querySelector("#play-now").hidden`)
	if got := w.text("#resign") + ", " + w.text("#play-state") + w.notice(); !strings.HasPrefix(got, "Resign, Your move.") || strings.Contains(got, "take back") {
		t.Errorf("after a double click on New game: %s", got)
	}
	evaluate[any](w, `void document.querySelector("#resign").focus()`)
	w.press("\r")
	if got := w.text("#resign"); got != "Really resign?" {
		t.Errorf("Enter on Resign: %s", got)
	}
	w.press("\r")
	if got := w.text("#play-state"); got != "Your move." {
		t.Errorf("a second Enter at once resigns: %s", got)
	}
	w.load("?moves#v=international&m=32-28.19-23.28x19x23.14x23x19")
	w.doubleClick("#go-back")
	w.await(`document.querySelector("#moves .here")?.textContent === "19-23"`)
}

// TestOwnGamesStay reads games over a game and over a position without moves: both are kept, with
// a way back. Who looks at the games of a list keeps the last of them beside his own.
func TestOwnGamesStay(t *testing.T) {
	t.Parallel()
	w := open(t, serve(t, testOptions(), usualTimeouts), "#v=international&m=32-28.19-23.28x19x23")
	const listed = `[...document.querySelectorAll("#recent .game")].map((g) => g.textContent)`
	w.paste("B:W46:BK5")
	w.await(`location.hash.includes("B:W46:BK5") && document.querySelector("#notice-act").textContent === "Back to it"`)
	w.click("#notice-act")
	w.await(`document.querySelectorAll("#moves .move").length === 3`)
	if got := evaluate[[]string](w, listed); len(got) != 1 || strings.Contains(got[0], "move") {
		t.Errorf("kept beside the game: %q, want the position", got)
	}
	w.paste("[White \"Ada\"]\n\n1. 34-30 *\n\n[White \"Bea\"]\n\n1. 33-29 *\n\n[White \"Cleo\"]\n\n1. 31-27 *\n")
	for i, name := range []string{"Ada", "Bea", "Cleo"} {
		w.click(fmt.Sprintf("#file-games li:nth-child(%d) .game", i+1))
		w.await(fmt.Sprintf(`document.querySelector("#player-bottom .name").textContent === %q`, name))
	}
	w.click("#new")
	w.await(`document.querySelectorAll("#moves .move").length === 0 && document.querySelectorAll("#recent .game").length === 3`)
	if got := strings.Join(evaluate[[]string](w, listed), "; "); !strings.Contains(got, "Cleo") || strings.Contains(got, "Bea") {
		t.Errorf("kept: %s", got)
	}
}

// TestKeysAreForMoves chooses with the mouse, after which arrow keys go through the moves,
// and with the keyboard, after which they stay.
func TestKeysAreForMoves(t *testing.T) {
	t.Parallel()
	w := open(t, serve(t, testOptions(), usualTimeouts), "#v=international&m=32-28.19-23.28x19x23")
	here := func(move string) {
		t.Helper()
		w.await(fmt.Sprintf(`(document.querySelector("#moves .here")?.textContent ?? "") === %q`, move))
	}
	here("28x19")
	w.click("#tab-analyse")
	w.press("\u0302") // ArrowLeft
	here("19-23")
	evaluate[any](w, `void ((s) => {
		s.dispatchEvent(new PointerEvent("pointerdown", {bubbles: true}));
		s.focus();
		s.value = "3";
		s.dispatchEvent(new Event("change", {bubbles: true}));
	})(document.querySelector("#line-count"))`)
	w.press("\u0302")
	here("32-28")
	if got := evaluate[string](w, `document.querySelector("#line-count").value`); got != "3" {
		t.Errorf("%s lines", got)
	}
	for selector, value := range map[string]string{"#line-count": "3", "#level": "5", "[name=side]:checked": "w"} { // clicked, and left as it is
		w.press("\u0303") // ArrowRight
		here("19-23")
		evaluate[any](w, fmt.Sprintf(`void ((s) => {
			document.querySelector(s.closest("#panel-play") ? "#tab-play" : "#tab-analyse").click();
			s.dispatchEvent(new PointerEvent("pointerdown", {bubbles: true}));
			s.focus();
		})(document.querySelector(%q))`, selector))
		w.press("\u0302")
		here("32-28")
		if got := evaluate[string](w, fmt.Sprintf(`document.querySelector(%q).value`, selector)); got != value {
			t.Errorf("%s has become %s", selector, got)
		}
	}
	evaluate[any](w, `void (document.querySelector("#tab-analyse").click(), document.querySelector("#tab-analyse").focus())`)
	w.press("\u0302")
	w.await(`document.activeElement.id === "tab-play"`)
	here("32-28")

	wheel := func(deltaY float64) {
		t.Helper()
		at := w.square("32")
		evaluate[any](w, fmt.Sprintf(`void document.elementFromPoint(%f, %f).dispatchEvent(new WheelEvent("wheel", {deltaY: %f, bubbles: true, cancelable: true}))`, at.X, at.Y, deltaY))
	}
	wheel(100)
	here("19-23")
	wheel(-100)
	here("32-28")
}

// TestCommentsOfPrograms writes a comment to a move that a program has said something of:
// that is not shown, and stays.
func TestCommentsOfPrograms(t *testing.T) {
	t.Parallel()
	w := open(t, serve(t, testOptions(), usualTimeouts), "")
	w.paste("1. 32-28 {[%eval 0.25] solid} 19-23 *")
	w.await(`document.querySelectorAll("#moves > .move").length === 2`)
	w.press("0j")
	w.await(`document.querySelector("#comment").value === "solid"`)
	evaluate[any](w, `void ((c) => { c.focus(); c.value = "[%eval 9] not so"; c.dispatchEvent(new Event("change")); c.blur(); })(document.querySelector("#comment"))`)
	w.await(`document.querySelector("#comment").value === "not so"`)
	evaluate[any](w, `void (navigator.clipboard.writeText = async (text) => (window.copied = text))`)
	w.click("#copy-pdn")
	w.await(`/\{\[%eval 0\.25\]\} \{not so\}/.test(window.copied ?? "")`)
}
