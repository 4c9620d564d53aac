package web

import (
	"maps"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestWithoutServer visits the page that .ci/site has made: the files of a game are fetched
// when it is chosen, and after the first visit nothing is missing without the server.
func TestWithoutServer(t *testing.T) {
	folder := os.Getenv("SITE")
	if folder == "" {
		t.Skip("the environment's SITE is no folder that .ci/site has made")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var asked []string
	files := http.FileServer(http.Dir(folder))
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		asked = append(asked, r.URL.Path)
		mu.Unlock()
		files.ServeHTTP(w, r)
	})}
	go func() { _ = server.Serve(l) }() // until it is closed
	defer server.Close()
	games := func() string { // of which something was asked
		mu.Lock()
		defer mu.Unlock()
		found := map[string]bool{}
		for _, path := range asked {
			if name, ok := strings.CutPrefix(path, "/data/"); ok {
				game, _, _ := strings.Cut(name, ".")
				found[game] = true
			}
		}
		return strings.Join(slices.Sorted(maps.Keys(found)), " ")
	}

	w := open(t, &site{nil, l.Addr().String()}, "#v=russian")
	if got := games(); got != "russian" {
		t.Errorf("for Russian draughts it fetches what belongs to %q", got)
	}
	w.run(chromedp.Evaluate[chromedp.Void](`void (document.querySelector("#variant").value = "english", document.querySelector("#variant").dispatchEvent(new Event("change", { bubbles: true })))`))
	w.await(`location.hash.includes("english")`)
	eventually(t, "what belongs to English draughts is fetched", func() bool { return games() == "english russian" })

	// The visit may end before everything is kept: a second one is as good.
	w.await(`navigator.serviceWorker.ready.then((r) => !!r.active)`)
	w.load("?again#v=russian")
	w.load("?again#v=english")
	w.await(`caches.keys().then(async (keys) => {
		for (const key of keys) for (const file of ["data/russian.head", "data/english.weights", "stupol.wasm.gz"])
			if (!(await (await caches.open(key)).match(file))) return false;
		return keys.length === 1;
	})`)
	zip := func() bool {
		mu.Lock()
		defer mu.Unlock()
		return slices.Contains(asked, "/data/russian.zip")
	}
	if zip() {
		t.Error("databases are fetched before there are few pieces")
	}
	w.load("?few#v=russian&f=W:WKa1:BKh8")
	eventually(t, "the databases are fetched", zip)
	server.Close()
	w.load("?offline#v=russian&m=22-18")
	if got := w.moves(); got == "" {
		t.Error("without the server there are no moves")
	}
}
