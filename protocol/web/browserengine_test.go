package web

import (
	"strings"
	"testing"
	"time"
)

// TestEngineGame plays against the engine, takes back, asks for a hint and
// resigns.
func TestEngineGame(t *testing.T) {
	t.Parallel()
	s := serve(t, testOptions(), usualTimeouts)
	w := open(t, s, "#v=english")
	w.still()
	evaluate[any](w, `void (document.querySelector("#level").value = 1, document.querySelector("[name=side][value=w]").click(), document.querySelector("#play-form").dispatchEvent(new Event("input")))`)
	w.click("#start")
	w.await(`document.querySelectorAll("#moves .move").length === 1`) // Black begins
	w.settle()
	w.click("#hint")
	w.await(`/^Hint: \d+[-x]\d+/.test(document.querySelector("#play-state").textContent)`)
	hint := strings.TrimPrefix(w.text("#play-state"), "Hint: ")
	w.clickSquares(strings.FieldsFunc(hint, func(r rune) bool { return r == '-' || r == 'x' })...)
	w.await(`document.querySelectorAll("#moves .move").length === 3`)
	w.settle()
	w.click("#take-back")
	w.await(`document.querySelectorAll("#moves .move").length === 1`)
	w.settle()
	w.press("k")
	w.await(`document.querySelector("#play-state").textContent === "You are looking back."`)
	w.click("#to-live")
	w.await(`document.querySelector("#play-state").textContent === "Your move." && Boolean(document.querySelector("#moves .here"))`)
	w.press("k")
	w.await(`!document.querySelector("#moves .here")`)
	w.reload()
	w.await(`document.body?.dataset.ready === "yes" && /Your move/.test(document.querySelector("#play-state").textContent)`)
	w.await(`Boolean(document.querySelector("#moves .here"))`)
	w.click("#tab-analyse")
	w.click("#engine")
	if got := w.notice(); !strings.Contains(got, "when the game is over") {
		t.Errorf("analysis in a game: %q", got)
	}
	w.click("#tab-play")
	w.doubleClick("#resign")
	if got := w.text("#resign") + ", " + w.text("#play-state"); got != "Really resign?, Your move." {
		t.Errorf("after a double click the page says %q", got)
	}
	time.Sleep(600 * time.Millisecond) // else it is one click more of these
	w.click("#resign")
	w.await(`document.querySelector("#play-state").textContent === "Black wins: resignation"`)
	w.click("#rematch")
	w.await(`document.querySelectorAll("#moves > .move").length === 0 && document.querySelector("#play-state").textContent === "Your move."`) // of Black, who begins
}

// TestDrawAccepted offers a draw in a position that is lost for Stupol.
func TestDrawAccepted(t *testing.T) {
	t.Parallel()
	w := open(t, serve(t, testOptions(), usualTimeouts), "#v=international&f=W:W32,33,34,38,39,43,44:B3,8,13")
	w.click("#tab-play")
	w.click("#play-on")
	w.await(`document.querySelector("#play-state").textContent === "Your move."`)
	w.click("#offer-draw")
	w.await(`document.querySelector("#play-state").textContent === "Draw: agreed"`)
}

// TestDrawRefused offers a draw in a position that is won for Stupol.
func TestDrawRefused(t *testing.T) {
	t.Parallel()
	w := open(t, serve(t, testOptions(), usualTimeouts), "#v=international&f=W:W38,43,48:B3,8,13,4,9,12,14")
	w.click("#tab-play")
	w.click("#play-on")
	w.await(`document.querySelector("#play-state").textContent === "Your move."`)
	w.click("#offer-draw")
	w.await(`document.querySelector("#notice-text").textContent === "Stupol wants to play on."`)
}

// TestReplyAgain loses the question that puts Stupol's reply on the board: it is asked
// again.
func TestReplyAgain(t *testing.T) {
	t.Parallel()
	w := open(t, serve(t, testOptions(), usualTimeouts), "#v=international")
	w.still()
	w.click("#start")
	w.await(`document.querySelector("#play-state").textContent === "Your move."`)
	w.losePositions(1, 2) // the first is about the user's move
	w.play("32-28")
	w.await(`document.querySelectorAll("#moves .move").length === 2`)
	w.await(`document.querySelector("#play-state").textContent === "Your move."`)
}

// TestClock plays with a clock until time is up. The time is what the test makes it.
func TestClock(t *testing.T) {
	t.Parallel()
	s := serve(t, testOptions(), usualTimeouts)
	w := open(t, s, "#v=international")
	w.still()
	evaluate[any](w, `void (window.now = 1000, performance.now = () => window.now)`)
	evaluate[any](w, `void (document.querySelector("#time").value = "own", document.querySelector("#minutes").value = "0.5", document.querySelector("#increment").value = "2", document.querySelector("#level").value = 2, document.querySelector("#play-form").dispatchEvent(new Event("input")))`)
	w.click("#start")
	w.await(`document.querySelectorAll(".clock").length === 2`)
	w.await(`document.querySelector("#play-state").textContent === "Your move."`)
	evaluate[any](w, `void (window.now += 5000)`)
	w.play("32-28")
	w.await(`document.querySelectorAll("#moves .move").length === 2`)
	w.settle()
	for place, want := range map[string]string{"#player-top .clock": "0:32", "#player-bottom .clock": "0:29"} {
		if got := w.text(place); got != want {
			t.Errorf("%s says %q after a move, of 30 seconds and 2 a move; want %q", place, got, want)
		}
	}
	evaluate[any](w, `void (window.now += 40000)`)
	w.await(`document.querySelector("#play-state").textContent === "Black wins: White's time is up"`)
	if got := w.text("#status"); got != "Black wins: White's time is up" {
		t.Errorf("the status is %q", got)
	}
}

// TestHiddenClock begins a game after a clock was chosen that cannot be, and then none.
func TestHiddenClock(t *testing.T) {
	t.Parallel()
	w := open(t, serve(t, testOptions(), usualTimeouts), "")
	choose := `void (() => {
		const put = (id, value) => { const e = document.getElementById(id); e.value = value; e.dispatchEvent(new Event("input", {bubbles: true})); };
		put("time", "own"); put("minutes", "1000"); put("time", "m500");
	})()`
	evaluate[any](w, choose)
	w.click("#start")
	w.await(`document.querySelector("#play-state").textContent === "Your move."`)
}

// TestPlayOn plays on in the middle of a game of others, which stays as it is.
func TestPlayOn(t *testing.T) {
	t.Parallel()
	w := open(t, serve(t, testOptions(), usualTimeouts), "")
	w.paste("[White \"Sijbrands\"]\n[Black \"Wiersma\"]\n[Date \"1975.01.02\"]\n[GameType \"20\"]\n[Result \"2-0\"]\n\n1. 32-28 19-23 2. 28x19 14x23 2-0")
	w.await(`document.querySelectorAll("#moves > .move").length === 4`)
	w.click("#go-forward")
	w.click("#go-forward")
	w.click("#tab-play")
	w.click("#play-on")
	w.await(`document.querySelector("#play-state").textContent === "Your move."`)
	if got := w.moves(); got != "32-28 19-23" {
		t.Errorf("played on after %s", got)
	}
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
