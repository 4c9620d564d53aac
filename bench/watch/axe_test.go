package watch

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"testing"

	"stupol/bench/match"
	"stupol/protocol/words"
)

// looks are a size, a theme and a language of each kind that a page may have.
var looks = []struct {
	width, height   int64
	theme, language string
}{{1280, 800, "light", "en"}, {390, 844, "dark", "ru"}}

// TestAccessibility looks for violations of the WCAG rules that axe-core knows: on the page of a match
// in the middle of a game and when all is over, and in the report of it with all games opened.
func TestAccessibility(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes long")
	}
	browser := openBrowser(t)
	s, address := newQuick(t)
	m := newMatch(t, 4, hostile)
	m.Concurrency = 1
	standings := begun(s, m)
	middle := false
	m.OnPly = func(worker int, g match.Game) {
		s.Ply(worker, g)
		if middle || g.Pair != 1 || len(g.Plies) != 20 {
			return
		}
		middle = true
		for _, look := range looks {
			w := openWindow(t, browser, address+"/", look.width, look.height, look.language, look.theme)
			w.await(`document.querySelectorAll("#boards .piece").length > 0 && document.querySelectorAll("#games button").length === 2`)
			w.axe()
		}
	}
	if err := m.Run(t.Context(), standings, nil); err != nil {
		t.Fatal(err)
	}
	if !middle {
		t.Error("no game was looked at in its middle")
	}
	s.End()
	for _, look := range looks {
		w := openWindow(t, browser, address+"/#2.1", look.width, look.height, look.language, look.theme)
		w.await(`document.querySelectorAll("#games button").length === 4 && document.querySelectorAll("#moves li").length > 20`)
		w.axe()

		l, err := words.Named(look.language)
		if err != nil {
			t.Fatal(err)
		}
		w = openWindow(t, browser, serveReport(t, s, m, standings, l), look.width, look.height, look.language, look.theme)
		w.await(`document.querySelectorAll("details").length === 4`)
		evaluate[any](w, `document.querySelectorAll("details").forEach((d) => { d.open = true; })`)
		w.axe()
		if wide := evaluate[int64](w, "document.documentElement.scrollWidth"); wide > look.width {
			t.Errorf("the report in %s is %d wide", look.language, wide)
		}
		w.shoot("report-" + look.language)
	}
}

// serveReport returns the address of the report of a match.
func serveReport(t *testing.T, s *Server, m *match.Match, standings *match.Standings, l *words.Language) string {
	t.Helper()
	var page bytes.Buffer
	h := m.Header()
	if err := WriteReport(&page, m, &h, standings, s.games, "Stupol test", l); err != nil {
		t.Fatal(err)
	}
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			w.WriteHeader(http.StatusNoContent) // for the icon, which is asked for
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write(page.Bytes())
	}))
	t.Cleanup(site.Close)
	return site.URL + "/"
}
