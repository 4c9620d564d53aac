package web

import (
	"context"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// click clicks something with the mouse, once it can be clicked.
func (w *window) click(selector string) {
	w.t.Helper()
	w.clickAt(w.middle(selector))
}

// middle brings an element into sight, once it can be clicked, and returns its middle. The
// page may draw it anew at any time, so that it is asked for and measured in one go. What still
// moves would not be there any more, and what lies under something else would not be hit: it
// must stand at the same place for two frames, with its middle on top.
func (w *window) middle(selector string) point {
	w.t.Helper()
	const measure = `(async () => {
		const place = () => {
			const e = document.querySelector(%q);
			if (!e?.matches(":not(:disabled)")) return [];
			e.scrollIntoView({ block: "nearest", behavior: "instant" });
			return [...e.getClientRects()].slice(0, 1).map((b) => ({X: b.left + b.width / 2, Y: b.top + b.height / 2})).filter((p) => {
				const top = document.elementFromPoint(p.X, p.Y);
				return e.contains(top) || e.labels && [...e.labels].some((l) => l.contains(top));
			});
		};
		const first = place();
		` + twoFrames + `
		const second = place();
		return JSON.stringify(first) === JSON.stringify(second) ? second : [];
	})()`
	deadline := time.Now().Add(patience)
	for {
		if at := evaluate[[]point](w, fmt.Sprintf(measure, selector)); len(at) == 1 {
			return at[0]
		}
		if time.Now().After(deadline) {
			w.t.Fatalf("%s cannot be clicked within %v", selector, patience)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// twoFrames waits, in an async function of the page, until two frames have been drawn.
const twoFrames = `for (let n = 0; n < 2; n++) await new Promise((drawn) => { requestAnimationFrame(drawn); setTimeout(drawn, 200); });`

// doubleClick clicks something twice, as fast as hands do.
func (w *window) doubleClick(selector string) {
	w.t.Helper()
	p := w.middle(selector)
	for n := int64(1); n <= 2; n++ {
		if w.fox != nil {
			w.clickAt(p)
			continue
		}
		w.run(chromedp.MouseClickXY(p.X, p.Y, func(e *input.DispatchMouseEventParams) { e.ClickCount = n }))
	}
}

// resign resigns the game, as someone who reads what the button says.
func (w *window) resign() {
	w.t.Helper()
	w.click("#resign")
	time.Sleep(600 * time.Millisecond) // else it is a double click
	w.click("#resign")
}

// clickAt clicks what is at a place.
func (w *window) clickAt(p point) {
	w.t.Helper()
	if w.fox == nil {
		w.run(chromedp.MouseClickXY(p.X, p.Y))
		return
	}
	must(w.t, w.fox.point(p, false, object{"type": "pointerDown", "button": 0}, object{"type": "pointerUp", "button": 0}))
}

// clickSquares clicks squares one after the other.
func (w *window) clickSquares(names ...string) {
	w.t.Helper()
	for _, name := range names {
		w.clickAt(w.square(name))
	}
}

// drag drags a piece over squares and lets it go on the last. "" is a place off the board.
func (w *window) drag(names ...string) {
	w.t.Helper()
	p := w.square(names[0])
	w.mouse(pressed, left, p, false)
	for _, name := range names[1:] {
		q := point{1, 1}
		if name != "" {
			q = w.square(name)
		}
		w.mouse(moved, left, point{(p.X + q.X) / 2, (p.Y + q.Y) / 2}, false)
		w.mouse(moved, left, q, false)
		p = q
	}
	w.mouse(released, left, p, false)
}

// A mouseEvent is what a mouse does, as Chromium and WebDriver call it.
type mouseEvent struct {
	chromium input.DispatchMouseEventType
	firefox  string
}

var (
	pressed  = mouseEvent{input.DispatchMouseEventTypeMousePressed, "pointerDown"}
	moved    = mouseEvent{input.DispatchMouseEventTypeMouseMoved, ""}
	released = mouseEvent{input.DispatchMouseEventTypeMouseReleased, "pointerUp"}
)

// A mouseButton is a button of the mouse, as they call it.
type mouseButton struct {
	chromium input.MouseButton
	bit      int64
	firefox  int
}

var (
	left  = mouseButton{input.MouseButtonLeft, 1, 0}
	right = mouseButton{input.MouseButtonRight, 2, 2}
)

// mouse has a button of the mouse do something at a place, with the shift key held down or not.
func (w *window) mouse(does mouseEvent, b mouseButton, p point, shift bool) {
	w.t.Helper()
	if w.fox != nil {
		var actions []object
		if does != moved {
			actions = append(actions, object{"type": does.firefox, "button": b.firefox})
		}
		must(w.t, w.fox.point(p, shift, actions...))
		return
	}
	var keys int64
	if shift {
		keys = 8
	}
	w.run(chromedp.Func(func(ctx context.Context, tab *chromedp.Target) error {
		_, err := cdp.Call(ctx, tab, input.DispatchMouseEvent, input.DispatchMouseEventParams{
			Type: does.chromium, X: p.X, Y: p.Y, Button: b.chromium, Buttons: b.bit, ClickCount: 1, Modifiers: keys,
		})
		return err
	}))
}
