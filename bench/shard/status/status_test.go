package status

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"stupol/bench/match"
	"stupol/book"
	"stupol/book/expansion"
	"stupol/eval/files/output/journal"
	"stupol/eval/selfplay"
	"stupol/eval/work/shard"
	"stupol/movegen"
	"stupol/protocol/peer"
)

// create makes a file in the present folder for fill to write.
func create(t *testing.T, name string, fill func(*os.File) error) {
	t.Helper()
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := fill(file); err != nil {
		t.Fatal(err)
	}
}

// expanded makes the journal of a share of a book with done positions.
func expanded(t *testing.T, name, share, variant string, done int) {
	create(t, name, func(file *os.File) error {
		header := expansion.JournalHeader{Version: 1, Book: book.Header{Variant: variant}, Share: share}
		j, err := journal.Open(file, header, func(*expansion.Entry) error { return nil })
		for range done {
			if err == nil {
				err = j.Add(&expansion.Entry{FEN: "W:W1:B50"})
			}
		}
		return err
	})
}

// played makes a file of a shard of self-play without games.
func played(t *testing.T, name string, part shard.Shard) {
	create(t, name, func(file *os.File) error {
		h := selfplay.Default(movegen.International())
		h.Shard, h.Shards = part.Index, part.Of
		_, err := selfplay.OpenWriter(file, h)
		return err
	})
}

// text is a status on one line: the sums, then a word for each shard.
func text(s *Status) string {
	total := func(n *int) string {
		if n == nil {
			return "?"
		}
		return fmt.Sprint(*n)
	}
	words := []string{fmt.Sprintf("%d/%s %s", s.Done, total(s.Total), s.Unit)}
	for _, r := range s.Shards {
		part := "?"
		if r.Shard != nil {
			part = r.Shard.String()
		}
		words = append(words, fmt.Sprintf("%s:%s:%d/%s", part, r.State, r.Done, total(r.Total)))
	}
	return strings.Join(words, " ")
}

func TestRead(t *testing.T) {
	t.Chdir(t.TempDir())
	const of9 = "%d/3 of 9 positions"
	for i, done := range []int{3, 2, 0} {
		expanded(t, fmt.Sprintf("share%d", i), fmt.Sprintf(of9, i), "russian", done)
	}
	expanded(t, "done1", "1/3 of 9 positions", "russian", 3)
	expanded(t, "done2", "2/3 of 9 positions", "russian", 3)
	expanded(t, "fewer", "1/3 of 8 positions", "russian", 1)
	expanded(t, "english", "1/3 of 9 positions", "english", 1)
	expanded(t, "quarter", "1/4 of 9 positions", "russian", 1)
	expanded(t, "one", "0/4 of 1 positions", "russian", 1)
	expanded(t, "whole", "", "russian", 1)
	expanded(t, "import", "positions of 2 games in x.pdn", "russian", 1)
	expanded(t, "none", "5/3 of 9 positions", "russian", 1)
	played(t, "games0", shard.Shard{Index: 0, Of: 2})
	played(t, "games1", shard.Shard{Index: 1, Of: 2})
	create(t, "letter", func(f *os.File) error { _, err := f.WriteString("Dear aunt"); return err })
	create(t, "object", func(f *os.File) error { _, err := f.WriteString("{}\n"); return err })

	tests := []struct {
		name, files string
		games       int
		want        string // the status, or "error: " and what it says
		lacks       bool
	}{
		{"complete", "share0 done1 done2", 0, "9/9 positions 0/3:complete:3/3 1/3:complete:3/3 2/3:complete:3/3", false},
		{"in any order", "done2 share0 done1", 0, "9/9 positions 0/3:complete:3/3 1/3:complete:3/3 2/3:complete:3/3", false},
		{"begun", "share0 share1 done2", 0, "8/9 positions 0/3:complete:3/3 1/3:begun:2/3 2/3:complete:3/3", true},
		{"missing", "share0 nowhere", 0, "3/9 positions 0/3:complete:3/3 1/3:missing:0/3 2/3:missing:0/3", true},
		{"empty", "share0 done1 share2", 0, "6/9 positions ?:empty:0/? 0/3:complete:3/3 1/3:complete:3/3 2/3:missing:0/3", true},
		{"a shard twice", "share1 done1", 0, "2/9 positions 0/3:missing:0/3 1/3:begun:2/3 1/3:wrong:3/? 2/3:missing:0/3", true},
		{"of fewer positions", "share0 fewer", 0, "3/9 positions 0/3:complete:3/3 1/3:wrong:1/? 1/3:missing:0/3 2/3:missing:0/3", true},
		{"of another game", "share0 english", 0, "3/9 positions 0/3:complete:3/3 1/3:wrong:1/? 1/3:missing:0/3 2/3:missing:0/3", true},
		{"of other shards", "share0 quarter", 0, "3/9 positions 0/3:complete:3/3 1/4:wrong:1/? 1/3:missing:0/3 2/3:missing:0/3", true},
		{"of another kind", "share0 games1", 0, "3/9 positions 0/3:complete:3/3 1/2:wrong:0/? 1/3:missing:0/3 2/3:missing:0/3", true},
		{"more shards than positions", "one", 0, "1/1 positions 0/4:complete:1/1 1/4:complete:0/0 2/4:complete:0/0 3/4:complete:0/0", false},

		{"games", "games0 games1", 8, "0/8 games 0/2:begun:0/4 1/2:begun:0/4", true},
		{"of games nobody knows", "games0 games1", 0, "0/? games 0/2:begun:0/? 1/2:begun:0/?", false},
		{"a shard without games needs its file", "games0", 1, "0/1 games 0/2:begun:0/1 1/2:missing:0/0", true},

		{"nothing", "nowhere", 0, "error: no file has anything", false},
		{"a whole book", "whole", 0, "error: whole: the journal of a whole book", false},
		{"an import", "import", 0, "error: import: the journal of other work: positions of 2 games", false},
		{"no such shard", "none", 0, "error: none: 5/3: the first", false},
		{"a letter", "letter", 0, "error: letter: ", false},
		{"an object", "object", 0, "error: object: neither games", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, err := Read(strings.Fields(tt.files), tt.games)
			if want, wrong := strings.CutPrefix(tt.want, "error: "); wrong {
				if err == nil || !strings.HasPrefix(err.Error(), want) {
					t.Errorf("error %v, want %s", err, want)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := text(s); got != tt.want || s.Lacks() != tt.lacks || s.Complete && s.Lacks() {
				t.Errorf("%s, lacks %v\nwant %s, lacks %v", got, s.Lacks(), tt.want, tt.lacks)
			}
		})
	}
}

// TestMatch counts games in pairs, for each pair of engines.
func TestMatch(t *testing.T) {
	m := &matchGames{match.Header{Engines: make([]peer.EngineConfig, 3)}}
	for part, want := range map[shard.Shard]int{{}: 12, {Index: 0, Of: 2}: 6, {Index: 1, Of: 2}: 6, {Index: 0, Of: 3}: 0} {
		if got := m.share(part, 4); got != want {
			t.Errorf("%v has %d games of 4, want %d", part, got, want)
		}
	}
	m.header.Rounds = 5 // the journal says it
	if got := m.share(shard.Shard{Index: 1, Of: 2}, 0); got != 18 || !m.known(0) {
		t.Errorf("%d games of 5 rounds, want 18", got)
	}
	if err := m.same(games{}); err != errOtherWork {
		t.Error(err)
	}
}
