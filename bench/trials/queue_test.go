package trials

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"stupol/bench/match"
	"stupol/eval/work/shard"
)

// The weak player takes any of its moves. Its trials are decided after some pairs of games.
const smallList = `
[better]
new = "self"
old = "self,param.skill=1"
variants = ["russian"]
nodes = 100
then = "1ms"
elo = [0, 300]

[worse]
new = "self,param.skill=1"
variants = ["russian", "english"]
nodes = 100
then = "1ms"
elo = [0, 300]

[same]
new = "self"
variants = ["russian"]
nodes = 60
games = 6
`

// newQueue returns a queue of a list that collects what ends in rows, and errors.
func newQueue(t *testing.T, list, folder string, rows *[]string, failed *[]error) *Queue {
	t.Helper()
	tests, err := Read(strings.NewReader(list))
	if err != nil {
		t.Fatal(err)
	}
	q := &Queue{Tests: tests, Folder: folder, Version: "1", Concurrency: 2, OnBegin: func(*Test) {}}
	q.OnEnd = func(test *Test, err error) {
		if err != nil {
			*failed = append(*failed, err)
			return
		}
		row := test.Row()
		row.Sides = nil // which differ with the machine
		*rows = append(*rows, table([]*Row{&row}))
	}
	return q
}

// run runs a new queue and returns the rows, and the states of all tests.
func run(t *testing.T, list, folder string) (rows []string, states []State) {
	t.Helper()
	var failed []error
	q := newQueue(t, list, folder, &rows, &failed)
	if err := q.Run(t.Context()); err != nil || failed != nil {
		t.Fatal(err, failed)
	}
	return rows, statesOf(q)
}

func statesOf(q *Queue) (states []State) {
	for _, test := range q.Tests {
		states = append(states, test.State())
	}
	return states
}

// TestQueue plays a list, and looks at it: the second match of a trial is played if the
// first has accepted, and nothing is played twice.
func TestQueue(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "made")
	want := []State{Accepted, Unequal, Rejected, Needless, Rejected, Needless, Undecided}
	rows, states := run(t, smallList, folder)
	if !slices.Equal(states, want) || len(rows) != 5 {
		t.Errorf("got %q and %d rows, want %q and 5", states, len(rows), want)
	}
	for i, end := range []string{"| see equal time |", "| in |", "| out |", "| out |", "| undecided |"} {
		if !strings.HasSuffix(rows[i], end+"\n") {
			t.Errorf("row %s, want %s", rows[i], end)
		}
	}
	before := contents(t, folder)
	q := newQueue(t, smallList, folder, nil, nil)
	if err := q.Load(); err != nil || !slices.Equal(statesOf(q), want) || q.Ended() != len(want) {
		t.Errorf("read: %q, %d, error %v, want %q", statesOf(q), q.Ended(), err, want)
	}
	again, _ := run(t, smallList, folder)
	if after := contents(t, folder); !slices.Equal(again, rows) || after != before {
		t.Errorf("again: %q, want %q; the files are as before: %v", again, rows, after == before)
	}
}

// contents returns the names and contents of all files of a folder.
func contents(t *testing.T, folder string) (all string) {
	t.Helper()
	files, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		content, err := os.ReadFile(filepath.Join(folder, file.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all += file.Name() + "\n" + string(content)
	}
	return all
}

// TestOldOpenings reads a journal whose openings an earlier version has drawn: a match with a
// verdict is not played again.
func TestOldOpenings(t *testing.T) {
	folder := t.TempDir()
	list := strings.Split(byNodes, "[worse]")[0]
	rows, _ := run(t, list, folder)
	for _, drawn := range []struct{ name, err string }{
		{"random: 10 plies, balanced within 1.50, seed 1", ""},
		{"random: 10 plies, balanced within 1.50, seed 2", "other settings: openings is"},
		{"random: 12 plies, balanced within 1.50, seed 1", "other settings: openings is"},
	} {
		q := newQueue(t, list, folder, nil, nil)
		name := q.fileName(q.Tests[0])
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		from := q.Tests[0].Match.OpeningsName
		old := strings.Replace(string(content), from, drawn.name, 1)
		if old == string(content) {
			t.Fatalf("the journal is not of %s", from)
		}
		if err := os.WriteFile(name, []byte(old), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := q.Load(); (err == nil) != (drawn.err == "") || err != nil && !strings.Contains(err.Error(), drawn.err) {
			t.Errorf("%s: %v", drawn.name, err)
		}
		if drawn.err == "" {
			if again, states := run(t, list, folder); !slices.Equal(again, rows) || states[0] != Accepted {
				t.Errorf("again: %q, %q, want %q", again, states, rows)
			}
		}
		if err := os.WriteFile(name, content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// byNodes is smallList without what depends on the time.
var byNodes = strings.ReplaceAll(smallList, "then = \"1ms\"\n", "")

// TestResume interrupts a queue after every few games, cuts off what it wrote last, and
// compares with one that ran through.
func TestResume(t *testing.T) {
	want, _ := run(t, byNodes, t.TempDir())
	folder := t.TempDir()
	for runs, left := 0, true; left; runs++ {
		if runs > 30 {
			t.Fatal("the queue does not come to an end")
		}
		left = interrupted(t, folder)
	}
	if got, _ := run(t, byNodes, folder); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// interrupted runs the queue until it has played five games and reports whether any are
// missing. Then it removes the last bytes of the journal that was written last.
func interrupted(t *testing.T, folder string) (left bool) {
	t.Helper()
	var rows []string
	q := newQueue(t, byNodes, folder, &rows, nil)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	games := 0
	var last *Test
	q.OnBegin = func(test *Test) {
		last = test
		test.Match.OnGame = func(*match.Game) error {
			if games++; games == 5 {
				stop()
			}
			return nil
		}
	}
	err := q.Run(ctx)
	if err == nil {
		return false
	}
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	name := q.fileName(last)
	journal, err := os.ReadFile(name)
	if err == nil {
		err = os.WriteFile(name, journal[:max(len(journal)-10, 0)], 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	return true
}

// TestOtherProgram goes on with another build: what is decided stays so, and what is not
// is refused.
func TestOtherProgram(t *testing.T) {
	folder := t.TempDir()
	want, _ := run(t, byNodes, folder)
	list := strings.Replace(byNodes, "games = 6", "games = 8", 1)
	var rows []string
	var failed []error
	q := newQueue(t, list, folder, &rows, &failed)
	q.Version = "2"
	if err := q.Run(t.Context()); err == nil || err.Error() != "1 of 4 tests failed" {
		t.Errorf("error %v", err)
	}
	if !slices.Equal(rows, want[:3]) {
		t.Errorf("got %q, want %q", rows, want[:3])
	}
	if len(failed) != 1 || !strings.Contains(failed[0].Error(), "same.russian.nodes.jsonl: the journal is of other programs") {
		t.Errorf("errors %v", failed)
	}
}

// TestFrozen changes the bounds of a test that has begun, which is refused; plays fewer games
// than there are, which count; and goes on with a journal of before bounds were frozen.
func TestFrozen(t *testing.T) {
	folder := t.TempDir()
	want, _ := run(t, byNodes, folder)
	var failed []error
	q := newQueue(t, strings.ReplaceAll(byNodes, "elo = [0, 300]", "elo = [0, 200]"), folder, new([]string), &failed)
	if err := q.Run(t.Context()); err == nil || len(failed) != 3 || !strings.Contains(failed[0].Error(), "the journal has other settings: sprt is {") {
		t.Errorf("other bounds: error %v, %v", err, failed)
	}
	if got, states := run(t, strings.Replace(byNodes, "games = 6", "games = 2", 1), folder); !slices.Equal(got, want) || states[3] != Undecided {
		t.Errorf("fewer games: got %q, %q, want %q", got, states, want)
	}
	name := filepath.Join(folder, "same.russian.nodes.jsonl")
	journal := contents(t, folder)
	journal = journal[strings.Index(journal, "same.russian.nodes.jsonl\n")+len("same.russian.nodes.jsonl\n"):]
	journal, _, _ = strings.Cut(journal, "worse.")
	old := regexp.MustCompile(`,"sprt":\{[^}]*\}`).ReplaceAllString(journal, "")
	old = strings.Replace(old, `"time_margin":1`, `"time_margin":10`, 1)
	if old == journal {
		t.Fatal("the journal has no bounds")
	}
	if err := os.WriteFile(name, []byte(old), 0o666); err != nil {
		t.Fatal(err)
	}
	got, states := run(t, strings.Replace(byNodes, "games = 6", "games = 8", 1), folder)
	if states[3] != Undecided || !strings.Contains(got[3], "| 8 |") || !strings.Contains(got[3], "The journal does not say the bounds") {
		t.Errorf("an old journal: got %q, %q", got[3], states)
	}
}

// TestMargin plays against an engine that takes 1.2 s of 5 ms for every move: it loses on time.
func TestMargin(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	tests, err := Read(strings.NewReader("[late]\nnew = \"self\"\nold = \"'" + self + "' sleepy\"\nthen = \"5ms\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	m := tests[1].Match
	m.SPRT, m.Rounds, m.Concurrency = nil, 1, 2
	results := m.Standings()
	if err := m.Run(t.Context(), results, nil); err != nil || results.Usage[1].Forfeits[match.TimeLoss] != 2 {
		t.Errorf("error %v, forfeits %v, want two losses on time", err, results.Usage[1].Forfeits)
	}
}

// TestMain lets the test program play the part of a slow engine.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == "sleepy" {
		sleepy()
		return
	}
	os.Exit(m.Run())
}

// sleepy speaks as much Hub as is needed to be late: a move it never knows.
func sleepy() {
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		switch word, _, _ := strings.Cut(lines.Text(), " "); word {
		case "hub":
			fmt.Println("id name=sleepy\nwait")
		case "init":
			fmt.Println("ready")
		case "ping":
			fmt.Println("pong")
		case "go":
			time.Sleep(1200 * time.Millisecond)
			fmt.Println("done move=1-1")
		case "quit":
			return
		}
	}
}

// TestFailures lets a match fail: the next ones are played, but not the one that depends
// on it.
func TestFailures(t *testing.T) {
	folder := t.TempDir()
	list := strings.Replace(smallList, `new = "self"`, `new = "./no-such-program hub"`, 1)
	stranger := filepath.Join(folder, "worse.russian.nodes.jsonl")
	if err := os.WriteFile(stranger, []byte("Dear aunt"), 0o666); err != nil {
		t.Fatal(err)
	}
	var rows []string
	var failed []error
	q := newQueue(t, list, folder, &rows, &failed)
	if err := q.Load(); err == nil || !strings.Contains(err.Error(), stranger+": not a journal") {
		t.Errorf("read: error %v", err)
	}
	if err := q.Run(t.Context()); err == nil || err.Error() != "2 of 7 tests failed" {
		t.Errorf("error %v", err)
	}
	want := []State{Unknown, Waiting, Unknown, Waiting, Rejected, Needless, Undecided}
	if got := statesOf(q); !slices.Equal(got, want) || len(rows) != 2 {
		t.Errorf("got %q and %d rows, want %q and 2", got, len(rows), want)
	}
	if len(failed) != 2 || !strings.Contains(failed[0].Error(), "no-such-program") || !strings.Contains(failed[1].Error(), stranger) {
		t.Errorf("errors %v", failed)
	}
}

// TestShards plays a trial in shards, of which one is late. The test as a whole counts them as
// far as none is missing, and plays what they lack; its results are those of one process.
func TestShards(t *testing.T) {
	const list = `
[same]
new = "self"
variants = ["russian"]
nodes = 60
games = 16
`
	const name = "same.russian.nodes"
	want, folder := newQueue(t, list, t.TempDir(), new([]string), new([]error)), t.TempDir()
	if err := want.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	queue := func(s shard.Shard) *Queue {
		q := newQueue(t, list, folder, new([]string), new([]error))
		only, err := Only(q.Tests, name)
		if err != nil {
			t.Fatal(err)
		}
		q.Tests, q.Shard = []*Test{only}, s
		if !s.Whole() {
			q.OnEnd = func(_ *Test, err error) {
				if err != nil {
					t.Error(err)
				}
			}
		}
		return q
	}
	for _, i := range []int{0, 3, 2} {
		if err := queue(shard.Shard{Index: i, Of: 4}).Run(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	q := queue(shard.Shard{})
	if err := q.Load(); err != nil {
		t.Fatal(err)
	}
	if r := q.Tests[0].Results; r.Counted() != 4 || r.Waiting() != 8 || q.Tests[0].State() != Begun {
		t.Errorf("%d games, %d waiting, %s", r.Counted(), r.Waiting(), q.Tests[0].State())
	}
	if err := q.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	got, all := q.Tests[0].Results, want.Tests[0].Results
	if !reflect.DeepEqual(got.Pairings, all.Pairings) || got.Counted() != 16 || q.Tests[0].State() != want.Tests[0].State() {
		t.Errorf("%+v, want %+v", got.Pairings, all.Pairings)
	}
	if _, err := Only(q.Tests, "other"); err == nil || !strings.Contains(err.Error(), name) {
		t.Error(err)
	}
	other := newQueue(t, strings.Replace(list, "nodes = 60", "nodes = 61", 1), folder, new([]string), new([]error))
	os.Remove(other.fileName(other.Tests[0]))
	if err := other.Load(); err == nil || other.Tests[0].State() != Unknown {
		t.Errorf("shards of another trial: %v, %s", err, other.Tests[0].State())
	}
}
