package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"stupol/protocol/web/chromium"
)

// The tests in browser*_test.go drive a real browser. They are skipped where there
// is none: apt-get install chromium-headless-shell, or another of chromium.Names.
// firefox_test.go has another.

// patience is how long the browser may take for one thing: what takes as long is never
// done, however loaded this machine is.
const patience = 3 * time.Minute

// oneBrowser is started for the first test that needs it and serves all of them.
var oneBrowser struct {
	sync.Mutex
	ctx  context.Context
	stop func()
}

// browser returns the context of a running browser.
func browser(t *testing.T) context.Context {
	t.Helper()
	if testing.Short() {
		t.Skip("a browser takes long")
	}
	oneBrowser.Lock()
	defer oneBrowser.Unlock()
	if oneBrowser.ctx == nil {
		ctx, stop, err := chromium.Start()
		if errors.Is(err, chromium.ErrNone) {
			t.Skip(err)
		}
		must(t, err)
		oneBrowser.ctx, oneBrowser.stop = ctx, stop
	}
	return oneBrowser.ctx
}

func TestMain(m *testing.M) {
	status := m.Run()
	if oneBrowser.stop != nil {
		oneBrowser.stop()
	}
	if oneFirefox.firefox != nil {
		oneFirefox.stop()
	}
	os.Exit(status)
}

// A window is a tab of the browser that shows the page.
type window struct {
	t       *testing.T
	ctx     context.Context // of Chromium
	fox     *fox            // in Firefox
	site    *site
	name    string           // of its pictures
	points  map[string]point // where squares are, for clickMove
	mu      sync.Mutex
	rules   string   // options of axe
	quietly bool     // what the console says is expected
	said    []string // in the console
	asked   []string // addresses of other hosts
}

// open opens the page of a site in a tab of its own.
func open(t *testing.T, s *site, hash string) *window {
	t.Helper()
	return openSized(t, s, hash, 1200, 900)
}

// openSized opens it at width x height.
func openSized(t *testing.T, s *site, hash string, width, height int64) *window {
	t.Helper()
	if inFirefox() {
		return openFox(t, nil, s, hash, width, height)
	}
	return openIn(t, browser(t), s, hash, width, height)
}

// beside opens the page in another tab, which has the same storage.
func (w *window) beside(hash string) *window {
	w.t.Helper()
	if inFirefox() {
		return openFox(w.t, w.fox, w.site, hash, 1200, 900)
	}
	return openTab(w.t, w.ctx, w.site, hash, 1200, 900)
}

// openIn opens it in a tab of Chromium with a storage of its own.
func openIn(t *testing.T, parent context.Context, s *site, hash string, width, height int64) *window {
	t.Helper()
	return openTab(t, parent, s, hash, width, height, chromedp.WithNewBrowserContext())
}

// openTab opens it in a tab of Chromium, which has the storage of the tab parent unless the options
// say otherwise.
func openTab(t *testing.T, parent context.Context, s *site, hash string, width, height int64, options ...chromedp.ContextOption) *window {
	t.Helper()
	tab, cancel := chromedp.NewContext(parent, options...)
	w := &window{t: t, ctx: tab, site: s}
	t.Cleanup(func() {
		w.verdict()
		cancel()
	})
	if err := chromedp.Listen(tab, w.listen); err != nil {
		t.Fatal(err)
	}
	w.run(chromedp.EmulateViewport(width, height), chromedp.Func(func(ctx context.Context, tab *chromedp.Target) error {
		_, err := cdp.Call(ctx, tab, network.Enable, network.EnableParams{})
		_, logErr := cdp.Call(ctx, tab, log.Enable, cdp.Empty{})
		return errors.Join(err, logErr)
	}))
	w.load(hash)
	return w
}

// load opens the page.
func (w *window) load(hash string) {
	w.t.Helper()
	w.navigate("http://" + w.site.address + "/" + hash)
	w.await(`document.body?.dataset.ready === "yes"`)
}

// navigate opens an address.
func (w *window) navigate(address string) {
	w.t.Helper()
	if w.fox != nil {
		must(w.t, w.fox.navigate(address))
		return
	}
	w.run(chromedp.Navigate(address))
}

// leave closes the page.
func (w *window) leave() {
	w.t.Helper()
	w.navigate("about:blank")
}

// reload loads the page again.
func (w *window) reload() {
	w.t.Helper()
	if w.fox != nil {
		must(w.t, w.fox.reload())
		return
	}
	w.run(chromedp.Reload())
}

// listen notes what must not be: messages, and requests to other hosts.
func (w *window) listen(event any) {
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		for _, a := range e.Args {
			w.note(string(e.Type) + ": " + string(a.Value) + a.Description)
		}
	case *runtime.EventExceptionThrown:
		w.note(e.ExceptionDetails.Text + " " + e.ExceptionDetails.Exception.Description)
	case *log.EventEntryAdded:
		w.note(string(e.Entry.Level) + ": " + e.Entry.Text + " " + e.Entry.URL)
	case *network.EventRequestWillBeSent:
		w.noteRequest(e.Request.URL)
	}
}

// note notes what the console says.
func (w *window) note(said string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.said = append(w.said, said)
}

// noteRequest notes what is asked of other hosts.
func (w *window) noteRequest(url string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !strings.HasPrefix(url, "http://"+w.site.address+"/") && !strings.HasPrefix(url, "data:") && !strings.HasPrefix(url, "blob:") && url != "about:blank" {
		w.asked = append(w.asked, url)
	}
}

// verdict fails the test if the console said anything or a stranger was asked.
func (w *window) verdict() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.said) > 0 && !w.quietly {
		w.t.Errorf("the console says: %q", w.said)
	}
	if len(w.asked) > 0 {
		w.t.Errorf("requests to other hosts: %q", w.asked)
	}
}

// run does what only Chromium can.
func (w *window) run(actions ...chromedp.Action[chromedp.Void]) {
	w.t.Helper()
	if w.fox != nil {
		w.t.Skip("this part is for Chromium only")
	}
	ctx, cancel := context.WithTimeout(w.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		w.t.Fatal(err)
	}
}

// evaluate returns the value of an expression in the page, awaited if it is a promise.
func evaluate[T any](w *window, expression string) T {
	w.t.Helper()
	value, err := tryEvaluate[T](w, expression)
	if err != nil {
		w.t.Fatalf("%s: %v", expression, err)
	}
	return value
}

// tryEvaluate is evaluate where there may be no page, as it goes away.
func tryEvaluate[T any](w *window, expression string) (value T, err error) {
	if w.fox != nil {
		text, err := w.fox.evaluate(expression)
		if err == nil {
			err = json.Unmarshal(text, &value)
		}
		return value, err
	}
	ctx, cancel := context.WithTimeout(w.ctx, patience)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
}

// await waits until an expression is true in the page.
func (w *window) await(expression string) {
	w.t.Helper()
	deadline := time.Now().Add(patience)
	for !evaluate[bool](w, expression) {
		if time.Now().After(deadline) {
			w.t.Fatalf("not within %v: %s\nmoves: %s\nnotice: %s\nstatus: %s", patience, expression, w.moves(), w.notice(), w.text("#status"))
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// text returns what an element says, "" if it is hidden.
func (w *window) text(selector string) string {
	w.t.Helper()
	return evaluate[string](w, fmt.Sprintf(`(document.querySelector(%q)?.innerText || "").trim()`, selector))
}

// notice returns the newest notice, which may be hidden again.
func (w *window) notice() string {
	w.t.Helper()
	return evaluate[string](w, `document.querySelector("#notice-text").textContent`)
}

// moves returns the moves of the list, as a person reads them.
func (w *window) moves() string {
	w.t.Helper()
	return evaluate[string](w, `[...document.querySelectorAll("#moves > .move")].map((m) => m.firstChild.textContent).join(" ")`)
}

// press presses keys one after the other.
func (w *window) press(keys string) {
	w.t.Helper()
	if w.fox != nil {
		must(w.t, w.fox.press(keys))
		return
	}
	for _, key := range keys {
		w.run(chromedp.KeyEvent(string(key)))
	}
}

// enter types a text into an element.
func (w *window) enter(selector, text string) {
	w.t.Helper()
	w.await(fmt.Sprintf(`((e) => { e?.focus(); return document.activeElement === e; })(document.querySelector(%q))`, selector)) // elsewhere keys are commands
	w.press(text)
}

// upload chooses files where the page asks for some.
func (w *window) upload(selector string, names ...string) {
	w.t.Helper()
	if w.fox != nil {
		must(w.t, w.fox.upload(selector, names))
		return
	}
	w.run(chromedp.SetUploadFiles(chromedp.CSS(selector), names))
}

// resize gives the window another size.
func (w *window) resize(width, height int64) {
	w.t.Helper()
	if w.fox != nil {
		must(w.t, w.fox.resize(width, height))
	} else {
		w.run(chromedp.EmulateViewport(width, height))
	}
	w.await(fmt.Sprintf(`innerWidth === %d && innerHeight === %d`, width, height))
	evaluate[any](w, `(async () => {`+twoFrames+`})()`) // what follows the size of the window has followed
}

// A point is a place in the window.
type point struct {
	X, Y float64
}

// square returns where a square is, once the board stands still: where its number is drawn, or it is
// named so.
func (w *window) square(name string) point {
	w.t.Helper()
	return evaluate[point](w, fmt.Sprintf(`(async () => {
		const middle = () => {
			const s = [...document.querySelectorAll("[data-square]")].find((s) => s.getAttribute("aria-label").split(",")[0] === %q);
			const b = s.querySelector(".dark").getBoundingClientRect();
			return {X: b.left + b.width / 2, Y: b.top + b.height / 2};
		};
		for (let last = middle(); ;) {
			`+twoFrames+`
			const now = middle();
			if (now.X === last.X && now.Y === last.Y) return now;
			last = now;
		}
	})()`, name))
}

// piece returns what stands on a square: "white man", "empty".
func (w *window) piece(name string) string {
	w.t.Helper()
	return evaluate[string](w, fmt.Sprintf(`[...document.querySelectorAll("[data-square]")].map((s) => s.getAttribute("aria-label").split(", ")).find((l) => l[0] === %q)[1]`, name))
}

// play makes moves by clicks and waits for each to be in the list, where an answer of
// Stupol may follow it. The squares of a move are those that are clicked.
func (w *window) play(moves ...string) {
	w.t.Helper()
	for _, move := range moves {
		count := evaluate[int](w, `document.querySelectorAll("#moves > .move").length`)
		w.clickSquares(strings.FieldsFunc(move, func(r rune) bool { return r == '-' || r == 'x' })...)
		w.await(fmt.Sprintf(`document.querySelectorAll("#moves > .move").length > %d`, count))
		w.settle()
	}
}

// setTheme chooses the colours of the page.
func (w *window) setTheme(theme string) {
	w.t.Helper()
	evaluate[any](w, fmt.Sprintf(`void ((s) => { s.value = %q; s.dispatchEvent(new Event("change")); })(document.querySelector("#theme-select"))`, theme))
}

// speak has the page in a language, as its settings do; "" is that of the browser.
func (w *window) speak(language string) {
	w.t.Helper()
	evaluate[any](w, fmt.Sprintf(`void ((s) => { s.value = %q; s.dispatchEvent(new Event("change")); delete document.body.dataset.ready; })(document.querySelector("#language"))`, language))
	eventually(w.t, "the page is loaded anew", func() bool {
		ready, err := tryEvaluate[bool](w, `document.body?.dataset.ready === "yes"`)
		return err == nil && ready // an error, while the page goes away
	})
}

// settle waits until the board has been drawn and takes moves again. A piece is animated
// until the board is drawn without it.
func (w *window) settle() {
	w.t.Helper()
	w.await(`document.querySelector("#board").classList.contains("active") && document.getAnimations().every((a) => !a.effect.target?.classList?.contains("piece"))`)
}
