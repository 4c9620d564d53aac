package web

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// TestClickLine plays the first move of a line, twice: the lines follow to the new
// position, and the second click is on a move that is legal there.
func TestClickLine(t *testing.T) {
	const press = `void ((b) => { b.focus(); b.click(); })(document.querySelector("#lines .pv"))` // as a mouse does
	w := open(t, serve(t, testOptions(), usualTimeouts), "")
	w.quietly = true // searches are ended
	w.click("#tab-analyse")
	w.click("#engine")
	w.await(`document.querySelectorAll("#lines .pv").length > 0`)
	evaluate[any](w, press)
	w.await(`document.querySelectorAll("#moves > .move").length === 1`)
	w.await(`document.querySelectorAll("#lines .pv").length > 0 && document.querySelector("#lines .pv").textContent !== document.querySelector("#moves > .move").firstChild.textContent`)
	evaluate[any](w, press)
	w.await(`document.querySelectorAll("#moves > .move").length === 2`)
	if got := w.text("#notice"); got != "" {
		t.Errorf("the notice is %q", got)
	}
	w.await(`location.hash.split(".").length === 2`)
	w.run(chromedp.Reload())
	w.await(`document.body?.dataset.ready === "yes" && document.querySelectorAll("#moves > .move").length === 2`)
}
