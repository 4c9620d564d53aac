// Package module_test plays with the module for pages in a real browser. What Node can test
// is in the folder test.
package module_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"stupol/protocol/web/chromium"
)

// patience is how long the browser may take for one thing: what takes as long is never
// done, however loaded this machine is.
const patience = 2 * time.Minute

// module returns the folder of the module, made by .ci/module: anew, unless the environment
// says where it is.
func module(t *testing.T) string {
	t.Helper()
	if folder := os.Getenv("MODULE"); folder != "" {
		return folder
	}
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("no bash, to make the module with")
	}
	folder := filepath.Join(t.TempDir(), "module")
	if said, err := exec.Command("../../.ci/module", folder).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	return folder
}

// site serves a page at / and the module below /stupol/, with as little allowed as the README
// says. Only what the page itself has may be in it.
func site(t *testing.T, folder, page string) string {
	t.Helper()
	mux := http.NewServeMux()
	strict := func(scripts string, next http.Handler) http.Handler {
		policy := "default-src 'none'; connect-src 'self'; script-src 'self' 'wasm-unsafe-eval'" + scripts
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Security-Policy", policy)
			next.ServeHTTP(w, r)
		})
	}
	mux.Handle("/stupol/", strict("", http.StripPrefix("/stupol/", http.FileServer(http.Dir(folder)))))
	mux.Handle("/", strict(" 'unsafe-inline'", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, page)
	})))
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server.URL
}

// browser returns the context of a tab.
func browser(t *testing.T) context.Context {
	t.Helper()
	if testing.Short() {
		t.Skip("a browser takes long")
	}
	shell, stop, err := chromium.Start()
	if errors.Is(err, chromium.ErrNone) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	tab, cancel := chromedp.NewContext(shell)
	t.Cleanup(cancel)
	return tab
}

// evaluate returns the value of an expression in the page, awaited if it is a promise.
func evaluate[T any](t *testing.T, tab context.Context, expression string) T {
	t.Helper()
	ctx, cancel := context.WithTimeout(tab, patience)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	return value
}

// await waits until the page's log matches a pattern.
func await(t *testing.T, tab context.Context, pattern string) {
	t.Helper()
	var said string
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		said = evaluate[string](t, tab, `document.querySelector("pre").textContent`)
		if regexp.MustCompile(pattern).MatchString(said) {
			return
		}
	}
	t.Fatalf("no %q in %q", pattern, said)
}

// TestREADME plays on the page of the README, and on the same for another game.
func TestREADME(t *testing.T) {
	folder := module(t)
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```html\n(.*?)```").FindSubmatch(text)
	page := string(blocks[1])
	if lines := strings.Count(page, "\n"); lines > 35 {
		t.Errorf("the page has %d lines", lines)
	}
	for game, moves := range map[string][2]string{"russian": {"22-18", "23-20"}, "frysk": {"46-41", "46-42"}} {
		t.Run(game, func(t *testing.T) {
			tab := browser(t)
			address := site(t, folder, strings.ReplaceAll(page, "value=russian", "value="+game))
			ctx, cancel := context.WithTimeout(tab, patience)
			defer cancel()
			if err := chromedp.Do(ctx, chromedp.Navigate(address)); err != nil {
				t.Fatal(err)
			}
			play := func(move string) {
				evaluate[string](t, tab, fmt.Sprintf(`(() => { const f = document.querySelector("form"); f.move.value = %q; f.requestSubmit(); return ""; })()`, move))
			}
			play(moves[0])
			await(t, tab, `^`+moves[0]+` \d+-\d+\n$`)
			play(moves[1])
			await(t, tab, `error .*`+moves[1])
		})
	}
}

// conversation is a function of the page that has an engine say what it says until a line
// begins with a word.
const conversation = `
	const engine = new Worker("stupol/stupol-worker.js");
	const until = (word, ...lines) => new Promise((found) => {
		engine.onmessage = ({ data }) => data.startsWith(word) && found(data);
		lines.forEach((line) => engine.postMessage(line));
	});`

// TestStopsSoon measures how long a stop takes, and whether the page goes on meanwhile.
func TestStopsSoon(t *testing.T) {
	tab := browser(t)
	address := site(t, module(t), "<title>stop</title>")
	ctx, cancel := context.WithTimeout(tab, patience)
	defer cancel()
	if err := chromedp.Do(ctx, chromedp.Navigate(address)); err != nil {
		t.Fatal(err)
	}
	took := evaluate[[]float64](t, tab, `(async () => {`+conversation+`
		const took = [], began = performance.now();
		await until("ready", "hub", "init");
		took.push(performance.now() - began);
		for (let i = 0; i < 5; i++) {
			await until("info depth=8", "pos start", "level infinite", "go analyze");
			const asked = performance.now();
			await until("done", "stop");
			took.push(performance.now() - asked);
		}
		return took;
	})()`)
	t.Logf("ready after %.0f ms, stopped after %.0f", took[0], took[1:])
	for _, ms := range took[1:] {
		if ms > 2000 { // 50 on a machine that does nothing else
			t.Errorf("a stop takes %.0f ms", ms)
		}
	}
	speed := evaluate[string](t, tab, `(async () => {`+conversation+`
		await until("ready", "hub", "set-param name=book value=false", "init");
		return until("info depth=9", "pos start", "go analyze");
	})()`)
	t.Log(speed)
}
