package web

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"stupol/book"
	"stupol/book/endgame"
	"stupol/eval"
	"stupol/movegen"
	"stupol/protocol/gate"
	"stupol/protocol/words"
	"stupol/search"
)

// quick are timeouts that tests can wait for.
var quick = timeouts{
	header: 300 * time.Millisecond, body: 500 * time.Millisecond, idle: time.Second,
	write: time.Second, linger: 50 * time.Millisecond, beat: 100 * time.Millisecond,
	queue: 300 * time.Millisecond, turn: 100 * time.Millisecond, move: 400 * time.Millisecond, seated: 300 * time.Millisecond,
}

func testOptions() Options {
	return Options{
		Version:   "test",
		NewEngine: func(o search.Options) (Engine, error) { return search.New(o) },
		Endgames:  func(r *movegen.Rules) *endgame.Database { return endgame.Embedded(r) },
		Book:      book.Embedded,
		Eval:      eval.Default,
		Threads:   2,
	}
}

// count returns how many engines there are.
func (e *engines) count() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return len(e.tabs)
}

// A site is a server that listens on the loopback.
type site struct {
	*Server
	address string
}

// serve starts a server.
func serve(t *testing.T, o Options, limits timeouts) *site {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	s := newServer(o, limits)
	if folder := os.Getenv("SITE"); folder != "" {
		s.handler = static(folder, s.handler)
	}
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx, l) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("Serve: %v", err)
		}
	})
	return &site{s, l.Addr().String()}
}

// static serves the page that .ci/site has made in a folder, as any server would: the browser
// tests of stupol web are those of that page, too, if the environment names its folder. What
// the tests themselves ask is answered as always; the page must not ask for it.
func static(folder string, server http.Handler) http.Handler {
	files := strictly(http.FileServer(http.Dir(folder)))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case !strings.HasPrefix(r.URL.Path, "/api/"):
			files.ServeHTTP(w, r)
		case r.Header.Get("User-Agent") == "Go-http-client/1.1":
			server.ServeHTTP(w, r)
		default:
			fail(w, http.StatusTeapot, "the page without a server asks one")
		}
	})
}

// strictly has files served with a policy that allows what the page without a server needs, and
// nothing else: the program in WebAssembly above all.
func strictly(files http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", strings.Replace(gate.Policy, "script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'", 1))
		files.ServeHTTP(w, r)
	})
}

// request returns a request of the page.
func (s *site) request(method, path, body string) *http.Request {
	r, err := http.NewRequest(method, "http://"+s.address+path, strings.NewReader(body))
	if err != nil {
		panic(err)
	}
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Origin", "http://"+s.address)
		r.Header.Set("Sec-Fetch-Site", "same-origin")
	}
	return r
}

// do sends a request and returns the status and the body of the answer.
// errorIn returns the error of an answer, as the server has said it.
func errorIn(body string) string {
	var answer struct{ Error words.Said }
	if err := json.Unmarshal([]byte(body), &answer); err != nil {
		return "no answer: " + body
	}
	return string(answer.Error)
}

func do(t *testing.T, r *http.Request) (int, string) {
	t.Helper()
	client := http.Client{
		Timeout:       10 * time.Second,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	answer, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(body)
}

// ask posts a question and reads the answer, which must be a good one.
func ask[A any](t *testing.T, s *site, path string, question any) (a A) {
	t.Helper()
	body, err := json.Marshal(question)
	if err != nil {
		t.Fatal(err)
	}
	status, text := do(t, s.request(http.MethodPost, path, string(body)))
	if status != http.StatusOK {
		t.Fatalf("%s %s: %d %s", path, body, status, text)
	}
	if err := json.NewDecoder(bytes.NewReader([]byte(text))).Decode(&a); err != nil {
		t.Fatalf("%s: %v in %s", path, err, text)
	}
	return a
}

// eventually waits until a condition holds.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not within %v: %s", patience, what)
		}
	}
}
