package web

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestAccessibility looks for violations of the WCAG rules that axe-core knows, in
// every panel, light and dark, and in Russian. npm ci --prefix .ci/page installs it where it is looked
// for.
func TestAccessibility(t *testing.T) {
	t.Parallel()
	axe, err := os.ReadFile("../../.ci/page/node_modules/axe-core/axe.min.js")
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("axe-core is not installed: npm ci --prefix .ci/page")
	}
	if err != nil {
		t.Fatal(err)
	}
	s, tabs := serveAll(t)
	w := open(t, s, blunderGame)
	for _, look := range []struct{ language, theme, rules string }{
		{"", "light", `{resultTypes: ["violations"]}`},
		{"", "dark", `{resultTypes: ["violations"], runOnly: ["color-contrast"]}`}, // nothing else differs
		{"ru", "light", `{resultTypes: ["violations"], rules: {"color-contrast": {enabled: false}}}`},
	} {
		w.rules = look.rules
		if look.language != "" {
			w.speak(look.language)
		}
		evaluate[any](w, string(axe)+"; void 0")
		w.setTheme(look.theme)
		where := look.language + " " + look.theme + ", "
		for _, tab := range tabs {
			w.click("#tab-" + tab)
			if tab == "library" {
				w.click("#library-find")
				w.await(`document.querySelectorAll("#library-games li").length > 0`)
				evaluate[any](w, `void (document.querySelector("#pattern").open = true)`)
				w.await(`document.querySelector("main").classList.contains("setting-up")`)
			}
			if tab == "puzzles" {
				w.await(`document.querySelector("#puzzle-state").classList.contains("ask")`)
				w.axe(where + "a puzzle")
				w.click("#puzzle-solution")
				w.await(`!document.querySelector("#puzzle-line").hidden`)
			}
			if tab == "analyse" {
				w.click("#engine")
				w.await(`document.querySelectorAll("#lines li").length > 0`)
			}
			w.axe(where + tab)
			if tab == "puzzles" {
				w.click("#deck-open")
				w.fillDeck()
				w.axe(where + "my mistakes")
				w.click("#deck-close")
				w.await(`document.querySelector("#puzzle-state").checkVisibility()`)
			}
		}
		w.axeOfMistakes(where)
		w.click("#tab-play")
		w.press("\u001b")
		for _, dialog := range []string{"help", "settings"} {
			w.click("#" + dialog + "-open")
			w.axe(where + dialog)
			w.press("\u001b")
		}
		evaluate[any](w, `void document.querySelector("#text-toggle").click()`)
		w.axe(where + "text")
	}
}

// axeOfMistakes looks at what is said of a blunder, and at a lesson.
func (w *window) axeOfMistakes(where string) {
	w.t.Helper()
	w.click("#tab-analyse")
	w.analyse()
	w.click("#next-mistake")
	w.await(`!document.querySelector("#better").hidden`)
	w.axe(where + "a mistake")
	w.click(".learn-open")
	w.await(`!document.querySelector("#learn-hint").hidden`)
	w.axe(where + "a lesson")
	w.click("#learn-solution")
	w.await(`!document.querySelector("#learn-line").hidden`)
	w.axe(where + "its solution")
	w.click("#learn-close")
}

// axe reports violations of the rules that the window is looked at by.
func (w *window) axe(where string) {
	w.t.Helper()
	found, err := chromedp.Run(w.ctx, chromedp.Evaluate[[]string](`axe.run(document, `+cmp.Or(w.rules, "{}")+`).then((r) =>
		r.violations.map((v) => v.id + ": " + v.help + " " + v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160) + " " + n.failureSummary).join(" | ")))`, chromedp.EvalAwaitPromise))
	if err != nil {
		w.t.Fatal(err)
	}
	for _, v := range found {
		w.t.Errorf("%s: %s", where, v)
	}
}
