package main

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

func openPlayedFile(t *testing.T, name string) *playedFile {
	t.Helper()
	f, err := openPlayed(name)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestPlayedFile keeps games one after the other, in several sessions.
func TestPlayedFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "own.pdn")
	keep := func(f *playedFile, g *pdn.Game) {
		t.Helper()
		if err := f.Keep(g); err != nil {
			t.Fatal(err)
		}
	}
	f := openPlayedFile(t, name)
	f.Begin()
	keep(f, playedGame("*", "32-28"))
	keep(f, playedGame("2-0", "32-28 19-23"))
	f.Begin()
	keep(f, playedGame("*", "33-28"))
	f.close()

	f = openPlayedFile(t, name)
	if f.unfinished == nil || f.unfinished.Plies[0].Text != "33-28" {
		t.Fatalf("unfinished: %v", f.unfinished)
	}
	keep(f, playedGame("*", "33-28 18-23")) // goes on
	f.Begin()
	keep(f, playedGame("1-1", "34-29"))
	f.close()

	f = openPlayedFile(t, name)
	defer f.close()
	if f.unfinished != nil {
		t.Errorf("unfinished: %v", f.unfinished)
	}
	want := playedGame("2-0", "32-28 19-23").String() + playedGame("*", "33-28 18-23").String() + playedGame("1-1", "34-29").String()
	if got := contentOf(t, name); string(got) != want {
		t.Errorf("the file holds\n%s\nwant\n%s", got, want)
	}
}

// TestPlayedByTwo opens the file of the user twice at a time, and one that has come to
// hold something else.
func TestPlayedByTwo(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	first, second := openPlayedFile(t, ""), openPlayedFile(t, "")
	defer second.close()
	if filepath.Base(first.name) != "play.pdn" || filepath.Base(second.name) != "play-2.pdn" {
		t.Errorf("%s and %s", first.name, second.name)
	}
	if _, err := openPlayed(first.name); err == nil || !strings.Contains(err.Error(), "another process writes it") {
		t.Errorf("error %v", err)
	}
	if err := first.Keep(playedGame("*", "32-28")); err != nil {
		t.Error(err)
	}
	if _, err := openPlayed(first.name); err == nil {
		t.Error("a file that was replaced is no longer locked")
	}
	const other = "mine\n"
	if err := os.WriteFile(first.name, []byte(other), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := first.Keep(playedGame("*", "32-28")); err == nil || string(contentOf(t, first.name)) != other {
		t.Errorf("error %v, and the file holds %q", err, contentOf(t, first.name))
	}
	first.close()
	third := openPlayedFile(t, "")
	third.close()
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
