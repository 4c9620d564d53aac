package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"stupol/cmd/exit"
)

// interruptibles are commands that take long and go on after an interruption, and the
// file in which they keep what they have done.
var interruptibles = []struct {
	args, file string
}{
	{"selfplay -q --variant russian --nodes 20 --games 100000 --out FILE", "FILE"},
	{"match --self nodes=30 nodes=20 --variant russian --games 100000 -q --journal FILE", "FILE"},
	{"trials -q --out DIR long.toml", "DIR/x.russian.nodes.jsonl"},
	{"book build -q --variant russian --nodes 30 --positions 100000 --out book", "book.journal"},
	{"book exam -q --variant russian --book-file book --positions 4 --nodes 1000000000 --journal FILE", "FILE"},
	{"endgame build -q --variant international --pieces 5 --bb-dir DIR", "DIR/international/1k-1k.endgame"},
	{"analyze games.pdn -q --nodes 100000000 --journal FILE", "FILE"},
	{"puzzles make -q --variant russian --nodes 2000 --count 100000 --journal FILE", "FILE"},
	{"tune -q --variant russian --nodes 60 --pairs 1 --iterations 100000 --out FILE", "FILE"},
	{"train -q --network 64 --epochs 1000 --out FILE sp", "FILE.checkpoint"},
}

// TestInterrupted ends commands by SIGTERM, as a batch system does: their exit status
// says that the same command goes on, and it does.
func TestInterrupted(t *testing.T) {
	skipUnderRace(t)
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot be told to stop")
	}
	inputs := inputs(t)
	for _, tt := range interruptibles {
		t.Run(tt.args[:strings.Index(tt.args, " -")], func(t *testing.T) {
			t.Parallel()
			if testing.Short() && strings.HasSuffix(tt.args, " sp") {
				t.Skip("the games of self-play are left out")
			}
			dir := t.TempDir()
			for name, content := range inputs {
				if strings.Contains(tt.args, "--out "+name) {
					continue
				}
				if err := os.WriteFile(filepath.Join(dir, name), content, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			done, size := interrupt(t, dir, tt.args, tt.file, -1)
			if more, _ := interrupt(t, dir, tt.args, tt.file, size); more < done {
				t.Errorf("%d done, and %d when it had gone on", done, more)
			}
		})
	}
}

// interruptedAfter finds in the message of an interrupted command how much it has done. Large
// numbers have commas.
var interruptedAfter = regexp.MustCompile(`interrupted after ([\d,]+)`)

// interrupt runs a command until its file has more than that many bytes (-1: until it
// exists), or for a while, and a moment longer, and tells it to stop. It returns how much
// the command says is done, or if it does not say, how many bytes the file has; and the
// size of the file.
func interrupt(t *testing.T, dir, args, file string, size int64) (done, newSize int64) {
	t.Helper()
	var stderr bytes.Buffer
	cmd := exec.Command("stupol", strings.Fields(args)...)
	cmd.Dir, cmd.Stderr = dir, &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	sizeNow := func() int64 {
		if info, err := os.Stat(filepath.Join(dir, file)); err == nil && info.Mode().IsRegular() {
			return info.Size()
		}
		return -1
	}
	for began := time.Now(); sizeNow() <= size && time.Since(began) < 3*time.Second; {
		time.Sleep(10 * time.Millisecond)
	}
	time.Sleep(500 * time.Millisecond)
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Error(err)
	}
	select {
	case err := <-ended:
		code := (*exec.ExitError)(nil)
		if !errors.As(err, &code) || code.ExitCode() != exit.Interrupted || !strings.Contains(stderr.String(), "; the same command goes on from here") {
			t.Errorf("%v: %s", err, &stderr)
		}
	case <-time.After(answerTime):
		cmd.Process.Kill()
		t.Fatal("it did not stop")
	}
	newSize = sizeNow()
	if after := interruptedAfter.FindStringSubmatch(stderr.String()); after != nil {
		done, err := strconv.ParseInt(strings.ReplaceAll(after[1], ",", ""), 10, 64)
		if err != nil {
			t.Error(err)
		}
		return done, newSize
	}
	return newSize, newSize
}

// readers are commands that wait for their input.
var readers = []string{
	"analyze -", "pdn check -", "pdn convert -", "pdn convert - --split parts", "pdn positions -", "pdn show -", "puzzles check -", "puzzles make -",
	"endgame probe --batch", "hub", "play --save own.pdn",
}

// TestInterruptedReader ends commands that wait for their input: one signal is enough.
func TestInterruptedReader(t *testing.T) {
	skipUnderRace(t)
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot be told to stop")
	}
	for _, args := range readers {
		t.Run(args, func(t *testing.T) {
			t.Parallel()
			s, err := startSession(t.TempDir(), strings.Fields(args)...)
			if err != nil {
				t.Fatal(err)
			}
			defer s.input.Close()
			time.Sleep(300 * time.Millisecond)
			endsBySignal(t, s.cmd)
		})
	}
}

// stubborn is a program that is told to stop and waits for something else.
func stubborn() {
	ctx, _ := exit.UntilInterrupted()
	fmt.Println("working")
	<-ctx.Done()
	fmt.Println("stopping")
	select {}
}

// TestSecondSignal ends a program that does not end by the first signal.
func TestSecondSignal(t *testing.T) {
	skipUnderRace(t)
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot be told to stop")
	}
	cmd := exec.Command("stubborn")
	said, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(said)
	for _, want := range []string{"working", "stopping"} {
		if !lines.Scan() || lines.Text() != want {
			t.Fatalf("it said %q, want %q", lines.Text(), want)
		}
		if want == "working" {
			if err := cmd.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
		}
	}
	time.Sleep(100 * time.Millisecond) // until the first has been seen to
	endsBySignal(t, cmd)
}

// endsBySignal interrupts a program, and fails if it goes on.
func endsBySignal(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case err := <-ended:
		if err == nil {
			t.Error("the exit status says that all went well")
		}
	case <-time.After(answerTime):
		cmd.Process.Kill()
		t.Error("it goes on")
	}
}
