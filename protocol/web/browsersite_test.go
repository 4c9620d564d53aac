package web

import (
	"fmt"
	"maps"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
)

// TestWithoutServer visits the page that .ci/site has made: the files of a game are fetched
// when it is chosen, and after the first visit nothing is missing without the server.
func TestWithoutServer(t *testing.T) {
	t.Parallel()
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
	files := strictly(http.FileServer(http.Dir(folder)))
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
	w.choose("#variant", "english")
	w.await(`location.hash.includes("english")`)
	eventually(t, "what belongs to English draughts is fetched", func() bool { return games() == "english russian" })

	// The visit may end before everything is kept: a second one is as good. The addresses are new
	// ones, for those of the first visit show the game that it ended with.
	w.await(`navigator.serviceWorker.ready.then((r) => !!r.active)`)
	for address, files := range map[string]string{
		"?again#v=russian&m=22-18": `["data/russian.head.gz", "data/russian.weights", "stupol.wasm.gz"]`,
		"?again#v=english&m=11-15": `["data/english.head.gz", "data/english.weights"]`,
	} {
		w.load(address)
		w.await(fmt.Sprintf(`caches.keys().then(async (keys) => {
			for (const key of keys) for (const file of %s)
				if (!(await (await caches.open(key)).match(file))) return false;
			return keys.length === 1;
		})`, files))
	}
	pieces := func() int { // of the databases that were asked for
		mu.Lock()
		defer mu.Unlock()
		found := map[string]bool{}
		for _, path := range asked {
			if strings.Contains(path, ".zip.") {
				found[path] = true
			}
		}
		return len(found)
	}
	if pieces() > 0 {
		t.Error("databases are fetched before there are few pieces")
	}
	w.load("?few#v=russian&f=W:WKa1,Kc1:BKh8,Kb2")
	eventually(t, "the databases are fetched", func() bool { return pieces() > 0 })
	if n := pieces(); n > 20 {
		t.Errorf("%d pieces of the databases are fetched for one position", n)
	}
	server.Close()
	w.load("?offline#v=russian&m=22-18")
	if got := w.moves(); got == "" {
		t.Error("without the server there are no moves")
	}
}
