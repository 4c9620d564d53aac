package store

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stupol/protocol/pdn"
)

// playedGame returns a game as stupol play saves it.
func playedGame(result, moves string) *pdn.Game {
	g := &pdn.Game{
		Tags:   []pdn.Tag{{Name: "Result", Value: result}, {Name: "GameType", Value: "20"}, {Name: "StupolPlay", Value: "you=White"}},
		Result: pdn.Result(result),
	}
	for text := range strings.FieldsSeq(moves) {
		g.Plies = append(g.Plies, pdn.Ply{Text: text})
	}
	return g
}

func mustOpen(t *testing.T, name string) *File {
	t.Helper()
	f, err := Open(name)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestFile keeps games one after the other, in several sessions.
func TestFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "own.pdn")
	keep := func(f *File, g *pdn.Game) {
		t.Helper()
		if err := f.Keep(g); err != nil {
			t.Fatal(err)
		}
	}
	f := mustOpen(t, name)
	f.Begin()
	keep(f, playedGame("*", "32-28"))
	keep(f, playedGame("2-0", "32-28 19-23"))
	f.Begin()
	keep(f, playedGame("*", "33-28"))
	f.Close()

	f = mustOpen(t, name)
	if f.Unfinished == nil || f.Unfinished.Plies[0].Text != "33-28" {
		t.Fatalf("unfinished: %v", f.Unfinished)
	}
	keep(f, playedGame("*", "33-28 18-23")) // goes on
	f.Begin()
	keep(f, playedGame("1-1", "34-29"))
	f.Close()

	f = mustOpen(t, name)
	defer f.Close()
	if f.Unfinished != nil {
		t.Errorf("unfinished: %v", f.Unfinished)
	}
	want := playedGame("2-0", "32-28 19-23").String() + playedGame("*", "33-28 18-23").String() + playedGame("1-1", "34-29").String()
	if got := contentOf(t, name); string(got) != want {
		t.Errorf("the file holds\n%s\nwant\n%s", got, want)
	}
}

// TestTwoProcesses opens the file of the user twice at a time, and one that has come to
// hold something else.
func TestTwoProcesses(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	first, second := mustOpen(t, ""), mustOpen(t, "")
	defer second.Close()
	if filepath.Base(first.name) != "play.pdn" || filepath.Base(second.name) != "play-2.pdn" {
		t.Errorf("%s and %s", first.name, second.name)
	}
	if _, err := Open(first.name); err == nil || !strings.Contains(err.Error(), "another process writes it") {
		t.Errorf("error %v", err)
	}
	if err := first.Keep(playedGame("*", "32-28")); err != nil {
		t.Error(err)
	}
	if _, err := Open(first.name); err == nil {
		t.Error("a file that was replaced is no longer locked")
	}
	const other = "mine\n"
	if err := os.WriteFile(first.name, []byte(other), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := first.Keep(playedGame("*", "32-28")); err == nil || string(contentOf(t, first.name)) != other {
		t.Errorf("error %v, and the file holds %q", err, contentOf(t, first.name))
	}
	first.Close()
	third := mustOpen(t, "")
	third.Close()
	if filepath.Base(third.name) != "play-3.pdn" {
		t.Errorf("%s", third.name)
	}
}

func TestArePlayed(t *testing.T) {
	ours := playedGame("*", "32-28").String()
	strange := (&pdn.Game{Tags: []pdn.Tag{{Name: "Event", Value: "x"}}, Result: pdn.NoResult}).String()
	for text, want := range map[string]bool{
		ours: true, ours + ours: true, "": false, strange: false, ours + strange: false, strange + ours: false,
		"letter": false, ours + "\nDear aunt, thank you": false,
	} {
		if got := arePlayed(strings.NewReader(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// TestStartOfLine finds the lines of a file.
func TestStartOfLine(t *testing.T) {
	content := []byte("a\n\nbc\nd")
	for line, want := range map[int]string{1: "a\n\nbc\nd", 2: "\nbc\nd", 3: "bc\nd", 4: "d"} {
		if got := content[startOfLine(content, line):]; !bytes.Equal(got, []byte(want)) {
			t.Errorf("line %d: %q, want %q", line, got, want)
		}
	}
}

// TestAppend adds the game to files of the user.
func TestAppend(t *testing.T) {
	folder := t.TempDir()
	f := mustOpen(t, filepath.Join(folder, "own.pdn"))
	defer f.Close()
	other := filepath.Join(folder, "other.pdn")
	for range 2 {
		if err := f.Append(other, playedGame("*", "32-28")); err != nil {
			t.Fatal(err)
		}
	}
	if games, err := f.Read(other); err != nil || len(games) != 2 {
		t.Errorf("%d games, error %v", len(games), err)
	}
	if err := f.Append(f.name, playedGame("*", "32-28")); err == nil || !strings.Contains(err.Error(), "kept there already") {
		t.Errorf("error %v", err)
	}
}

func contentOf(t *testing.T, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return content
}
