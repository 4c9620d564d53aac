package main

import (
	"testing"
)

// TestPlayKilled kills the program in the middle of a game: the next one goes on with
// all of it.
func TestPlayKilled(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	first, err := startSession("", "play", "--variant", "brazilian", "--nodes", "100")
	if err != nil {
		t.Fatal(err)
	}
	say := func(s *session, line, answer string) {
		t.Helper()
		if err := s.send(line); err != nil {
			t.Fatal(err)
		}
		if _, err := s.await(answer); err != nil {
			t.Fatal(err)
		}
	}
	say(first, "c3-d4", `1\.\.\. Stupol: .*`)
	if err := first.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = first.close() // which tells that it was killed

	second, err := startSession("", "play")
	if err != nil {
		t.Fatal(err)
	}
	say(second, "y", `There is an unfinished game: Brazilian draughts .*, 2 moves of both sides\..*`)
	say(second, "undo", `Your move 1\. is taken back\.`)
	if err := second.close(); err != nil {
		t.Error(err)
	}
}
