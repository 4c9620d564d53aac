package web

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"stupol/movegen"
)

// wholeGame returns a short game to the end by its rules, in which some move is
// as wanted.
func wholeGame(t *testing.T, r *movegen.Rules, wanted func(*movegen.Position, movegen.Move) bool) *movegen.Game {
	t.Helper()
	for seed := range uint64(20000) {
		rng := rand.New(rand.NewPCG(seed, 1))
		g := movegen.NewGame(r)
		found := false
		for range 60 {
			if res := g.Result(); res.Outcome != movegen.Ongoing {
				break
			}
			moves := g.LegalMoves(nil)
			m := hasty(rng, r, g.Position(), moves)
			found = found || wanted(g.Position(), m)
			g.Push(m)
		}
		if found && g.Result().Outcome != movegen.Ongoing {
			return g
		}
	}
	t.Fatalf("%s: no game as wanted", r.Name)
	return nil
}

// hasty returns one of the moves, mostly one that gives a piece away: so games end
// soon.
func hasty(rng *rand.Rand, r *movegen.Rules, p *movegen.Position, moves []movegen.Move) movegen.Move {
	m := moves[rng.IntN(len(moves))]
	for range 6 {
		if after := r.Play(p, m); r.HasCapture(&after) {
			break
		}
		m = moves[rng.IntN(len(moves))]
	}
	return m
}

// clickMove makes a move of g by clicks: on the piece, and on each landing until
// the page knows which move is meant.
func (w *window) clickMove(g *movegen.Game, m movegen.Move) {
	w.t.Helper()
	r, p := g.Rules(), g.Position()
	name := r.SquareName
	if r.Algebraic {
		name = r.AlgebraicName
	}
	squares := []movegen.Square{m.From}
	for steps := range r.Steps(p, m) {
		for _, s := range steps {
			squares = append(squares, s.To)
		}
		break
	}
	w.settle()
	for _, sq := range squares {
		if w.points == nil {
			w.points = map[string]point{}
		}
		at, ok := w.points[name(sq)]
		if !ok {
			at = w.square(name(sq))
			w.points[name(sq)] = at
		}
		w.run(chromedp.MouseClickXY(at.X, at.Y))
		if !evaluate[bool](w, `document.querySelector("#board").classList.contains("active")`) {
			break
		}
	}
}

// stepsOver reports whether a man becomes a king in the middle of a capture.
func stepsOver(r *movegen.Rules) func(*movegen.Position, movegen.Move) bool {
	return func(p *movegen.Position, m movegen.Move) bool {
		if !m.Promotes || r.LastRow(p.Turn).Has(m.To) {
			return false
		}
		return m.Captured.Len() > 1
	}
}

// sideways reports whether a capture goes along a row or a file.
func sideways(r *movegen.Rules) func(*movegen.Position, movegen.Move) bool {
	return func(p *movegen.Position, m movegen.Move) bool {
		if m.Captured.Len() != 1 {
			return false
		}
		from, to := r.AlgebraicName(m.From), r.AlgebraicName(m.To)
		return from[0] == to[0] || from[1:] == to[1:]
	}
}

func TestWholeGames(t *testing.T) {
	long := func(_ *movegen.Position, m movegen.Move) bool { return m.Captured.Len() > 2 }
	tests := []struct {
		variant string
		wanted  func(*movegen.Rules) func(*movegen.Position, movegen.Move) bool
	}{
		{"international", func(*movegen.Rules) func(*movegen.Position, movegen.Move) bool { return long }},
		{"russian", stepsOver},
		{"italian", func(*movegen.Rules) func(*movegen.Position, movegen.Move) bool { return long }},
		{"frisian", sideways},
	}
	s := serve(t, testOptions(), usualTimeouts)
	for _, tt := range tests {
		t.Run(tt.variant, func(t *testing.T) {
			r, err := movegen.Lookup(tt.variant)
			if err != nil {
				t.Fatal(err)
			}
			want := wholeGame(t, r, tt.wanted(r))
			w := open(t, s, "#v="+tt.variant)
			w.still()
			g := movegen.NewGame(r)
			for _, m := range want.Moves() {
				w.clickMove(g, m)
				g.Push(m)
			}
			res := result(g.Result())
			w.await(`/wins|Draw/.test(document.querySelector("#status").textContent)`)
			if got := w.text("#status"); !strings.Contains(got, res.Reason) || !strings.Contains(strings.ToLower(got), res.Outcome) {
				t.Errorf("the page says %q, want %+v", got, res)
			}
			if got, want := w.address(), hubMoves(g); got != want {
				t.Errorf("played\n%s, want\n%s", got, want)
			}
		})
	}
}

// hubMoves returns the moves of a game as the address has them.
func hubMoves(g *movegen.Game) string {
	var texts []string
	for _, m := range g.Moves() {
		texts = append(texts, g.Rules().HubMove(m))
	}
	return strings.Join(texts, ".")
}

// address returns the moves in the address, once it is up to date.
func (w *window) address() string {
	w.t.Helper()
	w.await(`location.hash.includes("m=") && Date.now()` + ` > 0`)
	evaluate[bool](w, `dispatchEvent(new Event("pagehide"))`)
	return evaluate[string](w, `new URLSearchParams(location.hash.slice(1)).get("m")`)
}

// still switches the animation off.
func (w *window) still() {
	w.t.Helper()
	evaluate[any](w, `void (document.querySelector("#animate").checked && document.querySelector("#animate").click())`)
}

// twoWays is a position where a man on 48 captures its way to 30 by 37 or by 39.
const twoWays = "W:W48,50:B42,43,32,33,22,12,13,24"

// TestAmbiguousCapture makes each of two captures that share both ends: by the
// landing between, and by the choice that a click on the end offers.
func TestAmbiguousCapture(t *testing.T) {
	s := serve(t, testOptions(), usualTimeouts)
	w := open(t, s, "#v=international&f="+twoWays)
	w.clickSquares("48", "37")
	w.await(`document.querySelector("#moves .move")?.textContent === "48x37x28x17x8x19x30"`)
	w.settle()
	if w.piece("42") != "empty" || w.piece("43") != "black man" || w.piece("30") != "white man" {
		t.Errorf("on 42 %s, on 43 %s, on 30 %s", w.piece("42"), w.piece("43"), w.piece("30"))
	}
	w.run(chromedp.KeyEvent("k"))
	w.await(`[...document.querySelectorAll("[data-square]")].some((s) => s.getAttribute("aria-label").startsWith("48, white man, can move"))`)
	w.clickSquares("48", "30")
	w.await(`document.querySelectorAll("#choice button").length === 2`)
	if got := w.text("#choice"); !strings.Contains(got, "by 37, takes 42, 32") || !strings.Contains(got, "by 39, takes 43, 33") {
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

// TestCaptureSteps looks at the board in the middle of a capture, and takes it back.
func TestCaptureSteps(t *testing.T) {
	s := serve(t, testOptions(), usualTimeouts)
	w := open(t, s, "#v=international&f="+twoWays)
	w.clickSquares("50")
	if !evaluate[bool](w, `document.querySelectorAll(".end").length === 0`) {
		t.Error("a piece that may not move can be chosen")
	}
	w.clickSquares("48", "30")
	w.await(`document.querySelectorAll(".landing, .end").length > 1`)
	w.run(chromedp.KeyEvent("\u001b"))
	w.await(`document.querySelector("#choice").hidden && !document.querySelector(".landing, .end, .taken")`)
	if got := w.moves(); got != "" {
		t.Errorf("Escape made the move %s", got)
	}
	w.drag("48", "39")
	w.await(`document.querySelector("#moves .move")?.textContent === "48x39x28x17x8x19x30"`)
}

// TestDrag drags pieces: to a square that is legal, to one that is not, and off
// the board.
func TestDrag(t *testing.T) {
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
	s := serve(t, testOptions(), usualTimeouts)
	w := open(t, s, "#v=russian")
	key := func(keys ...string) {
		for _, k := range keys {
			w.run(chromedp.KeyEvent(k))
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
	w.run(chromedp.KeyEvent("b6-a5" + enter))
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
	w.await(`document.querySelector("#help").open`)
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

// TestEngineGame plays against the engine, takes back, asks for a hint and
// resigns.
func TestEngineGame(t *testing.T) {
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
	w.run(chromedp.KeyEvent("k"))
	w.await(`!document.querySelector("#moves .here")`)
	w.run(chromedp.Reload())
	w.await(`document.body?.dataset.ready === "yes" && /Your move/.test(document.querySelector("#play-state").textContent)`)
	w.await(`Boolean(document.querySelector("#moves .here"))`)
	w.click("#tab-analyse")
	w.click("#engine")
	if got := w.text("#notice"); !strings.Contains(got, "when the game is over") {
		t.Errorf("analysis in a game: %q", got)
	}
	w.click("#tab-play")
	w.click("#offer-draw")
	w.await(`document.querySelector("#notice").textContent === "Stupol wants to play on."`)
	w.click("#resign")
	w.await(`document.querySelector("#play-state").textContent === "Black wins: resignation"`)
}

// TestClock plays with a clock until time is up.
func TestClock(t *testing.T) {
	s := serve(t, testOptions(), usualTimeouts)
	w := open(t, s, "#v=international")
	w.still()
	evaluate[any](w, `void (document.querySelector("#time").value = "own", document.querySelector("#minutes").value = "0.5", document.querySelector("#increment").value = "2", document.querySelector("#level").value = 2, document.querySelector("#play-form").dispatchEvent(new Event("input")))`)
	w.click("#start")
	w.await(`document.querySelectorAll(".clock").length === 2`)
	w.play("32-28")
	w.await(`document.querySelectorAll("#moves .move").length === 2`)
	w.settle()
	for _, place := range []string{"#player-top .clock", "#player-bottom .clock"} {
		if got := w.text(place); got < "0:20" || got > "0:32" {
			t.Errorf("%s says %q after a move, of 30 seconds and 2 a move", place, got)
		}
	}
	evaluate[any](w, `void (performance.now = ((now) => () => now.call(performance) + 40000)(performance.now))`)
	w.await(`document.querySelector("#play-state").textContent === "Black wins: White's time is up"`)
	if got := w.text("#status"); got != "Black wins: White's time is up" {
		t.Errorf("the status is %q", got)
	}
}

// TestTouch makes a move with a finger on a phone.
func TestTouch(t *testing.T) {
	s := serve(t, testOptions(), usualTimeouts)
	w := openIn(t, browser(t), s, "#v=frisian", 380, 800)
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

// TestHiddenClock begins a game after a clock was chosen that cannot be, and then none.
func TestHiddenClock(t *testing.T) {
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
