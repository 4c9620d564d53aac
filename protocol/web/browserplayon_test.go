package web

import (
	"strings"
	"testing"
)

// TestPlayOn plays on in the middle of a game of others, which stays as it is.
func TestPlayOn(t *testing.T) {
	w := open(t, serve(t, testOptions(), usualTimeouts), "")
	w.paste("[White \"Sijbrands\"]\n[Black \"Wiersma\"]\n[Date \"1975.01.02\"]\n[GameType \"20\"]\n[Result \"2-0\"]\n\n1. 32-28 19-23 2. 28x19 14x23 2-0")
	w.await(`document.querySelectorAll("#moves > .move").length === 4`)
	w.click("#go-first")
	w.click("#go-forward")
	w.click("#go-forward")
	w.click("#tab-play")
	w.click("#play-on")
	w.await(`document.querySelectorAll("#moves > .move").length === 2`)
	if got := w.pdn(); !strings.Contains(got, `[White "You"]`) || !strings.Contains(got, `[Result "*"]`) {
		t.Errorf("played on: %s", got)
	}
	w.await(`/Sijbrands/.test(document.querySelector("#recent").textContent)`)
	w.click("#recent .game")
	w.await(`document.querySelectorAll("#moves > .move").length === 4`)
	if got := w.pdn(); !strings.Contains(got, `[White "Sijbrands"]`) || !strings.HasSuffix(strings.TrimSpace(got), "2-0") {
		t.Errorf("the game of others: %s", got)
	}
}

// TestResultUnknown writes a game whose result was taken away.
func TestResultUnknown(t *testing.T) {
	s := New(testOptions())
	defer s.Close()
	answer, err := s.writePDN(treeGame{Variant: "international", Result: "*", Tags: []tagJSON{{"Result", "2-0"}}, Line: []treeNode{{Move: "32-28"}}})
	if err != nil || !strings.Contains(answer.Text, `[Result "*"]`) {
		t.Errorf("%v, %s", err, answer.Text)
	}
}
