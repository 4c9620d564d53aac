package web

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"stupol/protocol/words"
)

// prefer makes languages those of the browser, the first before the others.
func (w *window) prefer(languages string) {
	w.t.Helper()
	agent := evaluate[string](w, "navigator.userAgent")
	w.run(chromedp.Func(func(ctx context.Context, tab *chromedp.Target) error {
		_, err := cdp.Call(ctx, tab, emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{UserAgent: agent, AcceptLanguage: languages})
		return err
	}))
}

// lang returns the language that the page says it is in.
func (w *window) lang() string {
	w.t.Helper()
	return evaluate[string](w, "document.documentElement.lang")
}

// TestLanguage has the page in the language of the browser, and in another one that is chosen
// in the settings. What comes from the server is in it, too.
func TestLanguage(t *testing.T) {
	t.Parallel()
	s := serve(t, testOptions(), usualTimeouts)
	w := open(t, s, "")
	if got := w.lang() + " " + w.text("#tab-play"); got != "en Play" {
		t.Errorf("in a browser that speaks English: %s", got)
	}
	w.prefer("tlh,pl-PL,de")
	w.load("?polish")
	if got := w.lang() + " " + w.text("#tab-play") + ", " + w.text("#status"); got != "pl Gra, Ruch białych" {
		t.Errorf("in a browser that speaks Klingon and Polish: %s", got)
	}
	if got := evaluate[string](w, `document.querySelector("#new").title + " " + document.querySelector("[data-square]").getAttribute("aria-label")`); got != "Nowa partia (n) 1, czarny pion" {
		t.Errorf("what is not written, but said: %s", got)
	}
	w.play("32-28")
	w.speak("pt")
	if got := w.lang() + " " + w.text("#status") + ", " + w.moves(); got != "pt-BR Pretas jogam, 32-28" {
		t.Errorf("Portuguese is chosen: %s", got)
	}
	w.load("?kept")
	if got := w.lang(); got != "pt-BR" {
		t.Errorf("after the page was loaded again: %s", got)
	}
	w.speak("")
	if got := w.lang(); got != "pl" {
		t.Errorf("the language of the browser is chosen: %s", got)
	}
}

// TestNumbersAgree compares the numbers of the page, which are the browser's, with those of the
// reports.
func TestNumbersAgree(t *testing.T) {
	t.Parallel()
	w := open(t, serve(t, testOptions(), usualTimeouts), "")
	for _, name := range words.Names() {
		l, err := words.Named(name)
		must(t, err)
		for _, n := range []int64{999, 12345, 1234567} {
			if got, want := l.Whole(n), evaluate[string](w, fmt.Sprintf(`(%d).toLocaleString(%q)`, n, l.Tag())); got != want {
				t.Errorf("%s: %q, the browser writes %q", name, got, want)
			}
		}
	}
}

// TestRussian reads a list of games, with the plural forms of Russian, and what the server says.
func TestRussian(t *testing.T) {
	t.Parallel()
	s := serve(t, testOptions(), usualTimeouts)
	w := open(t, s, "")
	w.quietly = true // the refusal is in the console
	w.speak("ru")
	w.click("#tab-games")
	if got, want := w.text("#kept"), "Сохраняется 60 последних партий"; !strings.HasPrefix(got, want) {
		t.Errorf("of the games kept it says %q, want %q", got, want)
	}
	w.paste("[White \"A\"]\n1. 32-28 *\n\n[White \"B\"]\n1. 32-28 19-23 2. 28x19 *\n\n[White \"C\"]\n1. 32-28 18-22 2. 37-32 12-18 3. 41-37 7-12 4. 46-41 1-7 5. 34-29 *")
	w.await(`document.querySelectorAll("#file-games li").length === 3`)
	if got, want := evaluate[string](w, `[...document.querySelectorAll("#file-games h2, #file-games .quiet")].map((e) => e.textContent).join(", ")`), "3 партии в файле, * · 1 ход, * · 2 хода, * · 5 ходов"; got != want {
		t.Errorf("the list says %q, want %q", got, want)
	}
	evaluate[any](w, `void (document.querySelector("#type").value = "32-29", document.querySelector("#type-form").requestSubmit())`)
	w.await(`!document.querySelector("#notice").hidden && document.querySelector("#notice-text").textContent.includes("32-29")`)
	if got, want := w.notice(), "«32-29»: так ходить нельзя"; got != want {
		t.Errorf("the notice says %q, want %q", got, want)
	}
	w.load("?won#v=english&f=W:W1:B29&m=29-25")
	if got := w.text("#status"); got == "" || got[0] < 128 {
		t.Errorf("the status is %q", got)
	}
}
