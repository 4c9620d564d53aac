package match

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"stupol/eval/files/output"
	"stupol/eval/work/shard"
)

// The array of the test: its tasks are processes that get this variable.
const (
	arrayTask = "STUPOL_TEST_ARRAY_TASK" // "3/40"
	lateTask  = "1/40"                   // says its name, and plays when it is told to
	killTask  = "0/40"                   // plays a few games, and then none
)

// arrayMatch returns the match of the array.
func arrayMatch(t *testing.T) *Match {
	m := newMatch(t, 120, "a", "b")
	m.SPRT, m.Frozen = &SPRT{Elo0: 0, Elo1: 40, Alpha: 0.05, Beta: 0.05}, true
	return m
}

// TestArrayTask is a task of the array: it plays a shard. It is no test of its own.
func TestArrayTask(t *testing.T) {
	text := os.Getenv(arrayTask)
	if text == "" {
		t.Skip("not a task")
	}
	m := arrayMatch(t)
	if err := m.Shard.UnmarshalText([]byte(strings.TrimPrefix(text, "killed "))); err != nil {
		t.Fatal(err)
	}
	fmt.Println("ready")
	bufio.NewReader(os.Stdin).ReadString('\n')
	file, err := output.Resume(fmt.Sprintf("%d.jsonl", m.Shard.Index))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	s := m.Standings()
	j, err := OpenJournal(file, m.Header(), s.Add)
	if err != nil {
		t.Fatal(err)
	}
	m.OnGame = func(*Game) error {
		if strings.HasPrefix(text, "killed ") && s.Counted()+s.Waiting() == 3 {
			fmt.Println("half way")
			select {} // until it is killed
		}
		return nil
	}
	if err := m.Run(t.Context(), s, j); err != nil {
		t.Fatal(err)
	}
}

// A task is a process of the array.
type arrayProcess struct {
	*exec.Cmd
	out *bufio.Scanner
	in  *os.File
}

// startTask starts a task in a folder; it waits for a line before it plays.
func startTask(t *testing.T, folder, text string) *arrayProcess {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestArrayTask$")
	cmd.Dir, cmd.Env = folder, append(os.Environ(), arrayTask+"="+text)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	theirs, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdin = theirs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	theirs.Close()
	p := &arrayProcess{cmd, bufio.NewScanner(out), in}
	t.Cleanup(func() { p.Process.Kill(); p.Wait(); in.Close() })
	p.await(t, "ready")
	return p
}

// await reads until a line of the task.
func (p *arrayProcess) await(t *testing.T, line string) {
	t.Helper()
	for p.out.Scan() {
		if p.out.Text() == line {
			return
		}
	}
	t.Fatalf("no line %q", line)
}

// play has the task play.
func (p *arrayProcess) play(t *testing.T) {
	t.Helper()
	if _, err := p.in.WriteString("go\n"); err != nil {
		t.Fatal(err)
	}
}

// finish waits for the end of a task, which must succeed.
func (p *arrayProcess) finish(t *testing.T) {
	t.Helper()
	for p.out.Scan() {
	}
	if err := p.Wait(); err != nil {
		t.Fatal(err)
	}
}

// TestWatchArray watches an array of 40 processes, of which the first is killed half way and
// played again, and the second comes when the next have long been complete. What is counted,
// and the verdict, are those of one process, at every moment; and tasks that have not begun when
// the test has decided are never played.
func TestWatchArray(t *testing.T) {
	want := run(t, arrayMatch(t))
	if !want.Decided() {
		t.Fatal("the test of the whole match does not decide")
	}
	folder := t.TempDir()
	looked := make(chan Progress, 1000)
	w := &Watch{
		Journals: []string{filepath.Join(folder, "*.jsonl")}, Every: time.Millisecond,
		Tell: func(line string) { t.Log(line) }, Show: func(p Progress) { looked <- p },
	}
	var over atomic.Bool
	ended := make(chan *Progress)
	go func() {
		last, err := w.Run(t.Context())
		if err != nil {
			t.Error(err)
		}
		over.Store(true)
		ended <- last
	}()

	late := startTask(t, folder, lateTask)
	killed := startTask(t, folder, "killed "+killTask)
	killed.play(t)
	killed.await(t, "half way")
	killed.Process.Kill()
	for i := 2; i < 6; i++ {
		p := startTask(t, folder, fmt.Sprintf("%d/40", i))
		p.play(t)
		p.finish(t)
	}
	waitFor(t, looked, func(p Progress) bool {
		part, name, ok := p.Merger.WaitsFor(p.Standings)
		return ok && part.Index == 0 && filepath.Base(name) == "0.jsonl" && p.Standings.Counted() == 2 && p.Standings.Waiting() == 1+4*6
	})
	again := startTask(t, folder, killTask)
	again.play(t)
	again.finish(t)
	waitFor(t, looked, func(p Progress) bool {
		part, name, ok := p.Merger.WaitsFor(p.Standings)
		return ok && part.Index == 1 && name == "" && p.Standings.Counted() == 6
	})
	late.play(t)
	late.finish(t)
	next := 6
	for ; next < 40 && !over.Load(); next++ {
		p := startTask(t, folder, fmt.Sprintf("%d/40", next))
		p.play(t)
		p.finish(t)
		time.Sleep(20 * time.Millisecond)
	}
	got := <-ended
	if !reflect.DeepEqual(untimed(got.Standings).Pairings, untimed(want).Pairings) || got.Standings.Verdict != want.Verdict {
		t.Errorf("%v %+v, want %v %+v", got.Standings.Verdict, got.Standings.Pairings, want.Verdict, want.Pairings)
	}
	if next == 40 {
		t.Error("all tasks were played")
	}
	t.Logf("%v after %d games; %d of 40 tasks played", want.Verdict, want.Counted(), next)
}

// waitFor waits until a look shows something.
func waitFor(t *testing.T, looked <-chan Progress, seen func(Progress) bool) {
	t.Helper()
	timeout := time.After(time.Minute)
	for {
		select {
		case p := <-looked:
			if seen(p) {
				return
			}
		case <-timeout:
			t.Fatal("waited in vain")
		}
	}
}

// TestWatchProblems has journals that do not belong together: each is told once, and counts
// when it is as it has to be.
func TestWatchProblems(t *testing.T) {
	m := newMatch(t, 4, "a", "b")
	folder := t.TempDir()
	write := func(name string, text []byte) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	first, second := playShard(t, m, shard.Shard{Index: 0, Of: 2}), playShard(t, m, shard.Shard{Index: 1, Of: 2})
	write("0", first)
	write("1", []byte("Dear aunt,\n"))
	write("2", first)
	write("3", nil)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	looks := 0
	var told []string
	w := &Watch{Journals: []string{filepath.Join(folder, "?")}, Every: time.Millisecond, Tell: func(line string) { told = append(told, line) }}
	w.Show = func(p Progress) {
		switch looks++; looks {
		case 1:
			write("2", first[:bytes.LastIndexByte(first, '\n')+1])
		case 2:
			write("1", second)
		}
	}
	last, err := w.Run(ctx)
	if err != nil || last.Standings.Counted() != 8 || last.Merger.Shards() != 2 {
		t.Errorf("%v, %+v", err, last)
	}
	if len(told) != 2 || !strings.Contains(told[0], "not a journal") || !strings.Contains(told[1], "shard 0/2, as is") {
		t.Errorf("told %s", strconv.Quote(strings.Join(told, "\n")))
	}

	w = &Watch{Journals: []string{filepath.Join(folder, "none*")}, Every: time.Millisecond, Show: w.Show}
	w.Tell = func(line string) { told = append(told, line); cancel() }
	if last, err := w.Run(ctx); last != nil || !errors.Is(err, context.Canceled) || told[2] != "no journal has a game yet" {
		t.Errorf("%v, %v, told %q", last, err, told)
	}
}

// TestOtherTest refuses a test other than that with which the match began.
func TestOtherTest(t *testing.T) {
	m := arrayMatch(t)
	m.Shard = shard.Shard{Index: 0, Of: 40}
	merger := &Merger{header: m.Header(), of: 40}
	if _, err := merger.Match(&SPRT{Elo1: 5, Alpha: 0.05, Beta: 0.05}); err == nil || !strings.Contains(err.Error(), "another sequential test") {
		t.Error(err)
	}
	if whole, err := merger.Match(nil); err != nil || *whole.SPRT != *m.SPRT || whole.Rounds != 120 {
		t.Errorf("%+v, %v", whole, err)
	}
}
