package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/alecthomas/kong"

	"stupol/bench/match"
	"stupol/book/output"
	"stupol/eval/input"
)

// matchShardsHelp is the end of the manual.
const matchShardsHelp = `
Machines share a match by --shard, with a --journal each. --merge then counts the games
of all journals in the order in which one machine plays them, as far as none is missing.
A --sprt is for --merge to make; --journal, --pdn and --plot are of all games.

    stupol match --self name=new name=old --nodes 5000 --shard 3/16 --journal 3.jsonl
    stupol match --merge --sprt elo0=0 elo1=5 *.jsonl`

// AfterApply refuses flags that say how to play if nothing is to be played.
func (c matchCmd) AfterApply(ctx *kong.Context) error {
	switch {
	case !c.Merge:
		return nil
	case len(c.Engines) == 0:
		return errors.New("--merge: no journals")
	}
	return onlyFlags(ctx, "the journals of --merge say how their games were played",
		"merge", "sprt", "pdn", "journal", "plot", "json", "quiet", "force")
}

// merge prints the results of all shards of a match on w.
func (c matchCmd) merge(w io.Writer) error {
	merger := &match.Merger{}
	for _, name := range c.Engines {
		if err := addShard(merger, name); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	var test *match.SPRT
	if c.SPRT != nil {
		test = &c.SPRT.SPRT
	}
	m, err := merger.Match(test)
	if err != nil {
		return err
	}
	standings := m.Standings()
	if err := c.count(merger, standings); err != nil {
		return err
	}
	games, err := c.openPDN(m, merger.Games())
	if err != nil {
		return err
	}
	games.close()
	if err := c.plot(standings); err != nil {
		return err
	}
	c.tellMissing(merger, standings)
	if c.JSON {
		return printMatchJSON(w, standings)
	}
	return printReport(w, m, standings, fmt.Sprintf("%d games, %d shards", standings.Counted(), len(c.Engines)))
}

// addShard adds a journal.
func addShard(m *match.Merger, name string) error {
	file, err := input.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	return m.Add(name, file)
}

// count adds all games to the standings, and to the journal, if one is wanted.
func (c matchCmd) count(merger *match.Merger, s *match.Standings) (err error) {
	if c.Journal == "" {
		return merger.AddTo(s, nil)
	}
	file, err := output.Resume(c.Journal)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	j, err := match.OpenJournal(file, merger.Header(), s.Add)
	if err != nil {
		return fmt.Errorf("%s: %w", c.Journal, err)
	}
	return merger.AddTo(s, j)
}

// tellMissing says on standard error what is missing.
func (c matchCmd) tellMissing(m *match.Merger, s *match.Standings) {
	if c.Quiet {
		return
	}
	for _, part := range m.Missing() {
		fmt.Fprintf(os.Stderr, "shard %v is missing\n", part)
	}
	if waiting := s.Waiting(); waiting > 0 {
		fmt.Fprintf(os.Stderr, "%d games are not counted: some that come before them are missing\n", waiting)
	}
}
