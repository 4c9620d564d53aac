package match

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stupol/movegen"
	"stupol/protocol/peer"
	"stupol/search"
)

// testHost returns a host for games of international draughts.
func testHost() *environment {
	return &environment{rules: movegen.International(), databases: &databases{}}
}

// begin starts an engine and makes it ready for a game.
func begin(t *testing.T, e peer.EngineConfig) Player {
	t.Helper()
	p, err := startPlayer(t.Context(), &e, testHost())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	if err := p.NewGame(t.Context()); err != nil {
		t.Fatal(err)
	}
	return p
}

// anyGame returns a game some moves old.
func anyGame(t *testing.T) *movegen.Game {
	t.Helper()
	g := movegen.NewGame(movegen.International())
	for range 7 {
		g.Push(g.LegalMoves(nil)[0])
	}
	return g
}

// TestAnswers asks engines that do well enough for a move.
func TestAnswers(t *testing.T) {
	for _, protocol := range []peer.Protocol{peer.Hub, peer.Hub1} {
		for _, mode := range []string{"fine", "deaf", "floods"} {
			t.Run(string(protocol)+" "+mode, func(t *testing.T) {
				if mode == "deaf" && testing.Short() {
					t.Skip("it takes the time of a ping")
				}
				p, g := begin(t, pretend(t, protocol, mode)), anyGame(t)
				want := Answer{Move: g.LegalMoves(nil)[0], Score: 25, Scored: true, Depth: 3, Nodes: 77}
				for range 2 {
					got, err := p.Move(t.Context(), g, search.Limits{Depth: 1})
					if err != nil || got != want {
						t.Errorf("got %+v, %v; want %+v", got, err, want)
					}
				}
			})
		}
	}
}

func TestForfeitsOverHub(t *testing.T) {
	tests := []struct {
		mode   string
		kind   ForfeitKind
		detail string
	}{
		{"dies", Crash, "exit status 3 (loading; assertion failed: score)"},
		{"cheats", IllegalMove, "31-4"},
		{"silent", NoMove, ""},
	}
	for _, protocol := range []peer.Protocol{peer.Hub, peer.Hub1} {
		for _, tt := range tests {
			t.Run(string(protocol)+" "+tt.mode, func(t *testing.T) {
				_, err := begin(t, pretend(t, protocol, tt.mode)).Move(t.Context(), anyGame(t), search.Limits{Depth: 1})
				var forfeit *Forfeit
				if !errors.As(err, &forfeit) || forfeit.Kind != tt.kind || !strings.Contains(forfeit.Detail, tt.detail) {
					t.Errorf("got %v, want %s: %s", err, tt.kind, tt.detail)
				}
			})
		}
	}
}

// TestHangingEngineIsKilled gives up waiting and gets rid of it.
func TestHangingEngineIsKilled(t *testing.T) {
	p := begin(t, pretend(t, peer.Hub, "hangs"))
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := p.Move(ctx, anyGame(t), search.Limits{Depth: 1}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, want %v", err, context.DeadlineExceeded)
	}
	began := time.Now()
	if err := p.Close(); err == nil || time.Since(began) > 10*time.Second {
		t.Errorf("closed after %v, %v; want that it was killed soon", time.Since(began), err)
	}
}

// TestChildLeftBehind does not wait for a child that has the output of its parent.
func TestChildLeftBehind(t *testing.T) {
	p, began := begin(t, pretend(t, peer.Hub, "leaves a child")), time.Now()
	_, err := p.Move(t.Context(), anyGame(t), search.Limits{Depth: 1})
	var forfeit *Forfeit
	if !errors.As(err, &forfeit) || *forfeit != (Forfeit{Crash, "exit status 0"}) {
		t.Errorf("got %v, want a crash", err)
	}
	if err := p.Close(); err != nil || time.Since(began) > childLife/2 {
		t.Errorf("closed after %v, %v; want it soon", time.Since(began), err)
	}
}

// TestDeadEngineIsNoticed before the next game.
func TestDeadEngineIsNoticed(t *testing.T) {
	p := begin(t, pretend(t, peer.Hub, "dies"))
	_, _ = p.Move(t.Context(), anyGame(t), search.Limits{Depth: 1})
	if err := p.NewGame(t.Context()); err == nil {
		t.Error("a dead engine begins a new game")
	}
}

func TestStartErrors(t *testing.T) {
	fine, complains := pretend(t, peer.Hub, "fine"), pretend(t, peer.Hub, "complains")
	old, nodes := pretend(t, peer.Hub1, "complains"), pretend(t, peer.Hub1, "fine")
	nodes.Limits.Nodes = 5
	typo := fine
	typo.Params = map[string]string{"thread": "1"}
	missing := peer.EngineConfig{Name: "missing", Protocol: peer.Hub, Command: []string{"./no-such-engine"}}
	tests := []struct {
		name    string
		engine  peer.EngineConfig
		variant string
		want    string
	}{
		{"missing", missing, "international", "no-such-engine"},
		{"unknown parameter", typo, "international", `no parameter "thread"`},
		{"other game", fine, "russian", "does not play russian"},
		{"error", complains, "international", "not today"},
		{"error in Hub 1", old, "international", "not today"},
		{"other game in Hub 1", old, "russian", "not russian"},
		{"nodes in Hub 1", nodes, "international", "no limit of nodes"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := movegen.Lookup(tt.variant)
			if err != nil {
				t.Fatal(err)
			}
			_, err = startPlayer(t.Context(), &tt.engine, &environment{rules: r, databases: &databases{}})
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}

// TestMatchOfPrograms plays a short match between a program and one that
// fails in each game.
func TestMatchOfPrograms(t *testing.T) {
	m := newMatch(t, 2, "a", "b")
	m.start, m.Concurrency = nil, 2
	m.Engines = []peer.EngineConfig{pretend(t, peer.Hub, "fine"), pretend(t, peer.Hub1, "cheats")}
	s := run(t, m)
	if got := s.Usage[1].Forfeits[IllegalMove]; got != 4 || s.Pairings[0].Games.Wins != 4 {
		t.Errorf("got %d illegal moves and %+v, want 4 and 4 wins", got, s.Pairings[0].Games)
	}
}

// TestPathWithSpaces starts an engine from a command line that quotes its path.
func TestPathWithSpaces(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "my engine, new")
	if err := os.Symlink(self, path); err != nil {
		t.Skip(err)
	}
	e, err := peer.Config(nil).ParseEngine(`"`+path+`" engine hub fine`, peer.Limits{Depth: 1})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := begin(t, e).Move(t.Context(), anyGame(t), search.Limits{Depth: 1}); err != nil {
		t.Error(err)
	}
}
