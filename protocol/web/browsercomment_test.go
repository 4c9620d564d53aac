package web

import (
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// TestCommentWhileThinking writes a comment while the engine finds new scores and a
// move is played: it stays, and is about the move it was begun for.
func TestCommentWhileThinking(t *testing.T) {
	w := open(t, serve(t, testOptions(), usualTimeouts), "#v=international&m=32-28.19-23.28x19x23.14x23x19")
	w.quietly = true // searches are ended
	w.click("#tab-analyse")
	w.click("#review")
	w.click("#comment")
	for _, letter := range "good" {
		w.run(chromedp.KeyEvent(string(letter)), chromedp.Sleep(400*time.Millisecond))
	}
	if got := evaluate[string](w, `document.querySelector("#comment").value`); got != "good" {
		t.Errorf("the comment is %q", got)
	}
	evaluate[any](w, `void document.querySelector("#go-back").click()`) // without taking the focus
	w.run(chromedp.Sleep(300 * time.Millisecond))
	evaluate[any](w, `void document.activeElement.blur()`)
	w.await(`document.querySelectorAll("#moves > .move").length === 4 && document.querySelector("#moves > .aside")?.previousElementSibling.textContent.startsWith("14x23")`)
	if got := evaluate[string](w, `document.querySelector("#comment").value`); got != "" {
		t.Errorf("the move before has the comment %q", got)
	}
}
