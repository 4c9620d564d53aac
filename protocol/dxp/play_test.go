package dxp

import (
	"bufio"
	"context"
	"net"
	"os"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stupol/movegen"
	"stupol/search"
)

// realOptions are those of a player with a search of few nodes.
func realOptions(t *testing.T, r *movegen.Rules, name string, saved *[]Record) Options {
	t.Helper()
	e, err := search.New(search.Options{Rules: r, TableBytes: 1 << 16})
	if err != nil {
		t.Fatal(err)
	}
	return Options{
		Name: name, Engine: e, Rules: r, Limits: search.Limits{Nodes: 300},
		Save: func(g Record) error {
			*saved = append(*saved, g)
			return nil
		},
	}
}

// playMatch plays a match between two of our own sessions and returns the games
// as each side saved them.
func playMatch(t *testing.T, r *movegen.Rules, m *Match) (initiator, follower []Record) {
	ours, theirs := net.Pipe()
	one := realOptions(t, r, "Initiator", &initiator)
	one.Match = m
	other := realOptions(t, r, "Follower", &follower)
	ended := make(chan error, 1)
	go func() { ended <- newServer(other).play(t.Context(), theirs) }()
	if err := newServer(one).play(t.Context(), ours); err != nil {
		t.Errorf("the initiator ended with %v", err)
	}
	if err := <-ended; err != nil {
		t.Errorf("the follower ended with %v", err)
	}
	return initiator, follower
}

// checkGames checks that both sides have the same games, all with a result.
func checkGames(t *testing.T, initiator, follower []Record, n int) {
	t.Helper()
	if len(initiator) != n || len(follower) != n {
		t.Fatalf("%d and %d games, want %d", len(initiator), len(follower), n)
	}
	for i, g := range initiator {
		f := follower[i]
		if g.Us == f.Us || g.Players != f.Players || g.Outcome == movegen.Ongoing || g.Outcome != f.Outcome ||
			g.Termination != f.Termination || g.Game.Start() != f.Game.Start() ||
			!reflect.DeepEqual(g.Game.Moves(), f.Game.Moves()) {
			t.Errorf("game %d:\n%+v\n%+v", i+1, g, f)
		}
	}
}

// TestTwentyGames plays from ballots, with both colours.
func TestTwentyGames(t *testing.T) {
	r := movegen.International()
	starts := ballots(t, r)[:10]
	synctest.Test(t, func(t *testing.T) {
		one, other := playMatch(t, r, NewMatch(r, starts, 0, 5*time.Minute, 0))
		checkGames(t, one, other, 20)
		for i, g := range one {
			if g.Us != movegen.Color(i%2) || g.Game.Start() != starts[i/2] {
				t.Errorf("game %d: we have %v from %s", i+1, g.Us, r.FEN(g.Game.Position()))
			}
		}
	})
}

func TestTwoGamesOfEveryKind(t *testing.T) {
	for _, r := range movegen.Variants() {
		t.Run(r.Name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				one, other := playMatch(t, r, NewMatch(r, nil, 0, 5*time.Minute, 0))
				checkGames(t, one, other, 2)
			})
		})
	}
}

func ballots(t *testing.T, r *movegen.Rules) (starts []movegen.Position) {
	t.Helper()
	file, err := os.Open("testdata/ballots.fen")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		p, err := r.ParseFEN(lines.Text())
		if err != nil {
			t.Fatal(err)
		}
		starts = append(starts, p)
	}
	return starts
}

func TestConnectWhereNobodyListens(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		o := fakeOptions()
		var notes []string
		o.Note = func(text string) {
			if time.Since(began) == 0 {
				notes = append(notes, text)
			}
		}
		err := Connect(t.Context(), "127.0.0.1:1", o)
		if err == nil || time.Since(began) != dialTimeout {
			t.Errorf("got %v after %v, want an error after %v", err, time.Since(began), dialTimeout)
		}
		if len(notes) != 1 || !strings.Contains(notes[0], "127.0.0.1:1") || !strings.Contains(notes[0], "trying for 15s") {
			t.Errorf("the notes at once are %q", notes)
		}
	})
}

// A follower does not come back, an initiator only so often.
func TestConnectWithOneWhoHangsUp(t *testing.T) {
	for _, tt := range []struct {
		name string
		make func(*Options)
		want int
	}{
		{"follower", func(*Options) {}, 1},
		{"initiator", func(o *Options) { o.Match = NewMatch(o.Rules, nil, 1, time.Minute, 0) }, maxDrops},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			calls := make(chan int)
			go func() {
				n := 0
				for {
					c, err := l.Accept()
					if err != nil {
						calls <- n
						return
					}
					n++
					c.Close()
				}
			}()
			o := fakeOptions()
			again := 0
			o.Note = func(text string) { again += strings.Count(text, "connecting again") }
			tt.make(&o)
			err = Connect(context.Background(), l.Addr().String(), o)
			l.Close()
			if n := <-calls; n != tt.want || (o.Match != nil) != (err != nil) {
				t.Errorf("%d calls, %v, want %d", n, err, tt.want)
			}
			if again != tt.want-1 {
				t.Errorf("%d times it was noted that we connect again, want %d", again, tt.want-1)
			}
		})
	}
}
