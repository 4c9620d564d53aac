package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestTwentyGamesBetweenProcesses lets one stupol ask another for twenty games
// from ballots, over TCP.
func TestTwentyGamesBetweenProcesses(t *testing.T) {
	skipUnderRace(t)
	const games = 20
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	follower, err := startSession("", "dxp", "--listen", "0", "--nodes", "300", "--hash", "1", "--name", "Follower",
		"--pdn", file("follower.pdn"), "--log", file("follower.log"))
	if err != nil {
		t.Fatal(err)
	}
	listening, err := follower.await("listening on .*")
	if err != nil {
		t.Fatal(err)
	}
	initiator, err := startSession("", "dxp", "--connect", strings.TrimPrefix(listening, "listening on "),
		"--initiator", "--games", strconv.Itoa(games), "--openings", "ballots", "--nodes", "300", "--hash", "1",
		"--name", "Initiator", "--pdn", file("initiator.pdn"), "--log", file("initiator.log"))
	if err != nil {
		t.Fatal(err)
	}
	if err := initiator.close(); err != nil {
		t.Error(err)
	}
	for _, pattern := range []string{"connected with .*", "game over after .*", "disconnected"} {
		if _, err := follower.await(pattern); err != nil {
			t.Error(err)
		}
	}
	follower.cmd.Process.Signal(os.Interrupt)
	if err := follower.close(); err != nil {
		t.Errorf("interrupted: %v", err)
	}
	for _, name := range []string{"initiator.pdn", "follower.pdn"} {
		text, err := os.ReadFile(file(name))
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(text), "[Event "); n != games {
			t.Errorf("%s: %d games, want %d", name, n, games)
		}
		if strings.Contains(string(text), `[Result "*"]`) {
			t.Errorf("%s: a game without a result", name)
		}
	}
	checkLogs(t, file("initiator.log"), file("follower.log"))
}

// checkLogs checks that what one side sent is what the other received.
func checkLogs(t *testing.T, names ...string) {
	t.Helper()
	var sent, received [2]string
	for i, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if _, frame, ok := strings.Cut(line, " > "); ok {
				sent[i] += frame
			} else if _, frame, ok := strings.Cut(line, " < "); ok {
				received[i] += frame
			}
		}
	}
	if sent[0] == "" || sent[0] != received[1] || sent[1] == "" || sent[1] != received[0] {
		t.Error("what was sent is not what was received")
	}
}
