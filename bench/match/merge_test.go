package match

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"stupol/eval/work/shard"
)

// playShard plays a shard of m and returns its journal, which has a broken last line.
func playShard(t *testing.T, m *Match, s shard.Shard) []byte {
	t.Helper()
	name := filepath.Join(t.TempDir(), "journal")
	defer func(whole shard.Shard, test *SPRT) { m.Shard, m.SPRT = whole, test }(m.Shard, m.SPRT)
	m.Shard, m.SPRT = s, nil
	got := interrupted(t, m, name, -1)
	if first, end := s.Block(m.Rounds); got.Counted() != got.Total() || got.Total() != 2*len(got.Pairings)*(end-first) {
		t.Errorf("shard %v: %d of %d games", s, got.Counted(), got.Total())
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// merged returns the standings of all the journals, which are called 0, 1, ...
func merged(t *testing.T, test *SPRT, journals ...[]byte) (*Standings, *Merger) {
	t.Helper()
	merger := &Merger{}
	for i, text := range journals {
		if err := merger.Add(fmt.Sprint(i), bytes.NewReader(text)); err != nil {
			t.Fatal(err)
		}
	}
	m, err := merger.Match(test)
	if err != nil {
		t.Fatal(err)
	}
	s := m.Standings()
	if err := merger.AddTo(s, nil); err != nil {
		t.Fatal(err)
	}
	return s, merger
}

// TestShards plays a match in one go and in shards of which the first is the last to be
// added.
func TestShards(t *testing.T) {
	m := newMatch(t, 10, "a", "b", "c")
	want := run(t, m)
	var journals [][]byte
	for i := 3; i >= 0; i-- {
		journals = append(journals, playShard(t, m, shard.Shard{Index: i, Of: 4}))
	}
	got, merger := merged(t, nil, journals...)
	if !reflect.DeepEqual(untimed(got), untimed(want)) || len(merger.Missing()) != 0 || got.Waiting() != 0 {
		t.Errorf("got %+v, want %+v; %v missing", untimed(got), untimed(want), merger.Missing())
	}
	if h := merger.Header(); !reflect.DeepEqual(h.Engines, m.Engines) || h.Shard != (shard.Shard{}) {
		t.Errorf("the header of all is %+v", h)
	}

	// Without shard 1 of 4 only the rounds before it are counted.
	got, merger = merged(t, nil, journals[0], journals[1], journals[3])
	if got.Counted() != 12 || got.Waiting() != 60-3*6-12 || fmt.Sprint(merger.Missing()) != "[1/4]" {
		t.Errorf("%d games, %d waiting, missing %v", got.Counted(), got.Waiting(), merger.Missing())
	}
}

// TestShardsWithTest ends the match where it would have ended in one go.
func TestShardsWithTest(t *testing.T) {
	m := newMatch(t, 79, "a", "b")
	m.SPRT = &SPRT{Elo0: 0, Elo1: 100, Alpha: 0.05, Beta: 0.05}
	want := run(t, m)
	got, _ := merged(t, m.SPRT, playShard(t, m, shard.Shard{Index: 0, Of: 2}), playShard(t, m, shard.Shard{Index: 1, Of: 2}))
	if !got.Decided() || got.Verdict != want.Verdict || got.Counted() != want.Counted() || got.Pairings[0].Pentanomial != want.Pairings[0].Pentanomial {
		t.Errorf("%v after %d games, want %v after %d", got.Verdict, got.Counted(), want.Verdict, want.Counted())
	}
}

// TestShardOfAnotherMatch adds journals that do not belong together.
func TestShardOfAnotherMatch(t *testing.T) {
	first, second := shard.Shard{Index: 0, Of: 2}, shard.Shard{Index: 1, Of: 2}
	m := newMatch(t, 4, "a", "b")
	m.programs = map[string]Program{"a": {Says: "A 1"}, "b": {Says: "B"}}
	part := string(playShard(t, m, first))
	replaced := func(old, new string) string { return strings.Replace(string(playShard(t, m, second)), old, new, 1) }
	tests := []struct {
		name, text, err string
	}{
		{"the same shard", part, "shard 0/2, as is first"},
		{"a game of another shard", replaced(`"pair":2`, `"pair":1`), "line 2: game 2.1 is not of shard 1/2"},
		{"other rounds", replaced(`"rounds":4`, `"rounds":5`), "rounds is 5 there, not 4"},
		{"no such rounds", replaced(`"rounds":4`, `"rounds":-4`), "a match of -4 rounds"},
		{"other shards", string(playShard(t, m, shard.Shard{Index: 1, Of: 3})), "shard 1/3: the others are of 2"},
		{"a whole match", string(playShard(t, m, shard.Shard{})), "shard 0/1: the others are of 2"},
		{"another program", replaced("A 1", "A 2"), "the journal is of other programs: engine a was A 2, and is A 1"},
		{"other openings", replaced(`"ballots"`, `"random"`), `other settings: openings is "random" there, not "ballots"`},
		{"another version", replaced(`"version":3`, `"version":2`), "line 2: a journal of version 2, want 3"},
		{"a damaged game", replaced(`"depths":[`, `"depths":[0,`), "line 2: game 3.1: its record is damaged"},
		{"a shard that cannot be", replaced(`"1/2"`, `"2/2"`), "2/2: the first of N shards is 0/N"},
		{"nothing", "", "empty"},
		{"a letter", "Dear aunt,\n", "not a journal"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			merger := &Merger{}
			if err := merger.Add("first", strings.NewReader(part)); err != nil {
				t.Fatal(err)
			}
			if err := merger.Add("second", strings.NewReader(tt.text)); err == nil || !strings.Contains(err.Error(), tt.err) {
				t.Errorf("got %v, want %q", err, tt.err)
			}
		})
	}
}

// TestShardStaysItself goes on with the journal of another shard.
func TestShardStaysItself(t *testing.T) {
	m := newMatch(t, 4, "a", "b")
	name := filepath.Join(t.TempDir(), "journal")
	if err := os.WriteFile(name, playShard(t, m, shard.Shard{Index: 0, Of: 2}), 0o666); err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	m.Shard = shard.Shard{Index: 1, Of: 2}
	if _, err := OpenJournal(file, m.Header(), m.Standings().Add); err == nil || !strings.Contains(err.Error(), `shard is "0/2" there, not "1/2"`) {
		t.Errorf("got %v", err)
	}
}

// TestValidateShard has shards that nothing is to be played of, or that end too early.
func TestValidateShard(t *testing.T) {
	m := newMatch(t, 3, "a", "b")
	m.Shard = shard.Shard{Index: 0, Of: 4}
	if err := m.Validate(); err == nil || !strings.Contains(err.Error(), "shard 0/4 of 3 rounds has none") {
		t.Errorf("got %v", err)
	}
	m.Shard.Index, m.SPRT = 2, &SPRT{Elo1: 5, Alpha: 0.05, Beta: 0.05}
	if err := m.Validate(); err == nil || !strings.Contains(err.Error(), "needs the games of all shards") {
		t.Errorf("got %v", err)
	}
}

// FuzzMerger merges two journals that may be anything.
func FuzzMerger(f *testing.F) {
	game := `{"pair":0,"leg":0,"start":"W:W31:B1","white":"a","black":"b","scores":[],"depths":[],"nodes":[],"micros":[]}`
	head := `{"version":3,"variant":"international","draws":"fmjd","engines":[{"name":"a"},{"name":"b"}],"shard":"0/2"}`
	f.Add([]byte(head+"\n"+game+"\n"), []byte(strings.Replace(head, "0/2", "1/2", 1)+"\n"))
	f.Fuzz(func(t *testing.T, a, b []byte) {
		merger := &Merger{}
		if merger.Add("a", bytes.NewReader(a)) != nil || merger.Add("b", bytes.NewReader(b)) != nil {
			return
		}
		m, err := merger.Match(nil)
		if err != nil {
			return
		}
		s := m.Standings()
		if merger.AddTo(s, nil) != nil {
			return
		}
		told, games := s.Counted()+s.Waiting(), len(merger.Games())
		if told > games || told < games && !s.Decided() { // what comes after the decision does not count
			t.Errorf("%d games counted and %d waiting, of %d", s.Counted(), s.Waiting(), len(merger.Games()))
		}
	})
}
