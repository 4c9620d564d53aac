package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	chromium "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"

	"stupol/protocol/gate"
)

// paste reads a text as if it was pasted.
func (w *window) paste(text string) {
	w.t.Helper()
	w.click("#tab-games")
	evaluate[any](w, fmt.Sprintf(`void (document.querySelector("#paste").value = %q)`, text))
	w.click("#read")
}

// pdn returns the game as the page writes it.
func (w *window) pdn() string {
	w.t.Helper()
	evaluate[any](w, `void (window.copied = "", navigator.clipboard.writeText = async (text) => { window.copied = text; })`)
	w.click("#tab-games")
	w.click("#copy-pdn")
	w.await(`window.copied !== ""`)
	return evaluate[string](w, `window.copied`)
}

// downloaded clicks something that saves a file, and returns what is in that.
func (w *window) downloaded(selector string) string {
	w.t.Helper()
	folder := w.downloads()
	names := func() []string {
		found, err := filepath.Glob(filepath.Join(folder, "*.*"))
		must(w.t, err)
		return found
	}
	before := names()
	w.click(selector)
	var file []byte
	eventually(w.t, "the file is saved", func() bool {
		after := slices.DeleteFunc(names(), func(name string) bool { return slices.Contains(before, name) })
		if len(after) != 1 || strings.HasSuffix(after[0], "part") || strings.HasSuffix(after[0], "download") { // until it is whole
			return false
		}
		var err error
		file, err = os.ReadFile(after[0])
		return err == nil && len(file) > 0
	})
	return string(file)
}

// downloads returns the folder for files that are saved.
func (w *window) downloads() string {
	w.t.Helper()
	if w.fox != nil {
		return w.fox.downloads
	}
	folder := w.t.TempDir()
	w.run(chromedp.Func(func(ctx context.Context, tab *chromedp.Target) error {
		_, err := cdp.Call(ctx, tab, chromium.SetDownloadBehavior, chromium.SetDownloadBehaviorParams{
			Behavior: chromium.SetDownloadBehaviorBehaviorAllow, DownloadPath: folder, BrowserContextID: chromedp.FromContext(ctx).BrowserContextID,
		})
		return err
	}))
	return folder
}

// TestPDNInAndOut reads a game with everything in it, changes its variations,
// and writes it unchanged.
func TestPDNInAndOut(t *testing.T) {
	t.Parallel()
	s := serve(t, testOptions(), usualTimeouts)
	w := open(t, s, "")
	w.paste(withEverything)
	w.await(`document.querySelectorAll("#moves > .move").length === 4`)
	if got := w.pdn(); got != withEverything {
		t.Errorf("written:\n%s\nread:\n%s", got, withEverything)
	}
	if got := w.downloaded("#download"); got != withEverything { // which the policy of the page must allow
		t.Errorf("downloaded:\n%s", got)
	}
	if got := w.text("#moves"); !strings.Contains(got, "Springer") || !strings.Contains(got, "Before the game") {
		t.Errorf("the list: %s", got)
	}
	// The second variation of the first move of Black becomes the first, and back.
	evaluate[any](w, `void [...document.querySelectorAll(".variation .move")].find((m) => m.textContent === "20-25").click()`)
	w.await(`document.querySelector("#moves .here")?.textContent === "20-25"`)
	w.click("#make-main")
	w.await(`document.querySelectorAll("#moves > .move").length === 2 && document.querySelector("#make-main").hidden`)
	evaluate[any](w, `void [...document.querySelectorAll(".variation .move")].find((m) => m.textContent === "19-23").click()`)
	w.await(`document.querySelector("#moves .here")?.textContent === "19-23"`)
	w.click("#promote")
	w.await(`document.querySelectorAll("#moves > .move").length === 4`)
	evaluate[any](w, `void [...document.querySelectorAll(".variation .move")].find((m) => m.textContent === "18-23").click()`)
	w.await(`document.querySelector("#moves .here")?.textContent === "18-23"`)
	w.click("#promote")
	w.click("#promote")
	w.click("#delete")
	w.await(`!document.querySelector("#moves").textContent.includes("Springer")`)
}

// TestFile opens a file with several games and a game with a fault.
func TestFile(t *testing.T) {
	t.Parallel()
	s := serve(t, testOptions(), usualTimeouts)
	name := filepath.Join(t.TempDir(), "games.pdn")
	text := withEverything + "[White \"Caf\xe9\"]\n[Black \"B\"]\n[GameType \"25\"]\n\n1. c3-d4 d6-c5 *\n\n[White \"C\"]\n\n1. 32-28 18-23 2. 28x46 *\n"
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	w := open(t, s, "")
	w.click("#tab-games")
	w.upload("#file", name)
	w.await(`document.querySelectorAll("#file-games .game").length === 3`)
	if got := w.text("#file-games"); !strings.Contains(got, "Café – B") {
		t.Errorf("the list: %s", got)
	}
	w.click("#file-games li:nth-child(2) .game")
	w.await(`document.querySelector("#variant").value === "russian" && document.querySelectorAll("#moves > .move").length === 2`)
	w.click("#file-games li:nth-child(3) .game")
	w.await(`/28x46/.test(document.querySelector("#notice-text").textContent) && document.querySelectorAll("#moves > .move").length === 2`)
	w.paste("W:W77:B5")
	w.await(`/no such square/.test(document.querySelector("#paste-state").textContent)`) // where it was pasted
	w.paste("B:W46:BK5")
	w.await(`location.hash.includes("B:W46:BK5")`)
	w.quietly = true // refusals are in the console
}

// TestReload makes moves, variations and comments, and loads the page again.
func TestReload(t *testing.T) {
	t.Parallel()
	s := serve(t, testOptions(), usualTimeouts)
	w := open(t, s, "#v=international")
	w.still()
	w.play("32-28", "19-23", "28x19")
	w.press("kk")
	w.await(`document.querySelector("#moves .here")?.textContent === "32-28"`)
	w.settle()
	w.clickSquares("18", "23")
	w.await(`document.querySelectorAll(".variation .move").length === 1`)
	w.await(`location.hash.endsWith("32-28.18-23")`)
	w.enter("#comment", "a Springer\t")
	w.await(`/a Springer/.test(document.querySelector("#moves").textContent)`)
	before := w.text("#moves")
	w.load(evaluate[string](w, `location.hash`))
	w.reload()
	w.await(`Boolean(document.body.dataset.ready)`)
	if got := w.text("#moves"); got != before {
		t.Errorf("after the reload:\n%s\nbefore:\n%s", got, before)
	}
	if got := w.text("#moves .here"); got != "18-23" {
		t.Errorf("after the reload the move is %q", got)
	}
}

// TestReloadWithOldAddress loads the page again, with the address of two changes before: a
// browser that is busy misses some. The game is the one that was shown.
func TestReloadWithOldAddress(t *testing.T) {
	t.Parallel()
	w := open(t, serve(t, testOptions(), usualTimeouts), "#v=international")
	w.still()
	for _, move := range []string{"32-28", "32-27"} {
		w.play(move)
		w.await(fmt.Sprintf(`location.hash.endsWith("m=%s")`, move))
		w.click("#delete")
		w.await(`!location.hash.includes("m=")`)
	}
	w.leave()
	w.load("#v=international&m=32-28")
	if got := w.moves(); got != "" {
		t.Errorf("after the reload the game has the moves %s, want none", got)
	}
}

// TestTabs has two tabs of one browser with different games; each keeps its own.
func TestTabs(t *testing.T) {
	t.Parallel()
	s := serve(t, testOptions(), usualTimeouts)
	a := open(t, s, "#v=international")
	b := a.beside("#v=russian")
	a.still()
	a.play("32-28")
	b.play("c3-d4")
	a.click("#tab-analyse")
	a.click("#engine")
	b.click("#tab-analyse")
	b.click("#engine")
	a.await(`document.querySelectorAll("#lines li").length > 0`)
	b.await(`document.querySelectorAll("#lines li").length > 0`)
	if n := s.engines.count(); n != 2 {
		t.Errorf("%d engines for two tabs", n)
	}
	for w, want := range map[*window]string{a: "32-28", b: "c3-d4"} {
		w.reload()
		w.await(`Boolean(document.body.dataset.ready)`)
		if got := w.moves(); got != want {
			t.Errorf("after the reload: %q, want %q", got, want)
		}
	}
	b.leave()
	a.leave()
	eventually(t, "the engines of closed tabs are freed", func() bool { return s.engines.count() == 0 })
}

// TestSettingsOfTwoTabs changes one setting in each of two tabs: both stay, and each tab shows the
// looks that were chosen in the other.
func TestSettingsOfTwoTabs(t *testing.T) {
	t.Parallel()
	s := serve(t, testOptions(), usualTimeouts)
	a := open(t, s, "#v=international")
	b := a.beside("#v=international")
	const board = `document.querySelector("#board-colours")`
	other := evaluate[string](b, board+`.options[1].value`)
	a.setTheme("dark")
	b.await(`document.querySelector("#theme-select").value === "dark" && document.querySelector("#dark").media === "screen"`)
	evaluate[any](b, fmt.Sprintf(`void ((s) => { s.value = %q; s.dispatchEvent(new Event("change")); })(%s)`, other, board))
	b.check("sounds", true)
	a.await(fmt.Sprintf(`%s.value === %q && document.documentElement.dataset.boardColours === %[2]q && document.querySelector("#sounds").checked`, board, other))
	a.check("animate", false)
	for _, w := range []*window{a, b} {
		w.reload()
		w.await(`Boolean(document.body.dataset.ready)`)
		if got, want := evaluate[string](w, `["#theme-select", "#board-colours"].map((id) => document.querySelector(id).value).concat(document.querySelector("#sounds").checked, document.querySelector("#animate").checked).join()`), "dark,"+other+",true,false"; got != want {
			t.Errorf("after the reload: %s, want %s", got, want)
		}
	}
}

func tabNames(s *Server) (names []string) {
	s.engines.mu.Lock()
	defer s.engines.mu.Unlock()
	for name := range s.engines.tabs {
		names = append(names, name)
	}
	return names
}

// TestWeight adds up what a browser gets for the page, compressed: it, and all that it names
// but what translates it. Nothing else is served.
func TestWeight(t *testing.T) {
	const most = 105_000
	s := serve(t, testOptions(), usualTimeouts)
	load := func(path string) string {
		r := s.request(http.MethodGet, path, "")
		r.Header.Set("Accept-Encoding", "gzip")
		status, body := do(t, r)
		if status != http.StatusOK {
			t.Fatalf("%s: %d %s", path, status, body)
		}
		return body
	}
	_, index := do(t, s.request(http.MethodGet, "/", ""))
	sum, loaded := len(load("/")), map[string]bool{"index.html": true}
	for _, m := range regexp.MustCompile(`<(?:link|script|img)\b[^>]*(?:href|src)="([^"]+)"`).FindAllStringSubmatch(index, -1) {
		if name := m[1]; !loaded[name] {
			loaded[name] = true
			if size := len(load("/" + name)); name != "language.js" {
				sum += size
			}
		}
	}
	entries, err := pageFiles.ReadDir("page")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !loaded[e.Name()] && !loadedLater(t, e.Name()) {
			t.Errorf("index.html does not name %s", e.Name())
		}
	}
	if sum > most {
		t.Errorf("the page has %d bytes, want %d at most", sum, most)
	}
	t.Logf("%d bytes in %d files", sum, len(loaded))
}

// loadedLater reports whether a module has that one loaded when it is wanted.
func loadedLater(t *testing.T, module string) bool {
	t.Helper()
	others, err := fs.Glob(pageFiles, "page/*.js")
	if err != nil {
		t.Fatal(err)
	}
	later := regexp.MustCompile(`import\("\./` + regexp.QuoteMeta(module) + `"\)[^.]`) // and not the name of a type
	return slices.ContainsFunc(others, func(name string) bool {
		text, err := pageFiles.ReadFile(name)
		return err == nil && later.Match(text)
	})
}

// TestGzip asks for a file in all ways: what comes is the file, and each form has its tag.
func TestGzip(t *testing.T) {
	s := serve(t, testOptions(), usualTimeouts)
	want, err := pageFiles.ReadFile("page/app.js")
	if err != nil {
		t.Fatal(err)
	}
	want = gate.Bare("app.js", want)
	tags := map[string]string{}
	for accepts, zipped := range map[string]bool{
		"gzip": true, "deflate, GZIP;q=0.5": true, "br, gzip": true, "gzip;q=0": false, "gzip; q=0.0": false, "identity": false, "xgzip": false,
	} {
		r := s.request(http.MethodGet, "/app.js", "")
		r.Header.Set("Accept-Encoding", accepts)
		answer, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		body := io.Reader(answer.Body)
		if got := answer.Header.Get("Content-Encoding") == "gzip"; got != zipped {
			t.Errorf("%q: by gzip: %v", accepts, got)
		} else if zipped {
			if body, err = gzip.NewReader(body); err != nil {
				t.Fatal(err)
			}
		}
		got, err := io.ReadAll(body)
		answer.Body.Close()
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%q: %d bytes, %v, want %d", accepts, len(got), err, len(want))
		}
		tags[answer.Header.Get("ETag")] = answer.Header.Get("Content-Encoding")
	}
	if len(tags) != 2 {
		t.Errorf("the tags are %v", tags)
	}
}

// losePositions lets some questions for a position through, and fails as many after them.
func (w *window) losePositions(through, lost int) {
	w.t.Helper()
	evaluate[any](w, fmt.Sprintf(`void ((real, n) => {
		window.fetch = (path, ...rest) =>
			path !== "/api/position" || n++ < %d || n > %d ? real(path, ...rest) : Promise.reject(new TypeError("lost"));
	})(window.fetch, 0)`, through, through+lost))
}

// TestRecent begins a new game and comes back to the one before, which is dropped
// on the page as a text: first while the server does not answer, which changes nothing.
func TestRecent(t *testing.T) {
	t.Parallel()
	s := serve(t, testOptions(), usualTimeouts)
	w := open(t, s, "")
	evaluate[any](w, `(() => {
		const data = new DataTransfer();
		data.setData("text", "[White \"Ada\"]\n[GameType \"25\"]\n\n1. c3-d4 d6-c5 *");
		dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
	})()`)
	w.await(`document.querySelectorAll("#moves > .move").length === 2`)
	w.click("#new")
	w.await(`document.querySelectorAll("#moves > .move").length === 0`)
	w.click("#tab-games")
	w.await(`/Ada/.test(document.querySelector("#recent").textContent)`)
	w.losePositions(0, 1)
	w.click("#recent .game")
	w.await(`document.querySelector("#notice-text").textContent !== "" && (window.since ??= performance.now()) + 400 < performance.now()`) // it would be saved by now
	w.click("#recent .game")
	w.await(`document.querySelectorAll("#moves > .move").length === 2`)
	if got := w.text("#player-bottom .name"); got != "Ada" {
		t.Errorf("White is %q", got)
	}
	w.await(`location.hash.includes("v=russian")`)
	evaluate[any](w, `void (location.hash = "#v=frisian&m=33-28")`) // as a link does
	w.await(`document.querySelector("#variant").value === "frisian" && document.querySelectorAll("#moves > .move").length === 1`)
}

// TestJunk reads text that is no game: the game stays. Then it reads a file of positions.
func TestJunk(t *testing.T) {
	t.Parallel()
	w := open(t, serve(t, testOptions(), usualTimeouts), "#v=international&m=32-28")
	w.quietly = true // the refusal is in the console
	w.paste("milk, eggs and bread")
	w.await(`document.querySelector("#paste-state").textContent === "there is no game in this text"`)
	if got := w.moves(); got != "32-28" {
		t.Errorf("the moves are %q", got)
	}
	w.paste("W:W31,32:B1,2\nB:W31,33:BK1,2\n")
	w.await(`document.querySelectorAll("#file-games button").length === 2`)
	w.click("#file-games li:last-child button")
	w.await(`location.hash.includes("f=B:W31,33:BK1,2")`)
	if got := w.piece("1"); got != "black king" {
		t.Errorf("on 1 %s", got)
	}
}

// TestBrokenLink opens a link with an illegal move and one of no game: the page says so
// and can be used.
func TestBrokenLink(t *testing.T) {
	t.Parallel()
	s := serve(t, testOptions(), usualTimeouts)
	for _, hash := range []string{"#v=international&m=32-28.19-2", "#v=halma", "#v=russian&f=W:W1:B"} {
		w := open(t, s, "")
		w.quietly = true // the refusal is in the console
		w.leave()
		w.load(hash)
		if w.notice() == "" {
			t.Errorf("%s: no notice", hash)
		}
		w.play("32-28")
	}
}

// TestReadTwice reads a game, others, and the game again: it is kept once.
func TestReadTwice(t *testing.T) {
	t.Parallel()
	w := open(t, serve(t, testOptions(), usualTimeouts), "")
	const game = "[White \"Ada\"]\n[GameType \"20\"]\n\n{first} 1. 32-28 19-23! (1... 18-23 2. 38-32) 2. 28x19 14x23 {both} *"
	kept := func() int {
		return evaluate[int](w, `Object.keys(localStorage).filter((key) => key.startsWith("stupol.game.")).length`)
	}
	for i, text := range []string{game, "[White \"Bea\"]\n[GameType \"20\"]\n\n1. 33-28 *", game, game} {
		w.paste(text)
		want := []string{"Ada", "Bea", "Ada", "Ada"}[i]
		w.await(`document.querySelector("#player-bottom .name").textContent === "` + want + `"`)
		w.settle()
		w.await(`(window.since ??= performance.now()) + 500 < performance.now() && (window.since = undefined, true)`) // it would be kept by now
		if got, want := kept(), min(i+1, 2); got != want {
			t.Errorf("%d games are kept after %d readings, want %d", got, i+1, want)
		}
	}
}
