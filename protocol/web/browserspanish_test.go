package web

import (
	"strings"
	"testing"
)

// TestSpanishNumbers plays a Spanish game with the numbers that PDN has: 1 is at the
// bottom right.
func TestSpanishNumbers(t *testing.T) {
	w := open(t, serve(t, testOptions(), usualTimeouts), "#v=spanish")
	w.play("10-14")
	evaluate[any](w, `void (document.querySelector("#type").value = "23-19", document.querySelector("#type-form").requestSubmit())`)
	w.await(`document.querySelectorAll("#moves > .move").length === 2`)
	if got := w.moves(); got != "10-14 23-19" {
		t.Errorf("the moves are %q", got)
	}
	if got := w.pdn(); !strings.Contains(got, "1. 10-14 23-19") {
		t.Errorf("written %s", got)
	}
}
