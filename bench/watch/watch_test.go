package watch

import (
	"bytes"
	"context"
	"encoding/json"
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

// begun has a match shown that is about to be played.
func begun(s *Server, m *match.Match) *match.Standings {
	standings := m.Standings()
	s.Begin(m, standings, nil)
	m.OnPly = s.Ply
	m.OnGame = func(g *match.Game) error {
		s.Finished(g, standings)
		return nil
	}
	return standings
}

// play plays a match and shows it.
func play(t *testing.T, s *Server, m *match.Match) *match.Standings {
	t.Helper()
	standings := begun(s, m)
	if err := m.Run(t.Context(), standings, nil); err != nil {
		t.Fatal(err)
	}
	return standings
}

// patience is how long a watcher of newQuick may take nothing.
const patience = time.Second

// newQuick returns a server that tells its watchers at once.
func newQuick(t *testing.T) (s *Server, address string) {
	t.Helper()
	s = newServer(Options{}, 2*time.Millisecond, patience)
	site := httptest.NewUnstartedServer(s)
	site.Config.ConnContext = func(ctx context.Context, c net.Conn) context.Context {
		_ = c.(*net.TCPConn).SetWriteBuffer(32 << 10) // else the system takes what a watcher does not
		return ctx
	}
	site.Start()
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

// TestGames asks for every game of a match that is over.
func TestGames(t *testing.T) {
	s, address := newQuick(t)
	standings := play(t, s, newMatch(t, 8, hostile))
	s.End()
	w := browser{name: "late"}
	w.hear(t, address)
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
	s := newServer(Options{}, 0, patience)
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
		if b := state.Boards[0]; len(state.Boards) != 1 || b.Board != m.Rules.HubPosition(position.Position()) || len(b.Scores) != len(g.Plies) || len(b.Depths) != len(g.Plies) || len(b.Clocks) != len(g.Plies) {
			t.Fatalf("after %d moves: %+v", len(g.Plies), state.Boards)
		}
	}
	if err := m.Run(t.Context(), standings, nil); err != nil {
		t.Fatal(err)
	}
	last := boards[len(boards)-1]
	if last.Number != "1.2" || last.Said[0].Clock != nil || last.Said[1].Clock == nil || last.Said[1].Depth == 0 || last.Scores[2] == nil ||
		(last.Clocks[2] == nil) == (last.Clocks[3] == nil) || max(last.Depths[2], last.Depths[3]) == 0 {
		t.Errorf("the last board is %+v", last)
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
	s := newServer(Options{}, 0, patience)
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
