package match

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stupol/movegen"
	"stupol/protocol/peer"
	"stupol/search"
)

// TestCrashedPlayerIsReplaced counts the crashes of an engine that dies in
// every game, and how often it was started.
func TestCrashedPlayerIsReplaced(t *testing.T) {
	m := newMatch(t, 3, "good", "bad")
	var bad []*fake
	m.start = func(_ context.Context, e *peer.EngineConfig) (Player, error) {
		if e.Name == "good" {
			return &fake{move: first}, nil
		}
		bad = append(bad, failing(2, &Forfeit{Crash, "signal: killed"}))
		return bad[len(bad)-1], nil
	}
	s := run(t, m)
	if got := s.Usage[1].Forfeits[Crash]; got != 6 || s.Pairings[0].Games.Wins != 6 {
		t.Errorf("got %d crashes and %+v, want 6 and 6 wins", got, s.Pairings[0].Games)
	}
	for i, f := range bad {
		if !f.closed {
			t.Errorf("player %d was not closed", i)
		}
	}
	if len(bad) != 6 {
		t.Errorf("started %d times, want 6", len(bad))
	}
}

// TestEngineThatDoesNotStart is an error of the match, not a loss.
func TestEngineThatDoesNotStart(t *testing.T) {
	m := newMatch(t, 3, "a", "b")
	m.start = func(context.Context, *peer.EngineConfig) (Player, error) { return nil, errors.New("no such file") }
	s := m.Standings()
	err := m.Run(t.Context(), s, nil)
	if err == nil || !strings.Contains(err.Error(), "no such file") || s.Counted() != 0 {
		t.Errorf("got %v after %d games, want no such file after 0", err, s.Counted())
	}
}

// failingStarts returns a match of a good engine and one that crashes in every
// game, in which starts with these numbers, from 0, fail.
func failingStarts(t *testing.T, rounds int, fails func(n int) bool) *Match {
	m := newMatch(t, rounds, "good", "bad")
	starts := 0
	m.start = func(_ context.Context, e *peer.EngineConfig) (Player, error) {
		if e.Name == "good" {
			return &fake{move: first}, nil
		}
		if starts++; fails(starts - 1) {
			return nil, errors.New("no memory")
		}
		return failing(2, &Forfeit{Crash, "signal: killed"}), nil
	}
	return m
}

// TestFailedRestarts costs an engine games in which it could not be started
// again, and the match goes on.
func TestFailedRestarts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := failingStarts(t, 4, func(n int) bool { return n == 1 || n == 2 || n == 5 })
		began, reasons := time.Now(), map[string]int{}
		m.OnGame = func(g *Game) error {
			reasons[g.Reason[:len(g.Reason)-len(" by White")]]++
			return nil
		}
		s := run(t, m)
		if got := s.Usage[1].Forfeits; got[NoStart] != 3 || got[Crash] != 5 || s.Pairings[0].Games.Wins != 8 {
			t.Errorf("got %v and %+v, want 3 games without a start and 5 crashes", got, s.Pairings[0].Games)
		}
		if reasons["no start: no memory"] != 3 {
			t.Errorf("reasons %v, want no start: no memory 3 times", reasons)
		}
		if took := time.Since(began); took != 4*restartPause+5*crashPause {
			t.Errorf("waited %v, want 1 s after one failure and 2 s after two, 4 s in all, and the pauses after crashes", took)
		}
	})
}

// TestTooManyFailedRestarts ends a match whose engine cannot be started any more.
func TestTooManyFailedRestarts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := failingStarts(t, 4, func(n int) bool { return n > 0 })
		s := m.Standings()
		err := m.Run(t.Context(), s, nil)
		if want := "engine bad: 3 times in a row it did not begin a game: no memory"; err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
		if got := s.Counted(); got != 2 {
			t.Errorf("%d games are counted, want 2: the third waits for its pair", got)
		}
	})
}

// A goneFake is not there any more for a second game.
type goneFake struct {
	*fake
	begun int
}

func (f *goneFake) Begin(_ context.Context, g *movegen.Game, _ search.Limits) error {
	if len(g.Moves()) > 1 {
		return nil
	}
	if f.begun++; f.begun > 1 {
		return errors.New("the line dropped")
	}
	return nil
}

// TestGoneBetweenGames loses no game: the player is replaced.
func TestGoneBetweenGames(t *testing.T) {
	m := newMatch(t, 3, "good", "gone")
	starts := 0
	m.start = func(_ context.Context, e *peer.EngineConfig) (Player, error) {
		f := &fake{move: byHash(e.Name)}
		if e.Name == "good" {
			return f, nil
		}
		starts++
		return &goneFake{fake: f}, nil
	}
	if s := run(t, m); len(s.Usage[1].Forfeits) != 0 || starts != 6 || s.Counted() != 6 {
		t.Errorf("%d games, forfeits %v, %d starts; want 6, none and 6", s.Counted(), s.Usage[1].Forfeits, starts)
	}
}
