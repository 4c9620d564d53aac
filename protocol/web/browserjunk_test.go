package web

import "testing"

// TestJunk reads text that is no game: the game stays. Then it reads a file of positions.
func TestJunk(t *testing.T) {
	w := open(t, serve(t, testOptions(), usualTimeouts), "#v=international&m=32-28")
	w.quietly = true // the refusal is in the console
	w.paste("milk, eggs and bread")
	w.await(`document.querySelector("#notice").textContent === "there is no game in this text"`)
	if got := w.moves(); got != "32-28" {
		t.Errorf("the moves are %q", got)
	}
	w.paste("W:W31,32:B1,2\nB:W31,33:BK1,2\n")
	w.await(`document.querySelectorAll("#file-games button").length === 2`)
	w.click("#file-games li:last-child button")
	w.await(`location.hash.includes("f=B:W31,33:BK1,2")`)
	if got := w.piece("1"); got != "black king" {
		t.Errorf("on 1 %s", got)
	}
}
