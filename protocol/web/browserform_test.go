package web

import "testing"

// TestHiddenClock begins a game after a clock was chosen that cannot be, and then none.
func TestHiddenClock(t *testing.T) {
	w := open(t, serve(t, testOptions(), usualTimeouts), "")
	choose := `void (() => {
		const put = (id, value) => { const e = document.getElementById(id); e.value = value; e.dispatchEvent(new Event("input", {bubbles: true})); };
		put("time", "own"); put("minutes", "1000"); put("time", "m500");
	})()`
	evaluate[any](w, choose)
	w.click("#start")
	w.await(`document.querySelector("#play-state").textContent === "Your move."`)
}

// TestSetupWhileThinking sets up a position while Stupol thinks: its move is not drawn
// over it.
func TestSetupWhileThinking(t *testing.T) {
	w := open(t, serve(t, testOptions(), usualTimeouts), "")
	w.quietly = true // refusals are in the console
	w.click("#start")
	w.await(`document.querySelector("#play-state").textContent === "Your move."`)
	w.clickSquares("32", "28")
	evaluate[any](w, `void (document.querySelector("#tab-setup").click(), document.querySelector("#setup-clear").click())`)
	w.await(`document.querySelectorAll("#moves .move").length === 2`)
	if got := evaluate[int](w, `document.querySelectorAll(".piece").length`); got != 0 {
		t.Errorf("%d pieces on the empty board", got)
	}
	w.click("#tab-play")
	w.await(`document.querySelectorAll(".piece").length === 40`)
	w.settle()
}
