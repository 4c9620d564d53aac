package web

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestSetup sets a position up, one that cannot be and one that can.
func TestSetup(t *testing.T) {
	s := serve(t, testOptions(), usualTimeouts)
	w := open(t, s, "#v=russian")
	w.click("#tab-setup")
	w.click("#setup-clear")
	w.await(`document.querySelector("#setup-use").disabled`)
	w.quietly = true // refusals are in the console
	w.clickSquares("c1", "d2")
	evaluate[any](w, `void document.querySelector("[name=piece][value=B]").click()`)
	w.clickSquares("h8")
	w.await(`document.querySelector("#setup-state").textContent.startsWith("W:W26,30:BK4")`)
	w.click("#setup-use")
	w.await(`location.hash.includes("f=W:W26,30:BK4")`)
	if got := w.piece("h8"); got != "black king" {
		t.Errorf("on h8 %s", got)
	}
	w.click("#tab-analyse")
	w.await(`/Endgame database/.test(document.querySelector("#facts").textContent)`)
}

// TestPaint measures how fast the page is: the first paint, and a legal-move
// answer as the page sees it.
func TestPaint(t *testing.T) {
	s := serve(t, testOptions(), usualTimeouts)
	w := open(t, s, "")
	w.run(chromedp.Reload())
	w.await(`Boolean(document.body.dataset.ready)`)
	paint := evaluate[float64](w, `performance.getEntriesByName("first-contentful-paint")[0]?.startTime || 0`)
	var times []float64
	for i := range 5 {
		answer, err := chromedp.Run(w.ctx, chromedp.Evaluate[float64](fmt.Sprintf(`(async () => {
			const began = performance.now();
			const answer = await fetch("/api/position", {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify({variant: "international", moves: ["32-28", "19-23", "28x19x23"].slice(0, %d)})});
			await answer.json();
			return performance.now() - began;
		})()`, i%4), chromedp.EvalAwaitPromise))
		if err != nil {
			t.Fatal(err)
		}
		times = append(times, answer)
	}
	t.Logf("first paint after %.0f ms; legal moves after %.1f ms", paint, times)
	const slow = 20 // times what it takes here: only a mistake is as slow
	if paint > slow*500 || times[4] > slow*20 {
		t.Errorf("first paint after %.0f ms, legal moves after %.1f ms", paint, times)
	}
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
