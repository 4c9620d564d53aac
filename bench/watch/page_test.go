package watch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"stupol/protocol/web/chromium"
)

// A window is a tab of a browser that shows the page, with a storage and connections of its own.
type window struct {
	t     testing.TB
	ctx   context.Context
	close func()
}

// openBrowser starts a browser, if there is one.
func openBrowser(t testing.TB) context.Context {
	t.Helper()
	ctx, stop, err := chromium.Start()
	if errors.Is(err, chromium.ErrNone) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	return ctx
}

// openWindow opens an address in a window of that size, in a browser that prefers a language and a
// theme.
func openWindow(t testing.TB, parent context.Context, address string, width, height int64, language, theme string) *window {
	t.Helper()
	ctx, cancel := chromedp.NewContext(parent, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	w := &window{t, ctx, cancel}
	if err := chromedp.Listen(ctx, w.listen); err != nil {
		t.Fatal(err)
	}
	w.run(chromedp.EmulateViewport(width, height))
	agent := evaluate[string](w, "navigator.userAgent")
	w.run(chromedp.Func(func(ctx context.Context, tab *chromedp.Target) error {
		_, err := cdp.Call(ctx, tab, emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{UserAgent: agent, AcceptLanguage: language})
		_, mediaErr := cdp.Call(ctx, tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}}})
		_, logErr := cdp.Call(ctx, tab, log.Enable, cdp.Empty{})
		return errors.Join(err, mediaErr, logErr)
	}), chromedp.Navigate(address))
	return w
}

// listen reports what must not be: messages in the console.
func (w *window) listen(event any) {
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		w.t.Error(e.ExceptionDetails.Text, e.ExceptionDetails.Exception.Description)
	case *log.EventEntryAdded:
		w.t.Error(e.Entry.Level, e.Entry.Text, e.Entry.URL)
	}
}

func (w *window) run(actions ...chromedp.Action[chromedp.Void]) {
	w.t.Helper()
	if err := chromedp.Do(w.ctx, actions...); err != nil {
		w.t.Fatal(err)
	}
}

// evaluate returns the value of an expression in the page, awaited if it is a promise.
func evaluate[T any](w *window, expression string) T {
	w.t.Helper()
	value, err := chromedp.Run(w.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		w.t.Fatalf("%s: %v", expression, err)
	}
	return value
}

// await waits until an expression holds.
func (w *window) await(expression string) {
	w.t.Helper()
	const most = 3 * time.Minute
	for began := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		holds, err := chromedp.Run(w.ctx, chromedp.Evaluate[bool](expression))
		if holds {
			return
		}
		if time.Since(began) > most { // an error may be that the page is loaded anew
			w.t.Fatalf("not within %v: %s: %v\n%s", most, expression, err, evaluate[string](w, "document.body.innerText"))
		}
	}
}

// text returns what an element says.
func (w *window) text(selector string) string {
	w.t.Helper()
	return evaluate[string](w, fmt.Sprintf(`document.querySelector(%q).innerText.trim().replace(/\s+/g, " ")`, selector))
}

// axe looks for violations of the WCAG rules that axe-core knows, where it is installed.
func (w *window) axe() {
	w.t.Helper()
	axe, err := os.ReadFile("../../.ci/page/node_modules/axe-core/axe.min.js")
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	if err != nil {
		w.t.Fatal(err)
	}
	evaluate[any](w, string(axe)+"; void 0")
	for _, v := range evaluate[[]string](w, `axe.run(document, {resultTypes: ["violations"]}).then((r) =>
		r.violations.map((v) => v.id + ": " + v.help + " " + v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160) + " " + n.failureSummary).join(" | ")))`) {
		w.t.Error(v)
	}
}

// shoot writes a picture of the whole page into the folder that STUPOL_SCREENSHOTS names.
func (w *window) shoot(name string) {
	w.t.Helper()
	folder := os.Getenv("STUPOL_SCREENSHOTS")
	if folder == "" {
		return
	}
	height := evaluate[int64](w, "document.documentElement.scrollHeight")
	width := evaluate[int64](w, "innerWidth")
	w.run(chromedp.EmulateViewport(width, height))
	picture, err := chromedp.Run(w.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name+".png"), picture, 0o644); err != nil {
		w.t.Fatal(err)
	}
}

// TestPage looks at trials in the middle of one, on a phone and a desktop, light and dark, in three
// languages. STUPOL_SCREENSHOTS names a folder for pictures.
func TestPage(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes long")
	}
	browser := openBrowser(t)
	s, address := newQuick(t)
	playTrials(t, s, filepath.Join(t.TempDir(), "journals"), func() {
		for _, look := range []struct{ language, title, status, state string }{
			{"en-GB", "Trials", "1 game being played", "undecided"},
			{"de,tlh", "Versuche", "1 Partie läuft", "offen"},
			{"ru", "Испытания", "идёт 1 партия", "не решено"},
		} {
			for _, size := range []struct {
				name          string
				width, height int64
				theme         string
			}{{"phone", 390, 844, "light"}, {"phone", 390, 844, "dark"}, {"desktop", 1280, 800, "light"}, {"desktop", 1280, 800, "dark"}} {
				w := openWindow(t, browser, address+"/", size.width, size.height, look.language, size.theme)
				w.await(`document.querySelectorAll("#boards .piece").length > 0 && document.querySelectorAll("#games button").length === 1`)
				if got := w.text("#trials-title") + ", " + w.text("#status") + ", " + w.text("#queue tbody td:nth-child(2)"); got != look.title+", "+look.status+", "+look.state {
					t.Errorf("%s: %s", look.language, got)
				}
				if wide := evaluate[int](w, "document.documentElement.scrollWidth"); wide > int(size.width) {
					t.Errorf("%s: the page of a %s is %d wide", look.language, size.name, wide)
				}
				evaluate[any](w, `void document.querySelector("#games button").click()`)
				w.await(`document.querySelectorAll("#moves li").length > 20`)
				evaluate[any](w, `void (document.querySelector("#first").click(), document.querySelector("#next").click())`)
				w.axe()
				evaluate[any](w, `void document.querySelector("#last").click()`)
				w.shoot(fmt.Sprintf("trials-%s-%s-%.2s", size.name, size.theme, look.language))
			}
		}
		w := openWindow(t, browser, address+"/", 1280, 800, "en", "light")
		w.await(`document.querySelectorAll("#language option").length > 9`)
		evaluate[any](w, `void (document.querySelector("#language").value = "pl", document.querySelector("#language").dispatchEvent(new Event("change")))`)
		w.await(`document.documentElement.lang === "pl" && document.querySelector("#trials-title").textContent === "Próby" && document.querySelector("#language").value === "pl"`)
	})
	w := openWindow(t, browser, address+"/#1.2", 1280, 800, "nl", "light")
	w.await(`document.querySelectorAll("#games button").length === 2 && document.querySelectorAll("#moves li").length > 20`)
	if got := w.text("#title") + ", " + w.text("#queue tr:nth-child(5) td:nth-child(2)"); !strings.HasPrefix(got, "new – old, mislukt: ") {
		t.Errorf("in the end: %q", got)
	}
	w.await(`/^Scores van/.test(document.querySelector("#viewer-graph svg").getAttribute("aria-label"))`)
	evaluate[any](w, `void (document.querySelector("#viewer .curve-of").value = "depths", document.querySelector("#viewer .curve-of").dispatchEvent(new Event("change")))`)
	w.await(`/^Dieptes van/.test(document.querySelector("#viewer-graph svg").getAttribute("aria-label")) && document.querySelectorAll("#viewer-graph polyline").length === 2`)
	w.await(`[...document.querySelectorAll(".curve-of")].every((select) => select.value === "depths") && /tot \d+/.test(document.querySelector("#viewer-graph .key").textContent)`)
	w.await(`document.querySelector("#viewer-analyse").hidden`) // nobody has said where
	s.analyse = "http://127.0.0.1:1/"
	w = openWindow(t, browser, address+"/#1.2", 1280, 800, "nl", "light")
	w.await(`/^http:\/\/127\.0\.0\.1:1\/#v=international&m=[-0-9x.]{20,}$/.test(document.querySelector("#viewer-analyse").href) && !document.querySelector("#viewer-analyse").hidden`)
}
