package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ncruces/go-sqlite3/vfs"

	"stupol/eval/files/output"
	"stupol/eval/files/output/failing"
	"stupol/protocol/library"
)

// everyStep has TestEachStepFails try each step. Usually it tries some of them, as a process
// is started for each.
var everyStep = flag.Bool("every-step", false, "let each step of each command fail")

// onFailingDisk is the program with a disk of which one step fails. The environment says which,
// and names a file for the steps that were made.
func onFailingDisk() {
	log, err := os.OpenFile(os.Getenv("STEPS_FILE"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o666)
	if err != nil {
		panic(err)
	}
	fail, err := strconv.Atoi(os.Getenv("FAIL_STEP"))
	if err != nil {
		panic(err)
	}
	steps := &failing.Steps{Fail: fail, Always: os.Getenv("FAIL_ALWAYS") != ""}
	steps.OnStep = func(step string, err error) { fmt.Fprintln(log, step, err) }
	output.UseDisk(func(d output.Disk) output.Disk { return failing.Disk{Disk: d, Steps: steps} })
	vfs.Register("failing", failing.VFS{Steps: steps})
	library.UseFileSystem("failing")
	main()
}

// onFailingDisk runs the command with a disk on which that step fails, and after it all others
// that need room if always. It returns the steps that were made.
func (b *workbench) onFailingDisk(t *testing.T, step int, always bool, more ...string) (r result, steps []string) {
	t.Helper()
	log := filepath.Join(t.TempDir(), "steps")
	cmd := exec.Command("onfailingdisk", b.command(b.size, more...)...)
	cmd.Env = append(cmd.Environ(), "STEPS_FILE="+log, "FAIL_STEP="+strconv.Itoa(step))
	if always {
		cmd.Env = append(cmd.Env, "FAIL_ALWAYS=1")
	}
	cmd.Stdin = strings.NewReader("32-28\nquit\n") // for stupol play
	r = ended(t, b.dir, cmd)
	return r, strings.Split(strings.TrimSuffix(string(contentOf(t, log)), "\n"), "\n")
}

// A kept is what a test of failing steps knows of a file.
type kept struct {
	name   string
	inputs map[string][]byte
	role   string
	flags  []string // of each run
	before []byte   // what the file has when the command begins
	want   []byte   // what it has in the end if nothing fails
	steps  []string // that the command makes then
}

// TestEachStepFails lets steps of every command that writes fail, one at a time: a file that
// cannot be made, written, flushed, closed, renamed or removed. Nothing that was there is lost,
// the exit status says that it failed unless all is as it should be, and the next run ends as
// if nothing had been.
func TestEachStepFails(t *testing.T) {
	if testing.Short() || raceDetector {
		t.Skip("runs every command that writes, many times")
	}
	eachWriting(t, func(t *testing.T, name string, inputs map[string][]byte) {
		if writings[name].play != nil {
			t.Skip("appended as by match --pdn")
		}
		k := keptOf(t, name, inputs)
		chosen := k.chosen()
		for i, step := range chosen {
			k.fail(t, step, i%2 == 1)
		}
		t.Logf("%d of %d steps", len(chosen), len(k.steps))
	})
}

// keptOf runs a command undisturbed.
func keptOf(t *testing.T, name string, inputs map[string][]byte) *kept {
	t.Helper()
	k := &kept{name: name, inputs: inputs}
	k.role, _ = roleOf(t, name)
	switch k.role {
	case "new", "picture", "parts":
		k.before, k.flags = []byte(strangers["text"]), []string{"--force"}
	case "games":
		k.before = inputs["games.pdn"]
	case "library":
		b := newBench(t, name, map[string][]byte{"games.pdn": []byte(earlier)}, nil)
		if r := b.run(t, b.size); r.status != 0 {
			t.Fatal(r)
		}
		k.before = b.content(t)
	case "run", "journals":
		b := newBench(t, name, inputs, nil)
		if r := b.run(t, b.size); r.status != 0 {
			t.Fatal(r)
		}
		lines := bytes.SplitAfter(b.content(t), []byte("\n"))
		if k.before = bytes.Join(lines[:len(lines)/2], nil); name == "selfplay --out" {
			b = newBench(t, name, inputs, nil)
			if r := b.run(t, b.size/2); r.status != 0 {
				t.Fatal(r)
			}
			k.before = b.content(t)
		}
	}
	b := newBench(t, name, inputs, k.before)
	r, steps := b.onFailingDisk(t, 0, false, k.flags...)
	if r.status != 0 {
		t.Fatal(r)
	}
	k.want, k.steps = k.state(t, b), steps
	return k
}

// chosen returns the steps that are let fail: of each kind, as to write, flush or rename, the last,
// and the first of all.
func (k *kept) chosen() (steps []int) {
	last := map[string]int{}
	for i, step := range k.steps {
		kind, _, _ := strings.Cut(step, " ")
		last[kind] = i + 1
	}
	for i, step := range k.steps {
		kind, _, _ := strings.Cut(step, " ")
		if n := i + 1; *everyStep || n == 1 || n == last[kind] {
			steps = append(steps, n)
		}
	}
	return steps
}

// earlier is a game that is in a library before the command begins.
const earlier = "[White \"Earlier\"]\n\n1. 31-26 *\n"

// changing is what differs between two runs that do the same: when, and how long it took.
var changing = regexp.MustCompile(`\[(Date|UTCDate|UTCTime|Time|TimeControl|\w*Time) "[^"]*"\]|"(spent|began|ended|time|left|cpu|used|seconds)":[^,}\]]*|\{[^{}"]*\}|\d+ms`)

// state returns what the file means.
func (k *kept) state(t *testing.T, b *workbench) []byte {
	t.Helper()
	if k.role != "library" {
		return b.content(t)
	}
	cmd := exec.Command("stupol", "games", "export", "--library", "FILE")
	cmd.Dir = b.dir
	games, err := cmd.Output()
	if err != nil {
		t.Errorf("the library is damaged: %v", err)
	}
	return games
}

// same reports whether two states are the same but for times.
func (k *kept) same(a, b []byte) bool {
	switch k.name {
	case "match --journal", "trials --out":
		return bytes.Count(a, []byte("\n")) == bytes.Count(b, []byte("\n"))
	case "match --pdn", "play --save", "match --stderr", "match --protocol-log":
		return bytes.Equal(changing.ReplaceAll(a, nil), changing.ReplaceAll(b, nil)) || bytes.Count(a, []byte("\n[White ")) == bytes.Count(b, []byte("\n[White "))
	case "match --report": // with times
		return bytes.Count(a, []byte("<svg")) == bytes.Count(b, []byte("<svg")) && bytes.Count(a, []byte("<details")) == bytes.Count(b, []byte("<details"))
	case "bench search --profile", "match --plot", "train --plot":
		return len(a) > 100 && bytes.HasPrefix(b, a[:4]) // of the same format
	}
	return bytes.Equal(a, b)
}

// fail runs the command with a step that fails, and once more.
func (k *kept) fail(t *testing.T, step int, always bool) {
	t.Helper()
	b := newBench(t, k.name, k.inputs, k.before)
	r, steps := b.onFailingDisk(t, step, always, k.flags...)
	if len(steps) < step {
		return // as other threads were faster
	}
	failed := fmt.Sprintf("step %d of %d, %q, always %v", step, len(k.steps), steps[step-1], always)
	after := k.state(t, b)
	appended := k.role == "games" || k.role == "log" // where a second run writes more
	complete := k.same(after, k.want)
	if r.status == 0 && !complete && r.stderr == "" && k.role != "played" {
		t.Errorf("%s: nothing is said of it", failed)
	}
	if k.role == "library" && !bytes.Contains(after, []byte("Earlier")) {
		t.Errorf("%s: the game is lost that was there", failed)
	}
	whole := slices.Contains([]string{"new", "picture", "parts"}, k.role)
	if lost := whole && !bytes.Equal(after, k.before) || !whole && !bytes.HasPrefix(after, k.before); lost && !complete && k.role != "library" {
		t.Errorf("%s: %v; the file had %d bytes, and now it has %d: %.60q", failed, r, len(k.before), len(after), after)
	}
	if complete && (r.status == 0 || strings.HasPrefix(steps[step-1], "close ")) {
		return // nothing failed that matters, and a book that is there is not made anew
	}
	r, _ = b.onFailingDisk(t, 0, false, k.flags...)
	if again := k.state(t, b); r.status != 0 || !k.same(again, k.want) && !appended {
		t.Errorf("%s: the next run: %v; the file has %d bytes instead of %d", failed, r, len(again), len(k.want))
	}
	for _, name := range b.names(t) {
		if strings.HasSuffix(name, ".part") && !strings.HasPrefix(steps[step-1], "remove ") {
			t.Errorf("%s: %s is left", failed, filepath.Base(name))
		}
	}
}
