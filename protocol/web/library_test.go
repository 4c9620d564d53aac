package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stupol/protocol/library"
)

// libraryText is a file with three games, the last of which cannot be replayed.
const libraryText = `[White "Ada"]
[Black "Babbage"]
[Event "London"]
[Date "1843.07.10"]
[Result "2-0"]
[GameType "20"]

1. 32-28 {[%eval 0.20]} 19-23 2. 28x19 14x23 2-0

[White "Babbage"]
[Black "Carla"]
[Event "Paris"]
[Date "1850.01.01"]
[Result "1-1"]
[GameType "20"]

1. 32-28 18-23 2. 38-32 1-1

[White "Dora"]
[GameType "20"]

1. 32-28 19-23 2. 28-22 *
`

// withLibrary returns options with a new library, which has the games of a text.
func withLibrary(t *testing.T, text string) Options {
	t.Helper()
	name := filepath.Join(t.TempDir(), "my.games")
	o := testOptions()
	o.LibraryAdd = true
	o.Library = func(write bool) (Library, error) {
		if write {
			return library.Open(name)
		}
		return library.OpenReadOnly(name)
	}
	l, err := o.Library(true)
	if err != nil {
		t.Fatal(err)
	}
	open := func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }
	if _, err := l.Add(t.Context(), library.Source{Name: "some.pdn", Open: open}, nil, nil); err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	return o
}

// whites returns White of each game of an answer.
func whites(a findAnswer) (names string) {
	for _, g := range a.Games {
		names += fmt.Sprintf("%s:%d ", g.White, g.Ply)
	}
	return names
}

// TestLibrary asks for statistics, for games in many ways, and for one game.
func TestLibrary(t *testing.T) {
	s := serve(t, withLibrary(t, libraryText), usualTimeouts)
	st := ask[statsAnswer](t, s, "/api/library/stats", map[string]any{"variant": "international", "moves": []string{"32-28"}})
	if st.All.Games != 2 || len(st.Moves) != 2 || *st.All.Score != 0.75 || st.Moves[0].Games != 1 || st.Ended != nil {
		t.Errorf("%+v", st)
	}
	st = ask[statsAnswer](t, s, "/api/library/stats", map[string]any{"variant": "international", "player": "ada"})
	if st.All.Games != 1 || st.Moves[0].Text != "32-28" || st.Moves[0].White != 1 || st.Moves[0].Chance == nil || *st.Moves[0].Chance < 0.5 {
		t.Errorf("of Ada: %+v", st)
	}
	st = ask[statsAnswer](t, s, "/api/library/stats", map[string]any{"variant": "international", "moves": []string{"32-28", "18-23", "38-32"}})
	if st.Ended == nil || st.Ended.Drawn != 1 {
		t.Errorf("at the end: %+v", st)
	}

	pattern := []byte(strings.Repeat(".", 50))
	pattern[28-1], pattern[23-1], pattern[18-1] = 'w', 'y', 'o'
	tests := []struct {
		name, q, want string
	}{
		{"all", ``, "Ada:0 Babbage:0 "},
		{"player", `,"player":"BABB"`, "Ada:0 Babbage:0 "},
		{"event", `,"event":"paris"`, "Babbage:0 "},
		{"years", `,"from":1840,"to":1843`, "Ada:0 "},
		{"result", `,"results":["draw","unknown"]`, "Babbage:0 "},
		{"moves are no condition", `,"moves":["31-27"]`, "Ada:0 Babbage:0 "},
		{"here", `,"moves":["32-28","19-23"],"here":true`, "Ada:2 "},
		{"next", `,"moves":["32-28"],"next":"18-23"`, "Babbage:1 "},
		{"pattern", `,"pattern":"` + string(pattern) + `"`, "Babbage:2 "},
		{"no pattern", `,"pattern":"` + strings.Repeat(".", 50) + `"`, "Ada:0 Babbage:0 "},
		{"after", `,"after":1`, "Babbage:0 "},
	}
	for _, tt := range tests {
		got := ask[findAnswer](t, s, "/api/library/find", json.RawMessage(`{"variant":"international"`+tt.q+`}`))
		if whites(got) != tt.want || got.More {
			t.Errorf("%s: %+v, want %s", tt.name, got, tt.want)
		}
	}

	g := ask[treeGame](t, s, "/api/library/game", map[string]any{"id": 1})
	if len(g.Line) != 4 || g.Line[3].Move != "14x23x19" || g.Line[0].Score == nil || g.Result != "2-0" {
		t.Errorf("%+v", g)
	}
}

// TestLibraryRefuses asks what has no answer.
func TestLibraryRefuses(t *testing.T) {
	s := serve(t, withLibrary(t, libraryText), usualTimeouts)
	for _, tt := range []struct {
		path, body string
		want       int
	}{
		{"stats", `{"variant":"halma"}`, 400},
		{"stats", `{"variant":"international","results":["win"]}`, 400},
		{"find", `{"variant":"international","pattern":"w"}`, 400},
		{"find", `{"variant":"international","next":"32-27x"}`, 400},
		{"find", `{"variant":"international","player":"` + strings.Repeat("x", mostName+1) + `"}`, 400},
		{"game", `{"id":3}`, 404},
		{"game", `{"file":"/etc/passwd"}`, 400},
	} {
		if status, body := do(t, s.request(http.MethodPost, "/api/library/"+tt.path, tt.body)); status != tt.want || !strings.Contains(body, `"error"`) {
			t.Errorf("%s %.100s: %d %s, want %d", tt.path, tt.body, status, body, tt.want)
		}
	}
	without := serve(t, testOptions(), usualTimeouts)
	for _, path := range []string{"stats", "find", "game", "add?name=x"} {
		if status, body := do(t, without.request(http.MethodPost, "/api/library/"+path, startQuestion)); status != http.StatusNotFound && status != http.StatusMethodNotAllowed {
			t.Errorf("%s of no library: %d %s", path, status, body)
		}
	}
}

// TestLibraryManyGames lists more games than an answer may have, a part after the other.
func TestLibraryManyGames(t *testing.T) {
	const games = mostFound + 50
	var text strings.Builder
	for i := range games {
		fmt.Fprintf(&text, "[White \"P%d\"]\n[GameType \"20\"]\n\n1. 32-28 *\n\n", i)
	}
	s := serve(t, withLibrary(t, text.String()), usualTimeouts)
	first := ask[findAnswer](t, s, "/api/library/find", map[string]any{"variant": "international"})
	rest := ask[findAnswer](t, s, "/api/library/find", map[string]any{"variant": "international", "after": first.Games[len(first.Games)-1].ID})
	if len(first.Games) != mostFound || !first.More || len(rest.Games) != games-mostFound || rest.More || rest.Games[0].White != "P100" {
		t.Errorf("%d games, more: %v; then %d, more: %v", len(first.Games), first.More, len(rest.Games), rest.More)
	}
}

// TestLibraryAdd adds a file by way of the page; what was there before is known.
func TestLibraryAdd(t *testing.T) {
	o := withLibrary(t, "")
	s := serve(t, o, usualTimeouts)
	add := func(text string) (int, string) {
		r := s.request(http.MethodPost, "/api/library/add?name=three.pdn", text)
		r.Header.Set("Content-Type", "application/octet-stream")
		return do(t, r)
	}
	status, body := add(libraryText)
	if status != http.StatusOK || !strings.Contains(body, "event: added\n") || !strings.Contains(body, "event: done\ndata: {\"games\":3,\"added\":2,") ||
		!strings.Contains(body, `"faults":[{"game":3,"line":22,"text":"`) {
		t.Errorf("%d %s", status, body)
	}
	if status, body = add(libraryText + "\n"); !strings.Contains(body, `data: {"games":3,"added":0,"known":2,"removed":0,"rejected":1,`) {
		t.Errorf("again: %d %s", status, body)
	}
	st := ask[statsAnswer](t, s, "/api/library/stats", map[string]any{"variant": "international"})
	if st.All.Games != 2 {
		t.Errorf("afterwards there are %+v", st.All)
	}
	plain := s.request(http.MethodPost, "/api/library/add?name=x.pdn", libraryText)
	if status, body := do(t, plain); status != http.StatusUnsupportedMediaType {
		t.Errorf("a file as JSON: %d %s", status, body)
	}
	if status, body := add(strings.Repeat(" ", mostFile+1)); status != http.StatusRequestEntityTooLarge {
		t.Errorf("a large file: %d %.200s", status, body)
	}
	if a := aboutFor(s.Server, httptest.NewRequest(http.MethodGet, "http://localhost/api/about", nil)); a.Library != "read" {
		t.Errorf("from %s: %q", "192.0.2.1", a.Library) // the address of requests of httptest
	}
}

// aboutFor returns what the server says of itself.
func aboutFor(s *Server, r *http.Request) (a aboutAnswer) {
	w := httptest.NewRecorder()
	s.about(w, r)
	_ = json.NewDecoder(w.Body).Decode(&a) // then a says nothing
	return a
}

// TestLibraryFromElsewhere looks at the library from pages of other machines, which may add
// nothing, and are told so.
func TestLibraryFromElsewhere(t *testing.T) {
	o := withLibrary(t, libraryText)
	o.Remote, o.HostName = true, "board.example"
	s := newServer(o, usualTimeouts)
	defer s.Close()
	tests := []struct {
		name, from, host, header, want string
	}{
		{"here", "127.0.0.1:9", "localhost:80", "", "add"},
		{"here, version 6", "[::1]:9", "[::1]:80", "", "add"},
		{"a tunnel", "127.0.0.1:9", "127.0.0.1:8080", "", "add"},
		{"another machine", "192.0.2.7:9", "192.0.2.1:80", "", "read"},
		{"that says otherwise", "192.0.2.7:9", "localhost:80", "", "read"},
		{"by the name for others", "127.0.0.1:9", "board.example", "", "read"},
		{"passed on", "127.0.0.1:9", "localhost:80", "X-Forwarded-For", "read"},
		{"passed on by the standard", "127.0.0.1:9", "localhost:80", "Forwarded", "read"},
	}
	for _, tt := range tests {
		r := httptest.NewRequest(http.MethodGet, "/api/about", nil)
		r.RemoteAddr, r.Host = tt.from, tt.host
		if tt.header != "" {
			r.Header.Set(tt.header, "192.0.2.7")
		}
		if got := aboutFor(s, r).Library; got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
		r.Method, r.URL.Path, r.URL.RawQuery, r.Body = http.MethodPost, "/api/library/add", "name=x.pdn", io.NopCloser(strings.NewReader("[White \"X\"]\n\n1. 32-28 *\n"))
		r.Header.Set("Content-Type", "application/octet-stream")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if refused := w.Code == http.StatusForbidden; refused == (tt.want == "add") {
			t.Errorf("%s: adding: %d %s", tt.name, w.Code, w.Body)
		}
	}
	o.LibraryAdd = false
	r := httptest.NewRequest(http.MethodGet, "/api/about", nil)
	r.RemoteAddr, r.Host = "127.0.0.1:9", "localhost"
	if got := aboutFor(New(o), r).Library; got != "read" {
		t.Errorf("a library that cannot be written: %q", got)
	}
}

// A slowLibrary never finds anything, until it is told to stop.
type slowLibrary struct {
	Library
	asked, stopped chan struct{}
}

func (l *slowLibrary) Find(ctx context.Context, _ library.Query, _ func(library.Found) error) error {
	l.asked <- struct{}{}
	<-ctx.Done()
	l.stopped <- struct{}{}
	return ctx.Err()
}

func (l *slowLibrary) InPlace() error { return nil }

func (l *slowLibrary) Close() error { return nil }

// TestLibraryEndsWithTheClient asks for what takes forever and goes away: as often as there
// are connections to the library, and then once more.
func TestLibraryEndsWithTheClient(t *testing.T) {
	slow := &slowLibrary{asked: make(chan struct{}, 9), stopped: make(chan struct{}, 9)}
	o := testOptions()
	o.Library = func(bool) (Library, error) { return slow, nil }
	s := serve(t, o, usualTimeouts)
	for range mostReaders + 1 {
		c, err := net.Dial("tcp", s.address)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(c, "POST /api/library/find HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(startQuestion), startQuestion)
		<-slow.asked
		c.Close()
		<-slow.stopped
	}
}

// TestLibraryTrouble asks for games of libraries that cannot be read: readers are told what they
// can use, and the log where.
func TestLibraryTrouble(t *testing.T) {
	for want, trouble := range map[string]error{
		"the library is damaged": fmt.Errorf("/home/ada/my.games: %w: nothing was changed", library.ErrDamaged),
		"the library cannot be used just now: the terminal of Stupol says why": errors.New("/home/ada/my.games: there is no such file"),
	} {
		var logged strings.Builder
		o := testOptions()
		o.Log = log.New(&logged, "", 0)
		o.Library = func(bool) (Library, error) { return nil, trouble }
		s := serve(t, o, quick)
		status, got := do(t, s.request(http.MethodPost, "/api/library/find", `{"variant":"international"}`))
		if status != http.StatusServiceUnavailable || got != fmt.Sprintf("{%q:%q}\n", "error", want) {
			t.Errorf("%v: %d %s", trouble, status, got)
		}
		if !strings.Contains(logged.String(), trouble.Error()) {
			t.Errorf("the log says %q", logged.String())
		}
	}
}

// TestLibraryRemoved removes the library under a server that has it open, and puts another one
// in its place: readers are told of the one, and find what is in the other.
func TestLibraryRemoved(t *testing.T) {
	o := withLibrary(t, libraryText)
	var logged strings.Builder
	o.Log = log.New(&logged, "", 0)
	write, err := o.Library(true)
	if err != nil {
		t.Fatal(err)
	}
	name := write.(*library.Library).Name()
	_ = write.Close()
	s := serve(t, o, usualTimeouts)
	ask[findAnswer](t, s, "/api/library/find", json.RawMessage(startQuestion))
	if err := os.Rename(name, name+".old"); err != nil {
		t.Skip("a file that is open cannot be renamed here:", err)
	}
	for range 3 {
		status, got := do(t, s.request(http.MethodPost, "/api/library/find", startQuestion))
		if status != http.StatusServiceUnavailable || !strings.Contains(got, "the library was removed or renamed") {
			t.Errorf("removed: %d %s", status, got)
		}
	}
	if n := strings.Count(logged.String(), library.ErrMissing.Error()); n != 1 {
		t.Errorf("the log says it %d times: %s", n, logged.String())
	}
	other, err := library.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	one := "[White \"Zoe\"]\n[GameType \"20\"]\n\n1. 31-27 *\n"
	open := func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(one)), nil }
	if _, err := other.Add(t.Context(), library.Source{Name: "one.pdn", Open: open}, nil, nil); err != nil {
		t.Fatal(err)
	}
	_ = other.Close()
	for range 3 {
		if got := whites(ask[findAnswer](t, s, "/api/library/find", json.RawMessage(`{"variant":"international"}`))); got != "Zoe:0 " {
			t.Errorf("of the other library: %s", got)
		}
	}
	if err := os.Rename(name+".old", name); err != nil {
		t.Fatal(err)
	}
	if got := whites(ask[findAnswer](t, s, "/api/library/find", json.RawMessage(`{"variant":"international"}`))); got != "Ada:0 Babbage:0 " {
		t.Errorf("of the first library, back again: %s", got)
	}
}
