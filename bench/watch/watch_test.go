package watch

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"stupol/bench/match"
	"stupol/eval/files/output"
	"stupol/movegen"
	"stupol/protocol/pdn"
	"stupol/protocol/peer"
)

// hostile is the name of an engine that is no text for people.
const hostile = "<script>alert(1)</script>\xff\x00\u202e"

// newMatch returns a match of a few short games.
func newMatch(t testing.TB, games int, first string) *match.Match {
	t.Helper()
	r := movegen.International()
	openings, err := match.Ballots(r, nil)
	if err != nil {
		t.Fatal(err)
	}
	m := &match.Match{
		Rules: r, Draws: r.Draws[0], Rounds: games / 2, Openings: openings[:games/2], OpeningsName: "ballots", Concurrency: 2,
		Adjudication: match.Adjudication{MaxMoves: 12},
		Engines: []peer.EngineConfig{
			{Name: first, Protocol: peer.Self, Limits: peer.Limits{Nodes: 60, Time: time.Minute}},
			{Name: "old", Protocol: peer.Self, Limits: peer.Limits{Nodes: 50}},
		},
	}
	if err := m.Validate(); err != nil {
		t.Fatal(err)
	}
	return m
}

// play plays a match and shows it.
func play(t *testing.T, s *Server, m *match.Match) *match.Standings {
	t.Helper()
	standings := m.Standings()
	s.Begin(m, standings, nil)
	m.OnPly = s.Ply
	m.OnGame = func(g *match.Game) error {
		s.Finished(g, standings)
		return nil
	}
	if err := m.Run(t.Context(), standings, nil); err != nil {
		t.Fatal(err)
	}
	return standings
}

// A watcher is what a browser knows.
type watcher struct {
	head  headView
	state stateView
	rows  []rowView
	live  int // boards seen
}

// hear reads what the server tells until the match is over.
func (w *watcher) hear(t *testing.T, address string) {
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address+"/api/events", nil)
	if err != nil {
		t.Error(err)
		return
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Error(err)
		return
	}
	defer answer.Body.Close()
	event := ""
	lines := bufio.NewReader(answer.Body)
	for !w.state.Over {
		line, err := lines.ReadString('\n')
		if err != nil {
			t.Error(err)
			return
		}
		if name, ok := strings.CutPrefix(line, "event: "); ok {
			event = strings.TrimSpace(name)
		}
		data, ok := strings.CutPrefix(line, "data: ")
		if !ok {
			continue
		}
		switch event {
		case "head":
			err = json.Unmarshal([]byte(data), &w.head)
		case "games":
			var part rowsView
			if err = json.Unmarshal([]byte(data), &part); part.From == 0 {
				w.rows = nil
			}
			w.rows = append(w.rows, part.Rows...)
		case "state":
			w.state = stateView{}
			err = json.Unmarshal([]byte(data), &w.state)
			w.live += len(w.state.Boards)
		}
		if err != nil {
			t.Errorf("%s: %v", event, err)
			return
		}
	}
}

// newQuick returns a server that tells its watchers at once.
func newQuick(t *testing.T) (s *Server, address string) {
	t.Helper()
	s = New(Options{})
	s.every = 2 * time.Millisecond
	site := httptest.NewServer(s)
	t.Cleanup(site.Close)
	return s, site.URL
}

func get(t *testing.T, address string) (status int, body string) {
	t.Helper()
	answer, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var b bytes.Buffer
	if _, err := b.ReadFrom(answer.Body); err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, b.String()
}

// TestWatchers has ten watch a match from its beginning, and one who comes when it is over: all know the same.
func TestWatchers(t *testing.T) {
	s, address := newQuick(t)
	var all [11]watcher
	var group sync.WaitGroup
	for i := range 10 {
		group.Go(func() { all[i].hear(t, address) })
	}
	for s.watchers.Load() < 10 {
		time.Sleep(time.Millisecond)
	}
	standings := play(t, s, newMatch(t, 8, hostile))
	s.End()
	all[10].hear(t, address)
	group.Wait()
	live := 0
	for i := range all {
		w := &all[i]
		live += w.live
		if len(w.rows) != 8 || fmt.Sprint(w.rows) != fmt.Sprint(all[10].rows) || !bytes.Equal(w.state.Standing, all[10].state.Standing) {
			t.Fatalf("watcher %d knows %d games:\n%s\nwho came late:\n%s", i, len(w.rows), w.state.Standing, all[10].state.Standing)
		}
	}
	if live == 0 {
		t.Error("nobody has seen a game that was played")
	}
	w := &all[10]
	if w.state.Counted != standings.Counted() || w.state.Openings != [2]int{4, 4} || len(w.head.Squares) != 50 {
		t.Errorf("told %d games, openings %v, %d squares", w.state.Counted, w.state.Openings, len(w.head.Squares))
	}
	if name := w.head.Engines[0].Name; name != movegen.Visible(hostile) {
		t.Errorf("the engine is called %q", name)
	}
	for _, row := range w.rows {
		status, body := get(t, address+"/api/game?number="+row.Number)
		var g gameView
		if err := json.Unmarshal([]byte(body), &g); status != http.StatusOK || err != nil || len(g.Steps) != row.Plies+g.Book+1 {
			t.Fatalf("game %s: %d, %v: %s", row.Number, status, err, body)
		}
		last := g.Steps[len(g.Steps)-1]
		if len(last.Board) != 51 || last.Score == "" || len(last.Last) != 2 {
			t.Errorf("game %s ends with %+v", row.Number, last)
		}
	}
	_, text := get(t, address+"/games.pdn")
	games := 0
	for g, err := range pdn.NewReader(strings.NewReader(text)).Games() {
		if err != nil || len(g.Faults) > 0 {
			t.Fatalf("game %d: %v %v", games, err, g.Faults)
		}
		games++
	}
	if games != 8 {
		t.Errorf("%d games in PDN", games)
	}
	if status, _ := get(t, address+"/api/game?number=99.1"); status != http.StatusNotFound {
		t.Errorf("a game that there is not: %d", status)
	}
}

// TestBoards looks at what is told of a game in its middle.
func TestBoards(t *testing.T) {
	s := New(Options{})
	m := newMatch(t, 2, "new")
	m.Concurrency = 1
	var boards []boardView
	standings := m.Standings()
	s.Begin(m, standings, nil)
	m.OnPly = func(worker int, g match.Game) {
		s.Ply(worker, g)
		var state stateView
		if err := json.Unmarshal(s.frame().state, &state); err != nil {
			t.Fatal(err)
		}
		boards = append(boards, state.Boards...)
		position, err := g.Replay(m.Rules, m.Draws)
		if err != nil {
			t.Fatal(err)
		}
		if b := state.Boards[0]; len(state.Boards) != 1 || b.Board != m.Rules.HubPosition(position.Position()) || len(b.Scores) != len(g.Plies) {
			t.Fatalf("after %d moves: %+v", len(g.Plies), state.Boards)
		}
	}
	if err := m.Run(t.Context(), standings, nil); err != nil {
		t.Fatal(err)
	}
	last := boards[len(boards)-1]
	if last.Number != "1.2" || last.Said[0].Clock != nil || last.Said[1].Clock == nil || last.Said[1].Depth == 0 || last.Scores[2] == nil {
		t.Errorf("the last board is %+v", last)
	}
}

// TestSleeper has somebody watch who takes nothing: the match goes on.
func TestSleeper(t *testing.T) {
	s, address := newQuick(t)
	c, err := net.Dial("tcp", strings.TrimPrefix(address, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.(*net.TCPConn).SetReadBuffer(1024); err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(c, "GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
	for s.watchers.Load() == 0 {
		time.Sleep(time.Millisecond)
	}
	m := newMatch(t, 2, "new")
	standings := play(t, s, m)
	// More than the buffers of a connection hold.
	game, long := s.games[0], strings.Repeat("x", 250)
	for range 2000 {
		g := *game
		g.Reason = long
		s.Finished(&g, standings)
		s.Ply(1, g)
	}
	var awake watcher
	s.End()
	awake.hear(t, address)
	if len(awake.rows) != 2002 {
		t.Errorf("who is awake knows %d games", len(awake.rows))
	}
}

// TestJournal follows the journal of a match that goes on.
func TestJournal(t *testing.T) {
	name := filepath.Join(t.TempDir(), "match.jsonl")
	file, err := output.Resume(name)
	if err != nil {
		t.Fatal(err)
	}
	m := newMatch(t, 4, "new")
	standings := m.Standings()
	j, err := match.OpenJournal(file, m.Header(), standings.Add)
	if err != nil {
		t.Fatal(err)
	}
	s := New(Options{})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	seen := []int{}
	follow := match.Watch{Journals: []string{name}, Every: time.Millisecond, Tell: func(string) {}}
	follow.Show = func(p match.Progress) {
		s.Replace(p)
		f := s.frame()
		seen = append(seen, len(f.games))
		if len(f.games) == 4 {
			cancel()
		}
	}
	var group sync.WaitGroup
	group.Go(func() { _, _ = follow.Run(ctx) })
	if err := m.Run(t.Context(), standings, j); err != nil {
		t.Fatal(err)
	}
	group.Wait()
	var state stateView
	if err := json.Unmarshal(s.frame().state, &state); err != nil {
		t.Fatal(err)
	}
	if !state.Follows || state.Counted != 4 || s.frames.last.games[0].Number() != "1.1" {
		t.Errorf("after looks at %v games: %+v", seen, state)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestGuards asks as others may not.
func TestGuards(t *testing.T) {
	s := New(Options{Token: "a secret word", Remote: true, HostName: "host.example"})
	tests := []struct {
		path, host string
		status     int
	}{
		{"/", "evil.example", http.StatusForbidden},
		{"/", "host.example", http.StatusUnauthorized},
		{"/api/events", "127.0.0.1", http.StatusUnauthorized},
		{"/games.pdn", "127.0.0.1", http.StatusUnauthorized},
		{"/?token=another+word", "127.0.0.1", http.StatusUnauthorized},
		{"/?token=a+secret+word", "127.0.0.1", http.StatusSeeOther},
	}
	for _, tt := range tests {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(http.MethodGet, tt.path, nil)
		r.Host = tt.host
		s.ServeHTTP(w, r)
		if w.Code != tt.status {
			t.Errorf("%s at %s: %d, want %d", tt.path, tt.host, w.Code, tt.status)
		}
		if h := w.Header(); h.Get("X-Content-Type-Options") != "nosniff" || !strings.Contains(h.Get("Content-Security-Policy"), "default-src 'none'") {
			t.Errorf("%s: headers %v", tt.path, h)
		}
	}
	open := New(Options{})
	for _, method := range []string{http.MethodPost, http.MethodDelete} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(method, "/api/game?number=1.1", nil)
		r.Host = "localhost"
		open.ServeHTTP(w, r)
		if w.Code != http.StatusMethodNotAllowed {
			t.Errorf("%s: %d", method, w.Code)
		}
	}
}

func TestReport(t *testing.T) {
	s := New(Options{})
	m := newMatch(t, 4, hostile)
	standings := play(t, s, m)
	h := m.Header()
	var b bytes.Buffer
	if err := WriteReport(&b, m, &h, standings, s.games, "Stupol test"); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	if strings.Contains(page, "<script") || strings.Contains(page, "\x00") {
		t.Error("the page has the name of an engine as it is")
	}
	for _, want := range []string{"&lt;script&gt;alert(1)", "4 of 4 games", "limit: 50 nodes", "drawn after 12 moves of each side", `id="g2-2-24"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if n := strings.Count(page, "<details>"); n != 4 {
		t.Errorf("%d games", n)
	}
}
