package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"stupol/cmd/exit"
)

// printers are commands that print and are soon done.
var printers = []string{
	"--version", "--help", "version", "version --json", "variants", "rules", "board", "board --json", "moves", "moves --json",
	"perft --depth 2", "perft --depth 2 --json", "eval", "bench search --depth 1", "bench perft --variant brazilian --max-nodes 100",
	"book show", "book info", "book verify", "book export --plies 2", "book export --plies 2 --json",
	"endgame probe --fen W:WK28:BK5", "pdn check games.pdn", "pdn check --json games.pdn", "pdn convert games.pdn",
	"pdn positions games.pdn", "pdn show games.pdn", "puzzles check -q --nodes 10 games.pdn", "puzzles make -q --variant russian --nodes 500 --count 1", "analyze -q --nodes 10 games.pdn", "analyze -q --nodes 10 --json games.pdn",
	"match --self nodes=30 nodes=20 --variant russian --games 2 -q", "match --self nodes=30 nodes=20 --variant russian --games 2 -q --json",
	"hub", "play --save own.pdn", "web --listen 0",
}

// TestOutputLost lets every command print where there is no room: the exit status says so.
func TestOutputLost(t *testing.T) {
	skipUnderRace(t)
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { full.Close() })
	for _, args := range printers {
		t.Run(args, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.WriteFile(dir+"/games.pdn", []byte(someGames), 0o666); err != nil {
				t.Fatal(err)
			}
			ctx, stop := context.WithTimeout(t.Context(), answerTime)
			defer stop()
			cmd := exec.CommandContext(ctx, "stupol", strings.Fields(args)...)
			cmd.Stdout, cmd.Stdin = full, strings.NewReader("hub\n")
			if r := ended(t, dir, cmd); r.status != exit.Failed || !strings.Contains(r.stderr, "no space left") {
				t.Error(r)
			}
		})
	}
}

// TestNamesAreVisible gives commands names that a terminal would obey: people see escapes.
func TestNamesAreVisible(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no such names there")
	}
	const odd = "a\x1b[2J\u202egpj"
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, odd), []byte("[White \"\x1b[31mX\"]\n1. 32-28 40-1 *\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"pdn", "check", odd}, {"pdn", "check", "missing" + odd}, {"pdn", "show", odd}, {"status", odd}, {"pdn", odd},
		{"board", "--png", "none/" + odd}, {"book", "verify", odd}, {"eval", odd},
		{"match", "--self", "name=" + odd, "name=b", "--nodes", "1", "--games", "2", "--max-moves", "1"},
	} {
		cmd := exec.Command("stupol", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GORACE="+leaveAtOnce)
		said, _ := cmd.CombinedOutput()
		if len(said) == 0 || strings.ContainsAny(string(said), "\x1b\u202e") {
			t.Errorf("%q: %q", args, said)
		}
	}
}
