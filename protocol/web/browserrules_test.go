package web

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"
)

const (
	rulesAreOpen   = `document.querySelector("#rules").open && document.activeElement.id === "rules-title"`
	rulesAreClosed = `!document.querySelector("#rules").open`
)

// TestRulesDialog reads the rules by the keyboard in two languages and sizes: where it is opened
// it is left again, and what it shows has names.
func TestRulesDialog(t *testing.T) {
	t.Parallel()
	axe, err := os.ReadFile("../../.ci/page/node_modules/axe-core/axe.min.js")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	s := serve(t, testOptions(), usualTimeouts)
	for _, tt := range []struct {
		language, first, title string
		width, height          int64
		button                 string // a phone has none in its head: there the key opens them, and the help
	}{
		{"", "The board has 8×8 squares", "Rules", 1280, 800, "rules-open"},
		{"ru", "На доске 8×8 клеток", "Правила", 360, 640, ""},
	} {
		w := openIn(t, browser(t), s, "#v=italian", tt.width, tt.height)
		w.speak(tt.language)
		if tt.button != "" {
			evaluate[any](w, `void document.querySelector("#`+tt.button+`").focus()`)
			w.press("\r")
		} else {
			w.press("r")
		}
		w.await(rulesAreOpen)
		if got := w.text("#rules-title"); got != tt.title {
			t.Errorf("the title is %q", got)
		}
		if got := w.text("#rules-list li"); !strings.HasPrefix(got, tt.first) {
			t.Errorf("the first rule is %q", got)
		}
		if n := evaluate[int](w, `document.querySelectorAll("#rules-diagrams .arrow").length`); n != 2 {
			t.Errorf("%d diagrams", n)
		}
		if wide := evaluate[bool](w, `document.querySelector("#rules").scrollWidth > document.querySelector("#rules").clientWidth`); wide {
			t.Errorf("%s: the rules are too wide", tt.language)
		}
		if len(axe) > 0 {
			evaluate[any](w, string(axe)+"; void 0")
			for _, theme := range []string{"light", "dark"} {
				w.setTheme(theme)
				w.axe(tt.language + " " + theme + ", rules")
			}
		}
		w.press("\u001b")
		w.await(rulesAreClosed + ` && document.activeElement.id === "` + tt.button + `" && document.querySelectorAll(".board svg").length === 1`)
	}
}

// TestRulesTry reads the rules of another game from the help, and puts a position of them on the
// board.
func TestRulesTry(t *testing.T) {
	t.Parallel()
	w := open(t, serve(t, testOptions(), usualTimeouts), "#v=international")
	w.play("32-28")
	w.click("#help-open")
	w.click("#help-rules")
	w.await(rulesAreOpen)
	evaluate[any](w, `void ((s) => { s.value = "killer"; s.dispatchEvent(new Event("change")); })(document.querySelector("#rules-variant"))`)
	w.await(`document.querySelector("#rules-diagrams strong")?.textContent === "46x19"`)
	if got := evaluate[string](w, `document.querySelector("#rules-diagrams [role=img]").getAttribute("aria-label")`); got != "White men: 48; White kings: 46; Black men: 6; Black kings: 23" {
		t.Errorf("the first position is %q", got)
	}
	w.click("#rules-diagrams button")
	w.await(rulesAreClosed + ` && location.hash.includes("v=killer")`)
	if got := w.piece("23"); got != "black king" {
		t.Errorf("on 23 %s", got)
	}
	w.clickSquares("46")
	w.await(`document.querySelector("#moves .move")?.textContent === "46x19"`)
	w.click("#notice-act")
	w.await(`location.hash.includes("m=32-28")`)
}

// TestRulesLink opens the rules of the game that a link names.
func TestRulesLink(t *testing.T) {
	t.Parallel()
	w := open(t, serve(t, testOptions(), usualTimeouts), "#rules=frisian")
	w.await(rulesAreOpen + ` && document.querySelector("#rules-variant").value === "frisian"`)
	w.press("\u001b")
	w.await(rulesAreClosed)
	evaluate[any](w, `void (location.hash = "#rules=chess")`)
	w.await(`document.querySelector("#notice-text").textContent === "There is no game chess."`)
	evaluate[any](w, `void (location.hash = "#rules=pool")`)
	w.await(rulesAreOpen + ` && document.querySelectorAll("#rules-list li").length === 11`)
}
