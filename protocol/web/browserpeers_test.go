package web

import (
	"errors"
	"os"
	"strings"
	"testing"
)

// chooseOption chooses an option of a select by its text.
func (w *window) chooseOption(selector, text string) {
	w.t.Helper()
	evaluate[any](w, `void (() => { const s = document.querySelector("`+selector+`"); s.value = [...s.options].find((o) => o.text === "`+text+`").value;
		for (const name of ["input", "change"]) s.dispatchEvent(new Event(name, { bubbles: true })); })()`)
}

// TestPeersOnThePage plays against another engine, has two play each other, takes over, and
// analyses with one beside Stupol.
func TestPeersOnThePage(t *testing.T) {
	t.Parallel()
	s, f := servePeers(t, usualTimeouts)
	w := open(t, s, "#v=international")
	w.still()
	w.click("#tab-play")
	w.chooseOption("#opponent", "Fake")
	if got := w.text("#time option:checked"); !strings.Contains(got, "Fake takes 1 s") {
		t.Errorf("the time is %q", got)
	}
	w.await(`document.querySelector("#level-field").hidden`)
	w.chooseOption("#opponent", "Moby")
	const times = "1 minute, 3 minutes, 5 minutes, 15 minutes, 1 hour, Another clock …"
	if got := evaluate[string](w, `[...document.querySelectorAll("#time option:enabled")].map((o) => o.text).join(", ")`); got != times || w.text("#time option:checked") != "5 minutes" {
		t.Errorf("over DXP %q are offered, and %q is chosen", got, w.text("#time option:checked"))
	}
	w.chooseOption("#opponent", "Fake")
	w.chooseOption("#time", "No clock, Fake takes 1 s")
	w.click("#start")
	w.await(`document.querySelector("#play-state").textContent === "Your move."`)
	w.clickSquares("32", "28")
	w.await(`document.querySelectorAll("#moves .move").length === 2 && document.querySelector("#play-state").textContent === "Your move."`)
	w.await(`document.querySelector("#player-top").textContent.includes("Fake") && document.querySelector("#offer-draw").hidden`)

	f.mu.Lock()
	f.fault = errors.New("Fake has ended: <b>exit status 3</b>")
	f.mu.Unlock()
	w.clickSquares("33", "29")
	w.await(`document.querySelector("#notice-text").textContent === "Fake has ended: <b>exit status 3</b>"`)
	w.await(`document.querySelectorAll("#moves .move").length === 4`)

	w.chooseOption("#seat-w", "Stupol")
	w.await(`document.querySelectorAll("#moves .move").length > 6 && document.querySelector("#resign").hidden`)
	w.chooseOption("#seat-b", "Myself")
	w.await(`document.querySelector("#play-state").textContent === "Your move."`)
	w.chooseOption("#seat-w", "Moby")
	f.mu.Lock()
	f.resigns = true
	f.mu.Unlock()
	w.chooseOption("#seat-b", "Fake") // so that whoever is to move gives up
	w.await(`/wins: resignation$/.test(document.querySelector("#play-state").textContent)`)
	f.mu.Lock()
	f.resigns = false
	f.mu.Unlock()

	w.click("#tab-analyse")
	w.click("#engine")
	w.click("#others [aria-pressed]")
	w.await(`document.querySelectorAll("#others .lines .pv").length === 1 && document.querySelector("#others .value").textContent !== ""`)
	w.await(`/Stupol wants .*Difference: /.test(document.querySelector("#others .quiet").textContent)`)
	w.await(`[...document.querySelectorAll("#others > p")].some((p) => p.textContent === "Moby speaks DXP, and can only be played against")`)
	if axe, err := os.ReadFile("../../.ci/page/node_modules/axe-core/axe.min.js"); err == nil {
		evaluate[any](w, string(axe)+"; void 0")
		w.axe("analysis by two engines")
	}
	w.click("#others .engine button:last-child")
	w.await(`document.querySelector("#parameters").open && document.querySelector("#parameters-title").textContent === "<b>Fake</b> 1.0"`)
	if evaluate[bool](w, `Boolean(document.querySelector("#parameters b"))`) {
		t.Error("what a program says is HTML")
	}
	evaluate[any](w, `void (() => { const i = document.querySelector("#parameters input[type=number]"); i.value = 4; i.dispatchEvent(new Event("change")); })()`)
	eventually(t, "the program is started with it", func() bool {
		f.mu.Lock()
		defer f.mu.Unlock()
		return f.values["threads"] == "4"
	})
	if !evaluate[bool](w, `document.querySelector("#parameters input[type=text]").disabled`) {
		t.Error("a text can be set")
	}
	evaluate[any](w, `document.querySelector("#parameters").close()`)
	eventually(t, "it analyses", func() bool { return f.asked.Load() == 1 })
	w.click("#tab-setup")
	eventually(t, "it does nothing while a position is set up", func() bool { return f.asked.Load() == 0 })
	w.leave()
	eventually(t, "the program is ended with the page, and the line is not", func() bool { return f.running.Load() == 1 })
}

// TestOpeningsOfEngines has two engines begin with an opening by lot, and with one of a file, and end
// by what the databases know.
func TestOpeningsOfEngines(t *testing.T) {
	t.Parallel()
	s, _ := servePeers(t, usualTimeouts)
	w := open(t, s, "#v=international")
	w.still()
	w.click("#tab-play")
	w.await(`document.querySelector("#settle-field").hidden`) // the user plays
	w.chooseOption("#opponent", "Fake")
	w.chooseOption("#stand-in", "Stupol")
	w.await(`!document.querySelector("#settle-field").hidden`)
	w.chooseOption("#opening", "By lot, balanced")
	w.click("#start")
	w.await(`document.querySelectorAll("#moves .move").length > 10 && document.querySelector("#resign").hidden && !document.querySelector("#seats").hidden`)
	w.await(`document.querySelectorAll(".duel .value").length === 2 && /depth/.test(document.querySelector(".duel dd").textContent) && document.querySelectorAll(".duel + .graph .curve").length === 2`)
	if axe, err := os.ReadFile("../../.ci/page/node_modules/axe-core/axe.min.js"); err == nil {
		evaluate[any](w, string(axe)+"; void 0")
		w.axe("a game of two engines")
	}
	w.chooseOption("#seat-w", "Myself")
	w.await(`document.querySelector(".duel").hidden && document.querySelector(".duel + .graph").hidden`) // what finds moves against the user stays untold
	w.click("#resign")
	w.click("#resign")
	w.await(`!document.querySelector("#rematch").hidden`)

	w.chooseOption("#opening", "The next of a file")
	w.await(`document.querySelector("#opening-file-field").checkVisibility() && document.querySelector("#opening-moves-field").checkVisibility()`)
	evaluate[any](w, `void (() => { const files = new DataTransfer(); files.items.add(new File(["W:WK3,K17:BK46\nB:W28,K20:B10\n"], "ends.fen"));
		const field = document.querySelector("#opening-file"); field.files = files.files; field.dispatchEvent(new Event("change", { bubbles: true })); })()`)
	w.await(`document.querySelector("#opening-state").textContent === "ends.fen: 2 openings, the next is number 1"`)
	for _, end := range []string{"Draw: endgame database: drawn", "White wins: endgame database: won"} {
		w.click("#start")
		w.await(`document.querySelector("#play-state").textContent === "` + end + `"`)
	}
}
