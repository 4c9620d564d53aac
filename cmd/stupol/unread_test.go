//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// fullPipe makes a pipe with that name into which nothing more can be written until the test
// is over.
func fullPipe(t *testing.T, name string) {
	t.Helper()
	if err := syscall.Mkfifo(name, 0o666); err != nil {
		t.Skip(err)
	}
	pipe, err := os.OpenFile(name, os.O_RDWR|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { pipe.Close() })
	if err := pipe.SetWriteDeadline(time.Now().Add(50 * time.Millisecond)); err != nil {
		t.Skip(err)
	}
	for err == nil {
		_, err = pipe.Write(make([]byte, 1<<12))
	}
}

// endsAtOnce starts a command whose output nobody reads, and ends it by one signal: which a
// Ctrl-C would be, or what a batch system sends.
func endsAtOnce(t *testing.T, cmd *exec.Cmd, kind os.Signal) {
	t.Helper()
	var said bytes.Buffer
	cmd.Env = append(os.Environ(), "GORACE="+leaveAtOnce)
	if cmd.Stderr == nil {
		cmd.Stderr = &said
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case err := <-ended:
		t.Fatalf("it did not wait: %v, %s", err, &said)
	case <-time.After(time.Second / 2):
	}
	if err := cmd.Process.Signal(kind); err != nil {
		t.Error(err)
	}
	signalled := time.Now()
	select {
	case err := <-ended:
		t.Logf("ended after %v: %v, %s", time.Since(signalled).Round(time.Millisecond), err, &said)
		if err == nil {
			t.Error("the exit status says that all went well")
		}
		if text := said.String(); strings.Contains(text, "goroutine ") || strings.Contains(text, "context canceled") {
			t.Error(text)
		}
	case <-time.After(answerTime):
		cmd.Process.Kill()
		t.Errorf("it goes on; it said: %s", &said)
	}
}

// unreadSteps are how a pipe that nobody reads stops an output.
var unreadSteps = map[string]func(t *testing.T, name string){
	"open": func(t *testing.T, name string) {
		if err := syscall.Mkfifo(name, 0o666); err != nil {
			t.Skip(err)
		}
	},
	"write": fullPipe,
}

// TestUnreadFiles names pipes that nobody reads as outputs. The first signal ends the command.
func TestUnreadFiles(t *testing.T) {
	skipUnderRace(t)
	inputs := inputs(t)
	for name, w := range writings {
		role, _ := roleOf(t, name)
		if !slices.Contains([]string{"new", "picture", "games", "log"}, role) {
			continue // what is read as well is refused: see TestPipesAreRefused
		}
		for step, put := range unreadSteps {
			t.Run(name+", "+step, func(t *testing.T) {
				t.Parallel()
				if testing.Short() && (step == "write" || strings.HasSuffix(w.args, " sp")) {
					t.Skip("every output is opened in other tests, but those of self-play, which is left out")
				}
				b := newBench(t, name, inputs, nil)
				put(t, filepath.Join(b.dir, "FILE"))
				args := b.command(b.size)
				if strings.HasPrefix(name, "dxp") {
					args = againstFollower(t, args)
				}
				cmd := exec.Command("stupol", args...)
				cmd.Dir = b.dir
				endsAtOnce(t, cmd, syscall.SIGTERM)
				for _, name := range b.names(t) {
					if strings.HasSuffix(name, ".part") {
						t.Errorf("it leaves %s", name)
					}
				}
			})
		}
	}
}

// TestUnreadOutput prints into pipes that nobody reads. The first signal ends the command.
func TestUnreadOutput(t *testing.T) {
	skipUnderRace(t)
	inputs := inputs(t)
	onStderr := []string{"trials --out new list.toml", "train --network 64 --epochs 1 --out w list.toml"}
	for _, args := range slices.Concat(printers, onStderr, []string{"games find -l my.games", "games stats -l my.games"}) {
		t.Run(args, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			for name, content := range inputs {
				if err := os.WriteFile(filepath.Join(dir, name), content, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			fullPipe(t, filepath.Join(dir, "PIPE"))
			pipe, err := os.OpenFile(filepath.Join(dir, "PIPE"), os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer pipe.Close()
			pipe.Fd() // makes a write wait, as it does for a pipe of a shell
			cmd := exec.Command("stupol", strings.Fields(args)...)
			cmd.Dir = dir
			if slices.Contains(onStderr, args) {
				cmd.Stderr = pipe
			} else {
				cmd.Stdout = pipe
			}
			in, err := cmd.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			defer in.Close()
			if _, err := in.Write([]byte("hub\n")); err != nil {
				t.Fatal(err)
			}
			endsAtOnce(t, cmd, os.Interrupt)
		})
	}
}
