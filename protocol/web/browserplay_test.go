package web

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// twoWays is a position where a man on 48 captures its way to 30 by 37 or by 39.
const twoWays = "W:W48,50:B42,43,32,33,22,12,13,24"

// TestAmbiguousCapture makes each of two captures that share both ends: by the
// landing between, and by the choice that a click on the end offers.
func TestAmbiguousCapture(t *testing.T) {
	t.Parallel()
	s := serve(t, testOptions(), usualTimeouts)
	w := open(t, s, "#v=international&f="+twoWays)
	w.clickSquares("48", "37")
	w.await(`document.querySelector("#moves .move")?.textContent === "48x37x28x17x8x19x30"`)
	w.settle()
	if w.piece("42") != "empty" || w.piece("43") != "black man" || w.piece("30") != "white man" {
		t.Errorf("on 42 %s, on 43 %s, on 30 %s", w.piece("42"), w.piece("43"), w.piece("30"))
	}
	w.press("k")
	const canMove = `[...document.querySelectorAll("[data-square]")].some((s) => s.getAttribute("aria-label").startsWith("48, white man, can move"))`
	w.await(canMove)
	w.settle()
	if !evaluate[bool](w, canMove) {
		t.Error("after the animation no square says any more that its piece can move")
	}
	w.clickSquares("48", "30")
	w.await(`document.querySelectorAll("#choice button").length === 2`)
	if got := w.text("#choice"); !strings.Contains(got, "to 30 by 37, takes 42, 32") || !strings.Contains(got, "to 30 by 39, takes 43, 33") {
		t.Errorf("the choice is %q", got)
	}
	evaluate[any](w, `void [...document.querySelectorAll("#choice button")].find((b) => b.textContent.includes("takes 43")).click()`)
	w.await(`document.querySelectorAll("#moves .move").length === 2`)
	w.await(`document.querySelector("#choice").hidden`)
	w.settle()
	if w.piece("43") != "empty" || w.piece("42") != "black man" || w.piece("30") != "white man" {
		t.Errorf("on 43 %s, on 42 %s, on 30 %s", w.piece("43"), w.piece("42"), w.piece("30"))
	}
}

// TestManyWays begins a capture that may go on in 31 ways, more than there is room for: each has a
// name of its own and can be chosen, within the window.
func TestManyWays(t *testing.T) {
	t.Parallel()
	w := openSized(t, serve(t, testOptions(), usualTimeouts), "#v=international&f=W:WK39:B1,4,5,9,13,16,21,22,23,32,34,40,42,43", 360, 640)
	w.still()
	for _, size := range [][2]int64{{360, 640}, {844, 390}, {1280, 800}} {
		w.resize(size[0], size[1])
		w.clickSquares("39", "48")
		w.await(`!document.querySelector("#choice").hidden`)
		if got := evaluate[int](w, `new Set([...document.querySelectorAll("#choice button")].map((b) => b.textContent)).size`); got != 31 {
			t.Errorf("%d wide: %d ways", size[0], got)
		}
		if got := evaluate[[]string](w, `(() => {
			const choice = document.querySelector("#choice"), all = [...choice.querySelectorAll("button")];
			return all.filter((b) => {
				b.scrollIntoView({ block: "nearest", behavior: "instant" });
				const own = b.getBoundingClientRect(), list = choice.getBoundingClientRect();
				return own.left < list.left || own.right > list.right || own.top < list.top - 1 || own.bottom > list.bottom + 1 || list.right > innerWidth || list.bottom > innerHeight + 1;
			}).map((b) => b.textContent);
		})()`); len(got) > 0 {
			t.Errorf("%d wide: out of reach: %q", size[0], got)
		}
		w.press("\u001b")
		w.await(`document.querySelector("#choice").hidden`)
	}
	w.clickSquares("39", "48")
	last := evaluate[string](w, `[...document.querySelectorAll("#choice button")].at(-1).textContent`)
	evaluate[any](w, `void [...document.querySelectorAll("#choice button")].at(-1).click()`)
	w.await(`document.querySelectorAll("#moves > .move").length === 1`)
	if to, _, _ := strings.Cut(strings.TrimPrefix(last, "to "), " by"); !strings.HasPrefix(w.moves(), "39x48") || !strings.HasSuffix(w.moves(), "x"+to) {
		t.Errorf("the last way, %q, is %s", last, w.moves())
	}
}

// TestAnotherCapture begins a capture of one piece, and makes one of another.
func TestAnotherCapture(t *testing.T) {
	t.Parallel()
	w := open(t, serve(t, testOptions(), usualTimeouts), "#v=international&f=W:W26,38:B11,21,23,24,33")
	w.still()
	w.clickSquares("38", "29")
	w.await(`document.querySelectorAll("#choice button").length === 2`)
	w.clickSquares("26")
	w.await(`document.querySelector("#choice").hidden && document.querySelectorAll(".picked").length === 1`)
	w.clickSquares("6")
	w.await(`document.querySelectorAll("#moves .move").length === 1`)
	if got := w.moves(); got != "26x6" {
		t.Errorf("played %s", got)
	}
}

// TestCaptureSteps looks at the board in the middle of a capture, and takes it back.
func TestCaptureSteps(t *testing.T) {
	t.Parallel()
	s := serve(t, testOptions(), usualTimeouts)
	w := open(t, s, "#v=international&f="+twoWays)
	w.clickSquares("50")
	if !evaluate[bool](w, `document.querySelectorAll(".end").length === 0`) {
		t.Error("a piece that may not move can be chosen")
	}
	w.clickSquares("48", "30")
	w.await(`document.querySelectorAll(".landing, .end").length > 1`)
	w.press("\u001b")
	w.await(`document.querySelector("#choice").hidden && !document.querySelector(".landing, .end, .taken")`)
	if got := w.moves(); got != "" {
		t.Errorf("Escape made the move %s", got)
	}
	w.drag("48", "39")
	w.await(`document.querySelector("#moves .move")?.textContent === "48x39x28x17x8x19x30"`)
}

// TestClicksLeft clicks all squares of a capture that the first click has made: the
// second must not play 4-9 for Black.
func TestClicksLeft(t *testing.T) {
	t.Parallel()
	s := serve(t, testOptions(), usualTimeouts)
	w := open(t, s, "#v=frisian&f=W:W7:B4,8,13,45")
	w.still()
	evaluate[any](w, `void (performance.now = () => 1000)`) // however slow this machine is
	w.clickSquares("7")
	w.await(`document.querySelectorAll("#moves .move").length === 1`)
	w.settle()
	w.clickSquares("9", "18")
	w.settle()
	if got := w.moves(); got != "7x18" {
		t.Errorf("the clicks of one capture made the moves %s", got)
	}
}

// TestDrag drags pieces: to a square that is legal, to one that is not, and off
// the board.
func TestDrag(t *testing.T) {
	t.Parallel()
	s := serve(t, testOptions(), usualTimeouts)
	w := open(t, s, "#v=international")
	w.drag("32", "27")
	w.await(`document.querySelector("#moves .move")?.textContent === "32-27"`)
	w.settle()
	w.drag("19", "28")
	if w.piece("19") != "black man" || w.moves() != "32-27" {
		t.Errorf("an illegal drag: %s on 19, %s", w.piece("19"), w.moves())
	}
	w.drag("19", "24")
	w.await(`document.querySelectorAll("#moves .move").length === 2`)
}

// TestKeyboard plays, goes through the game and analyses without a mouse.
func TestKeyboard(t *testing.T) {
	t.Parallel()
	s := serve(t, testOptions(), usualTimeouts)
	w := open(t, s, "#v=russian")
	key := func(keys ...string) {
		for _, k := range keys {
			w.press(k)
		}
	}
	const left, up, down, enter = "\u0302", "\u0304", "\u0301", "\r"
	evaluate[any](w, `void document.querySelector("[data-square][tabindex='0']").focus()`)
	key(down, down, down, down, down) // b8, a7, b6, a5, b4, a3
	if got := evaluate[string](w, `document.activeElement.getAttribute("aria-label")`); !strings.HasPrefix(got, "a3, white man, can move") {
		t.Fatalf("the focus is on %q", got)
	}
	key(enter, up, enter)
	w.await(`document.querySelector("#moves .move")?.textContent === "a3-b4"`)
	w.settle()
	evaluate[any](w, `void document.activeElement.blur()`)
	key("m")
	evaluate[any](w, `void (document.querySelector("#type").value = "")`) // a key that was used is not typed by people
	w.press("b6-a5" + enter)
	w.await(`document.querySelectorAll("#moves .move").length === 2`)
	key("\u001b", left)
	w.await(`document.querySelector("#moves .here")?.textContent === "a3-b4"`)
	key("0")
	w.await(`!document.querySelector("#moves .here")`)
	key("$")
	w.await(`document.querySelector("#moves .here")?.textContent === "b6-a5"`)
	key("f")
	w.await(`document.querySelector("[data-square]").getAttribute("aria-label").startsWith("g1")`)
	key("?")
	w.await(`document.querySelector("#help").open && document.activeElement.id === "help-title"`)
	key("\u001b")
	w.await(`!document.querySelector("#help").open`)
	key("t")
	w.await(`!document.querySelector("#text-mode").hidden && document.querySelector("#diagram").textContent.includes("White to move")`)
	key("\u001b", "l")
	w.await(`document.querySelectorAll("#lines li").length > 0`)
	key(" ")
	w.await(`document.querySelectorAll("#moves .move").length === 3`)
	w.await(`document.querySelector("#status").textContent.startsWith("Black")`)
	key("x")
	w.await(`Boolean(document.querySelector(".arrow.danger"))`)
	key("x", "l")
	w.await(`document.querySelector("#engine").textContent === "Start"`)
}

// TestTouch makes a move with a finger on a phone.
func TestTouch(t *testing.T) {
	t.Parallel()
	s := serve(t, testOptions(), usualTimeouts)
	w := openSized(t, s, "#v=frisian", 380, 800)
	w.run(chromedp.EmulateViewport(380, 800, chromedp.EmulateMobile, chromedp.EmulateTouch))
	for _, name := range []string{"33", "28"} {
		at := w.square(name)
		touch := func(kind input.DispatchTouchEventType, points ...*input.TouchPoint) chromedp.Action[chromedp.Void] {
			return chromedp.Func(func(ctx context.Context, tab *chromedp.Target) error {
				_, err := cdp.Call(ctx, tab, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
				return err
			})
		}
		w.run(touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: at.X, Y: at.Y}), touch(input.DispatchTouchEventTypeTouchEnd))
	}
	w.await(`document.querySelector("#moves .move")?.textContent === "33-28"`)
	if wide := evaluate[int](w, `document.documentElement.scrollWidth`); wide > 380 {
		t.Errorf("the page is %d pixels wide on a phone of 380", wide)
	}
}

// TestSpanishNumbers plays a Spanish game with the numbers that PDN has: 1 is at the
// bottom right.
func TestSpanishNumbers(t *testing.T) {
	t.Parallel()
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

// TestReloadGivesNoTimeBack loads the page again after a minute of ten.
func TestReloadGivesNoTimeBack(t *testing.T) {
	t.Parallel()
	w := open(t, serve(t, testOptions(), usualTimeouts), "#v=international")
	w.click("#tab-play")
	evaluate[any](w, `void (document.querySelector("#time").value = "own", document.querySelector("#minutes").value = "10", document.querySelector("#increment").value = "0", document.querySelector("[name=side][value=w]").checked = true, document.querySelector("#play-form").dispatchEvent(new Event("input")))`)
	w.click("#start")
	left := `(() => {
		const [minutes, seconds] = (document.querySelector("#player-bottom .clock")?.textContent || "10:00").split(":").map(Number);
		return 60 * minutes + seconds;
	})()`
	w.await(`document.querySelector("#play-state").textContent === "Your move."`)
	evaluate[any](w, `void (performance.now = ((now) => () => now.call(performance) + 60000)(performance.now))`)
	w.await(left + " <= 540")
	w.reload()
	w.await(`document.body?.dataset.ready === "yes" && Boolean(document.querySelector("#player-bottom .clock"))`)
	if after := evaluate[float64](w, left); after > 540 {
		t.Errorf("%v s after the reload, at most 540 before", after)
	}
}

// TestOpenGamesAreNotForgotten fills the list of games while another tab shows an old one.
func TestOpenGamesAreNotForgotten(t *testing.T) {
	t.Parallel()
	w := open(t, serve(t, testOptions(), usualTimeouts), "#v=international")
	evaluate[any](w, `void import("/store.js").then((store) => {
		const game = (saved) => JSON.stringify({ variant: "international", line: [{ move: "32-28" }], saved });
		localStorage.setItem("stupol.game.elsewhere", game(1));
		localStorage.setItem("stupol.open.elsewhere", Date.now());
		localStorage.setItem("stupol.game.closed", game(2));
		localStorage.setItem("stupol.game.crashed", game(3));
		localStorage.setItem("stupol.open.crashed", Date.now() - 2 * 24 * 60 * 60 * 1000);
		for (let i = 0; i < 70; i++) localStorage.setItem("stupol.game.newer" + i, game(1000 + i));
		store.recentGames();
		document.body.dataset.kept = ["elsewhere", "closed", "crashed"].filter((name) => localStorage.getItem("stupol.game." + name)).join();
	})`)
	w.await(`"kept" in document.body.dataset`)
	if kept := evaluate[string](w, `document.body.dataset.kept`); kept != "elsewhere" {
		t.Errorf("kept: %q, want the game that is open elsewhere", kept)
	}
	if !evaluate[bool](w, `Object.keys(localStorage).some((key) => key.startsWith("stupol.open.") && !/elsewhere|crashed/.test(key))`) {
		t.Error("the game of this tab has no mark that it is open")
	}
}

// check ticks a box of the settings, or not.
func (w *window) check(id string, on bool) {
	w.t.Helper()
	evaluate[any](w, fmt.Sprintf(`void ((c) => { if (c.checked !== %v) c.click(); })(document.getElementById(%q))`, on, id))
}

// TestClocksASide plays with a minute against two of Stupol: each clock has its own time and
// increment, and the PDN says what each move took.
func TestClocksASide(t *testing.T) {
	t.Parallel()
	w := open(t, serve(t, testOptions(), usualTimeouts), "#v=international")
	w.still()
	evaluate[any](w, `void (window.now = 1000, performance.now = () => window.now)`)
	evaluate[any](w, `void (() => {
		const put = (id, value) => { document.getElementById(id).value = value; };
		put("time", "own"); put("minutes", "1"); put("increment", "2"); put("stupol-minutes", "2"); put("stupol-increment", "7"); put("level", 2);
		document.querySelector("#play-form").dispatchEvent(new Event("input"));
	})()`)
	w.click("#start")
	w.await(`document.querySelectorAll(".clock").length === 2`)
	w.await(`document.querySelector("#play-state").textContent === "Your move."`)
	evaluate[any](w, `void (window.now += 5200)`)
	w.play("32-28")
	w.await(`document.querySelectorAll("#moves .move").length === 2`)
	w.settle()
	for place, want := range map[string]string{"#player-top .clock": "2:07", "#player-bottom .clock": "0:59"} {
		if got := w.text(place); got != want {
			t.Errorf("%s says %q, want %q", place, got, want)
		}
	}
	if got := strings.Join(strings.Fields(w.pdn()), " "); !strings.Contains(got, "1. 32-28 {[%clk 0:00:56.80] [%emt 0:00:05.20]}") || !strings.Contains(got, "[%clk 0:02:07] [%emt 0:00:00]") {
		t.Errorf("the times are not in the PDN: %s", got)
	}
	if got := w.text("#moves .move .score"); got != "5.2 s" {
		t.Errorf("the list says that the move took %q", got)
	}
}

// withClock begins a game with White, of so much time, in which the time of the page stands still
// but for what is added to window.now.
func (w *window) withClock(minutes, seconds string) {
	w.t.Helper()
	w.still()
	evaluate[any](w, `void (window.now = 1000, performance.now = () => window.now)`)
	evaluate[any](w, fmt.Sprintf(`void (() => {
		const put = (id, value) => { document.getElementById(id).value = value; };
		put("time", "own"); put("minutes", %q); put("increment", %q); put("level", 2);
		document.querySelector("[name=side][value=w]").checked = true;
		document.querySelector("#play-form").dispatchEvent(new Event("input"));
	})()`, minutes, seconds))
	w.click("#start")
	w.await(`document.querySelector("#play-state").textContent === "Your move."`)
}

// TestIncrementCountsAtOnce plays with six seconds and half a minute a move: the first move may take
// ten, and the next one what is left and the increment.
func TestIncrementCountsAtOnce(t *testing.T) {
	t.Parallel()
	w := open(t, serve(t, testOptions(), usualTimeouts), "#v=international")
	w.withClock("0.1", "30")
	for _, wait := range []int{10_000, 50_000} {
		evaluate[any](w, fmt.Sprintf(`void (window.now += %d)`, wait))
		w.await(`document.querySelector("#player-bottom .clock").textContent === {10000: "0:26", 50000: "6.0"}[` + fmt.Sprint(wait) + `]`)
		if wait == 10_000 {
			w.play("32-28")
			w.await(`document.querySelectorAll("#moves .move").length === 2 && document.querySelector("#player-bottom .clock").textContent === "0:56"`)
		}
	}
	evaluate[any](w, `void (window.now += 6001)`)
	w.await(`document.querySelector("#play-state").textContent.includes("time is up") && document.querySelector("#player-bottom .clock").textContent === "0.0"`)
}

// TestTakeBackGivesNoTimeBack takes moves back after some thought: it stays used, and the increments go.
func TestTakeBackGivesNoTimeBack(t *testing.T) {
	t.Parallel()
	s := serve(t, testOptions(), usualTimeouts)
	var w *window
	for _, tt := range []struct{ minutes, increment, own, stupol string }{{"1", "0", "0:44", "1:00"}, {"1", "5", "0:49", "1:00"}} {
		w = open(t, s, "#v=international")
		w.withClock(tt.minutes, tt.increment)
		evaluate[any](w, `void (window.now += 2000)`)
		w.play("32-28")
		w.await(`document.querySelectorAll("#moves .move").length === 2 && document.querySelector("#play-state").textContent === "Your move."`)
		evaluate[any](w, `void (window.now += 14000)`)
		w.click("#take-back")
		w.await(`document.querySelectorAll("#moves .move").length === 0`)
		w.settle()
		if own, stupol := w.text("#player-bottom .clock"), w.text("#player-top .clock"); own != tt.own || stupol != tt.stupol {
			t.Errorf("%s + %s: %s and %s after a thought of 2 and one of 14 seconds, want %s and %s", tt.minutes, tt.increment, own, stupol, tt.own, tt.stupol)
		}
	}
	evaluate[any](w, `void (window.now += 2000)`)
	w.play("32-28")
	w.await(`document.querySelectorAll("#moves .move").length === 2 && document.querySelector("#play-state").textContent === "Your move."`)
	evaluate[any](w, `void (window.now += 48000)`)
	w.click("#take-back")
	if got := w.notice(); got != "You have no time left to take a move back." || w.moves() == "" {
		t.Errorf("with 4 seconds left, 5 of them for the move: %q, %s", got, w.moves())
	}
}

// TestConfirmMoves plays a move that has to be confirmed, after another one that was not.
func TestConfirmMoves(t *testing.T) {
	t.Parallel()
	w := open(t, serve(t, testOptions(), usualTimeouts), "#v=international")
	w.still()
	w.check("confirm-moves", true)
	w.click("#start")
	w.await(`document.querySelector("#play-state").textContent === "Your move."`)
	w.clickSquares("32", "28")
	w.await(`document.querySelector("#confirm-yes").textContent === "Play 32-28"`)
	w.click("#confirm-no")
	w.await(`document.querySelector("#confirm").hidden`)
	if got := w.piece("32"); got != "white man" {
		t.Errorf("on 32 %s", got)
	}
	w.clickSquares("34", "30")
	w.await(`!document.querySelector("#confirm").hidden`)
	w.clickSquares("33") // another piece is another move
	w.await(`document.querySelector("#confirm").hidden`)
	w.clickSquares("28")
	w.await(`document.querySelector("#confirm-yes").textContent === "Play 33-28"`)
	evaluate[any](w, `void document.activeElement.blur()`)
	w.press("\u001b")
	w.await(`document.querySelector("#confirm").hidden`)
	w.clickSquares("33", "29")
	w.await(`!document.querySelector("#confirm").hidden`)
	w.press("\r")
	w.await(`document.querySelectorAll("#moves .move").length === 2`)
	if got := w.moves(); !strings.HasPrefix(got, "33-29 ") {
		t.Errorf("played %s", got)
	}
}

// TestMoveAhead chooses moves while Stupol thinks: one that is played at once, and one that
// cannot be.
func TestMoveAhead(t *testing.T) {
	t.Parallel()
	w := open(t, serve(t, testOptions(), usualTimeouts), "#v=international&f=W:W46,47,48,49,50:B1,2,3,4,5")
	w.still()
	evaluate[any](w, `void (document.querySelector("#time").value = "m5000", document.querySelector("#level").value = 10, document.querySelector("#play-form").dispatchEvent(new Event("input")))`)
	w.click("#play-on")
	w.await(`document.querySelector("#play-state").textContent === "Your move."`)
	w.clickSquares("46", "41")
	w.await(`document.querySelector("#play-state").textContent.startsWith("Stupol is thinking")`)
	w.clickSquares("47", "42")
	if n := evaluate[int](w, `document.querySelectorAll(".ahead").length`); n != 2 {
		t.Errorf("%d squares are marked", n)
	}
	w.await(`document.querySelectorAll("#moves .move").length === 3 && document.querySelectorAll(".ahead").length === 0`)
	if got := w.moves(); !strings.HasSuffix(got, " 47-42") {
		t.Errorf("played %s", got)
	}
	w.await(`document.querySelector("#play-state").textContent.startsWith("Stupol is thinking")`)
	w.clickSquares("48", "31") // where no man goes
	w.await(`document.querySelector("#play-state").textContent === "Your move." && document.querySelectorAll(".ahead").length === 0`)
	if got := w.moves(); strings.Count(got, " ") != 3 {
		t.Errorf("played %s", got)
	}
	if got := w.text("#notice-text"); got != "48-31 is not possible now." {
		t.Errorf("of the move that cannot be, it is said %q", got)
	}
}

// TestPieceAhead takes a piece while Stupol thinks, and says nothing of where it goes: it is still
// taken when it is the user's turn.
func TestPieceAhead(t *testing.T) {
	w := open(t, serve(t, testOptions(), usualTimeouts), "#v=international&f=W:W46,47,48,49,50:B1,2,3,4,5")
	w.still()
	evaluate[any](w, `void (document.querySelector("#time").value = "m5000", document.querySelector("#level").value = 10, document.querySelector("#play-form").dispatchEvent(new Event("input")))`)
	w.click("#play-on")
	w.await(`document.querySelector("#play-state").textContent === "Your move."`)
	w.clickSquares("46", "41")
	w.await(`document.querySelector("#play-state").textContent.startsWith("Stupol is thinking")`)
	w.clickSquares("49")
	w.await(`document.querySelectorAll(".ahead").length === 1`)
	w.await(`document.querySelector("#play-state").textContent === "Your move." && document.querySelectorAll(".ahead").length === 0 && document.querySelectorAll(".picked").length === 1`)
	w.clickSquares("44")
	w.await(`document.querySelectorAll("#moves .move").length > 2`)
	if got := w.moves(); !strings.Contains(got, " 49-44") {
		t.Errorf("played %s", got)
	}
}

// TestPlayersInEveryLanguage plays a game, and looks at it in another language: its players are
// named in that, and in the PDN as before.
func TestPlayersInEveryLanguage(t *testing.T) {
	t.Parallel()
	w := open(t, serve(t, testOptions(), usualTimeouts), "#v=international")
	w.still()
	w.click("#start")
	w.await(`document.querySelector("#player-bottom .name").textContent === "You"`)
	w.play("32-28")
	want := w.pdn()
	w.speak("pl")
	w.await(`document.querySelector("#player-bottom .name")?.textContent === "Ty" && document.querySelector("#player-top .name").textContent === "Stupol, poziom 5"`)
	if got := evaluate[string](w, `document.querySelector("#tag-fields input").value`); got != "Ty" {
		t.Errorf("White is %q among the names", got)
	}
	if os.Getenv("SITE") == "" { // without a server the questions are not to be seen
		evaluate[any](w, `void (() => {
			window.asked = "";
			const send = window.fetch;
			window.fetch = (to, options) => { if (String(to).endsWith("picture")) window.asked = options.body; return send(to, options); };
			document.querySelector("#save-svg").click();
		})()`)
		w.await(`window.asked.includes('"value":"Ty"') && window.asked.includes("Stupol, poziom 5")`) // for the caption
	}
	if got := w.pdn(); got[:strings.Index(got, "1. ")] != want[:strings.Index(want, "1. ")] {
		t.Errorf("in Polish\n%s\nin English\n%s", got, want)
	}
}

// TestSounds counts what is to be heard: nothing until it is wanted, then wood for a move.
func TestSounds(t *testing.T) {
	t.Parallel()
	w := open(t, serve(t, testOptions(), usualTimeouts), "#v=international")
	w.still()
	evaluate[any](w, `void (window.heard = 0, window.start = OscillatorNode.prototype.start, OscillatorNode.prototype.start = function (...at) { window.heard++; window.start.apply(this, at); })`)
	w.clickSquares("32", "28")
	w.await(`document.querySelectorAll("#moves .move").length === 1`)
	if n := evaluate[int](w, `window.heard`); n != 0 {
		t.Errorf("%d sounds that nobody wanted", n)
	}
	w.check("sounds", true)
	w.clickSquares("19", "23")
	w.await(`window.heard === 1`)
	w.clickSquares("28", "19")
	w.await(`document.querySelectorAll("#moves .move").length === 3 && window.heard === 2`)
}

// TestLevelIsDescribed moves the level: what it does is said.
func TestLevelIsDescribed(t *testing.T) {
	t.Parallel()
	w := open(t, serve(t, testOptions(), usualTimeouts), "")
	for level, want := range map[int]string{
		1: "Sees 20 positions a move, misjudges them by up to 2.5 men.", 9: "Sees 3,500 positions a move, scores 73\u00a0% against level 8.", 10: "All it can in its time.",
	} {
		evaluate[any](w, fmt.Sprintf(`void ((l) => { l.value = %d; l.dispatchEvent(new Event("input", { bubbles: true })); })(document.querySelector("#level"))`, level))
		if got := w.text("#level-says"); got != want {
			t.Errorf("of level %d it is said %q, want %q", level, got, want)
		}
	}
}
