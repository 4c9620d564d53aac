package match

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"stupol/movegen"
	"stupol/protocol/peer"
	"stupol/search"
)

// newMatch returns a match of three games' worth of moves at random, which
// depend on nothing but the position, between engines of these names.
func newMatch(t *testing.T, rounds int, names ...string) *Match {
	t.Helper()
	r := movegen.International()
	openings, err := Ballots(r, nil)
	if err != nil {
		t.Fatal(err)
	}
	m := &Match{
		Rules: r, Rounds: rounds, Openings: openings, OpeningsName: "ballots",
		Adjudication: Adjudication{MaxMoves: 60},
		start: func(_ context.Context, e *peer.EngineConfig) (Player, error) {
			return &fake{move: byHash(e.Name)}, nil
		},
	}
	for _, name := range names {
		m.Engines = append(m.Engines, peer.EngineConfig{Name: name, Protocol: peer.Self, Limits: peer.Limits{Nodes: 1}})
	}
	if err := m.Validate(); err != nil {
		t.Fatal(err)
	}
	return m
}

// byHash returns a player that picks moves by a hash of its name and the
// position.
func byHash(name string) func(context.Context, *movegen.Game, search.Limits) (Answer, error) {
	return func(_ context.Context, g *movegen.Game, _ search.Limits) (Answer, error) {
		moves := g.LegalMoves(nil)
		h := fnv.New64a()
		fmt.Fprint(h, name, g.Position().Hash)
		return Answer{Move: moves[h.Sum64()%uint64(len(moves))], Depth: 1, Nodes: 10}, nil
	}
}

// run plays m to its end.
func run(t *testing.T, m *Match) *Standings {
	t.Helper()
	s := m.Standings()
	if err := m.Run(t.Context(), s, nil); err != nil {
		t.Fatal(err)
	}
	return s
}

// untimed returns s without what differs from run to run.
func untimed(s *Standings) Standings {
	c := *s
	c.Usage = append([]Usage(nil), s.Usage...)
	for i := range c.Usage {
		u := &c.Usage[i]
		u.Time, u.Longest, u.CPU, u.Wall, u.searched.Time, u.unreported.Time = 0, 0, 0, 0, 0, 0
	}
	c.pending = nil
	return c
}

func TestRoundRobin(t *testing.T) {
	s := run(t, newMatch(t, 5, "a", "b", "c"))
	if len(s.Pairings) != 3 || s.Counted() != 30 || s.Total() != 30 {
		t.Fatalf("got %d pairings, %d of %d games; want 3, 30 of 30", len(s.Pairings), s.Counted(), s.Total())
	}
	points := 0.0
	for i := range s.Engines {
		g := s.Of(i)
		if g.Games() != 20 {
			t.Errorf("engine %d played %d games, want 20", i, g.Games())
		}
		points += g.Points()
	}
	if points != 30 {
		t.Errorf("got %g points in all, want 30", points)
	}
}

func TestGauntlet(t *testing.T) {
	m := newMatch(t, 2, "a", "b", "c", "d")
	m.Gauntlet = true
	s := run(t, m)
	for i, want := range []int{12, 4, 4, 4} {
		if got := s.Of(i).Games(); got != want {
			t.Errorf("engine %d played %d games, want %d", i, got, want)
		}
	}
}

// TestColorsAreSwapped checks who plays what, and that the two games of a pair
// begin alike.
func TestColorsAreSwapped(t *testing.T) {
	m := newMatch(t, 3, "a", "b")
	games := map[int][2]*Game{}
	m.OnGame = func(g *Game) error {
		pair := games[g.Pair]
		pair[g.Leg] = g
		games[g.Pair] = pair
		return nil
	}
	run(t, m)
	openings := map[string]bool{}
	for _, pair := range games {
		if pair[0].White != "a" || pair[0].Black != "b" || pair[1].White != "b" || pair[1].Black != "a" {
			t.Errorf("got %s-%s and %s-%s, want a-b and b-a", pair[0].White, pair[0].Black, pair[1].White, pair[1].Black)
		}
		if pair[0].Start != pair[1].Start {
			t.Errorf("a pair begins at %s and %s", pair[0].Start, pair[1].Start)
		}
		openings[pair[0].Opening] = true
	}
	if len(openings) != 3 {
		t.Errorf("got %d openings, want 3", len(openings))
	}
}

// TestConcurrencyChangesNothing plays the same match with one worker and with
// several, ended by a test.
func TestConcurrencyChangesNothing(t *testing.T) {
	m := newMatch(t, 79, "a", "b")
	m.SPRT = &SPRT{Elo0: 0, Elo1: 100, Alpha: 0.05, Beta: 0.05}
	one := run(t, m)
	m.Concurrency = 5
	if many := run(t, m); !reflect.DeepEqual(untimed(many), untimed(one)) {
		t.Errorf("got %+v, want %+v", untimed(many), untimed(one))
	}
	if !one.Decided() || one.Counted() == one.Total() {
		t.Errorf("%v after %d of %d games, want a decision before the end", one.Verdict, one.Counted(), one.Total())
	}
}

// TestResume interrupts a match after every few games, in the middle of
// writing the journal, and compares with a match played in one go.
func TestResume(t *testing.T) {
	want := run(t, newMatch(t, 10, "a", "b", "c"))
	name := filepath.Join(t.TempDir(), "journal")
	m := newMatch(t, 10, "a", "b", "c")
	m.Concurrency = 2
	var got *Standings
	for runs := 0; got == nil || got.Counted() < got.Total(); runs++ {
		if runs > 20 {
			t.Fatal("the match does not come to an end")
		}
		got = interrupted(t, m, name, 7)
	}
	if !reflect.DeepEqual(untimed(got), untimed(want)) {
		t.Errorf("got %+v, want %+v", untimed(got), untimed(want))
	}
}

// interrupted goes on with the match whose journal has that name until it has
// finished a number of games, and spoils the end of the journal.
func interrupted(t *testing.T, m *Match, name string, games int) *Standings {
	t.Helper()
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	s := m.Standings()
	j, err := OpenJournal(file, m.Header(), s.Add)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	m.OnGame = func(*Game) error {
		if games--; games == 0 {
			cancel()
		}
		return nil
	}
	if err := m.Run(ctx, s, j); err != nil && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if _, err := file.WriteString(`{"pair":0,"leg":1,"whi`); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestJournalOfAnotherMatch(t *testing.T) {
	name := filepath.Join(t.TempDir(), "journal")
	interrupted(t, newMatch(t, 5, "a", "b"), name, 1)
	file, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	other := newMatch(t, 5, "a", "c")
	_, err = OpenJournal(file, other.Header(), other.Standings().Add)
	if err == nil || !strings.Contains(err.Error(), "other settings: engines is") {
		t.Errorf("got %v, want an error about the engines", err)
	}
}

func TestJournalDamaged(t *testing.T) {
	m := newMatch(t, 5, "a", "b")
	name := filepath.Join(t.TempDir(), "journal")
	interrupted(t, m, name, 3)
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	tests := []struct {
		name, text, err string
	}{
		{"not JSON", string(lines[0]) + "x\n", "line 2"},
		{"a game twice", string(lines[0]) + string(lines[1]) + string(lines[1]), "line 3: game 1.1 has been played twice"},
		{"a game too many", string(lines[0]) + `{"pair":5}` + "\n", "line 2: game 6.1 is not part of the match"},
		{"no start", string(lines[0]) + `{}` + "\n", "line 2: game 1.1: its record is damaged"},
		{"depths missing", string(lines[0]) + `{"start":"W:W31:B1","moves":"31-26","scores":[null],"nodes":[1],"micros":[1]}` + "\n", "line 2: game 1.1: its record is damaged"},
		{"a move missing", string(lines[0]) + `{"start":"W:W31:B1","moves":"","scores":[null],"depths":[1],"nodes":[1],"micros":[1]}` + "\n", "line 2: game 1.1: its record is damaged"},
		{"forced move out of range", string(lines[0]) + `{"start":"W:W31:B1","forced":[0]}` + "\n", "line 2: game 1.1: its record is damaged"},
		{"another file", "[Event \"x\"]\n", "not a journal"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if err := os.WriteFile(name, []byte(tt.text), 0o666); err != nil {
				t.Fatal(err)
			}
			file, err := os.OpenFile(name, os.O_RDWR, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			if _, err := OpenJournal(file, m.Header(), m.Standings().Add); err == nil || !strings.Contains(err.Error(), tt.err) {
				t.Errorf("got %v, want %q", err, tt.err)
			}
		})
	}
}

// TestSelf plays two strengths of our own engine; the same engines play the
// same games again.
func TestSelf(t *testing.T) {
	m := newMatch(t, 8, "strong", "weak")
	m.start = nil
	m.Engines[0].Limits.Nodes = 400
	m.Engines[1].Limits.Nodes = 20
	s := run(t, m)
	if p := s.Pairings[0].Games; p.Wins < 10 {
		t.Errorf("20 times the nodes give %+v, want at least 10 wins", p)
	}
	m.Concurrency = 2
	if again := run(t, m); !reflect.DeepEqual(untimed(again), untimed(s)) {
		t.Errorf("got %+v, then %+v", untimed(s), untimed(again))
	}
}

// TestPace plays on clocks that pass with the nodes: who has less time loses, no clock is
// overdrawn, and the same games are played again, move for move in the same time.
func TestPace(t *testing.T) {
	m := newMatch(t, 2, "long", "short")
	m.start = nil
	m.Engines[0].Limits = peer.Limits{Time: 20 * time.Second, Increment: 100 * time.Millisecond, Pace: 10}
	m.Engines[1].Limits = peer.Limits{Time: time.Second, Pace: 10}
	var games []*Game
	m.OnGame = func(g *Game) error {
		g.CPU = [2]int64{} // which is that of the machine
		games = append(games, g)
		return nil
	}
	s := run(t, m)
	if p := s.Pairings[0].Games; p.Wins < 2 || p.Losses > 0 {
		t.Errorf("20 times the time gives %+v, want at least 2 wins and no loss", p)
	}
	for _, g := range games {
		for side, name := range []string{g.White, g.Black} {
			c := newClock(m.limitsOf(name))
			for i, ply := range g.Plies {
				if g.Mover(i) == movegen.Color(side) {
					c.spend(ply.Spent)
				}
			}
			if c.Remaining < 0 || c.Remaining == c.limits.Time {
				t.Errorf("game %s, %s: %v left of %v", g.Number(), name, c.Remaining, c.limits.Time)
			}
		}
	}
	once := games
	games = nil
	if run(t, m); !reflect.DeepEqual(games, once) {
		t.Errorf("got %+v, then %+v", once, games)
	}
}

func TestValidateMatch(t *testing.T) {
	tests := []struct {
		name  string
		spoil func(*Match)
		err   string
	}{
		{"good", func(*Match) {}, ""},
		{"alone", func(m *Match) { m.Engines = m.Engines[:1] }, "two engines"},
		{"namesakes", func(m *Match) { m.Engines[1].Name = "a" }, "called a"},
		{"no limits", func(m *Match) { m.Engines[1].Limits = peer.Limits{} }, "engine b: no limit"},
		{"unknown protocol", func(m *Match) { m.Engines[1].Protocol = "uci" }, `"uci"`},
		{"unknown parameter", func(m *Match) { m.Engines[1].Params = map[string]string{"x": "1"} }, `"x"`},
		{"unknown constant", func(m *Match) { m.Engines[1].Params = map[string]string{"search.x": "1"} }, `unknown constant "x"`},
		{"a pace of a program", func(m *Match) {
			m.Engines[1] = peer.EngineConfig{Name: "b", Protocol: peer.Hub, Command: []string{"b"}, Limits: peer.Limits{Time: 1, Pace: 50}}
		}, "engine b: only the time of an engine in this process"},
		{"no number", func(m *Match) { m.Engines[1].Params = map[string]string{"search.lmr-from": "x"} }, "search.lmr-from=x: want a number"},
		{"parameter out of range", func(m *Match) { m.Engines[1].Params = map[string]string{"threads": "0"} }, "threads=0: must be a whole number from 1 to 256"},
		{"constant out of range", func(m *Match) { m.Engines[1].Params = map[string]string{"search.lmr-from": "0"} }, "constant lmr-from=0: want a number from 1 to 20"},
		{"test of three", func(m *Match) {
			m.Engines = append(m.Engines, peer.EngineConfig{Name: "c", Protocol: peer.Self, Limits: peer.Limits{Nodes: 1}})
			m.SPRT = &SPRT{Elo1: 1, Alpha: 0.05, Beta: 0.05}
		}, "between two"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := newMatch(t, 2, "a", "b")
			tt.spoil(m)
			err := m.Validate()
			if (err == nil) != (tt.err == "") || err != nil && !strings.Contains(err.Error(), tt.err) {
				t.Errorf("got %v, want %q", err, tt.err)
			}
		})
	}
}
