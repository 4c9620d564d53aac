package web

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// TestBrokenLink opens a link with an illegal move and one of no game: the page says so
// and can be used.
func TestBrokenLink(t *testing.T) {
	s := serve(t, testOptions(), usualTimeouts)
	for _, hash := range []string{"#v=international&m=32-28.19-2", "#v=halma", "#v=russian&f=W:W1:B"} {
		w := open(t, s, "")
		w.quietly = true // the refusal is in the console
		w.run(chromedp.Navigate("about:blank"))
		w.load(hash)
		if w.text("#notice") == "" {
			t.Errorf("%s: no notice", hash)
		}
		w.play("32-28")
	}
}
