package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/alecthomas/kong"

	"stupol/bench/shard"
	"stupol/book/output"
	"stupol/eval/input"
	"stupol/eval/selfplay"
)

// AfterApply refuses flags that say how to play if nothing is to be played.
func (c selfplayCmd) AfterApply(ctx *kong.Context) error {
	if !c.Merge {
		return nil
	}
	return onlyFlags(ctx, "the files of --merge say how their games were played", "merge", "out", "quiet")
}

// onlyFlags returns an error that says why, if the command line has other flags than
// those allowed.
func onlyFlags(ctx *kong.Context, why string, allowed ...string) error {
	for _, p := range ctx.Path {
		if p.Flag != nil && !slices.Contains(allowed, p.Flag.Name) {
			return fmt.Errorf("--%s: %s", p.Flag.Name, why)
		}
	}
	return nil
}

// merge puts the games of all shards into one file.
func (c selfplayCmd) merge(w io.Writer) (err error) {
	shards := gameShards{files: map[int]*os.File{}, games: map[int]int{}}
	defer shards.close()
	for _, name := range c.Shards {
		if err := shards.add(name); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	total, err := shards.total()
	if err != nil {
		return err
	}
	readers, err := shards.readers()
	if err != nil {
		return err
	}
	file, err := output.Resume(c.Out)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	out, err := selfplay.OpenWriter(file, shards.header.Whole())
	if err != nil {
		return fmt.Errorf("%s: %w", c.Out, err)
	}
	if err := selfplay.Merge(out, readers, total); err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%d games of %d shards\n", total, len(readers))
	return err
}

// gameShards are the files of games of the shards of a run, by shard.
type gameShards struct {
	header selfplay.Header // of one of them
	files  map[int]*os.File
	games  map[int]int
}

// add adds a file.
func (s *gameShards) add(name string) error {
	file, err := input.Open(name)
	if err != nil {
		return err
	}
	h, games, err := selfplay.Count(file)
	if err == nil && len(s.files) == 0 {
		s.header = h
	}
	other := s.files[h.Shard]
	switch {
	case err != nil:
	case s.header.SameRun(h) != nil:
		err = s.header.SameRun(h)
	case h.Shards != s.header.Shards:
		err = fmt.Errorf("shard %v: the others are of %d", shardOf(h), s.header.Shards)
	case other != nil:
		err = fmt.Errorf("shard %v, as is %s", shardOf(h), other.Name())
	}
	if err != nil {
		return errors.Join(err, file.Close())
	}
	s.files[h.Shard], s.games[h.Shard] = file, games
	return nil
}

// shardOf returns the shard that a header is of.
func shardOf(h selfplay.Header) shard.Shard { return shard.Shard{Index: h.Shard, Of: h.Shards} }

// total returns the number of games, if no shard lacks any that others ask for.
func (s *gameShards) total() (total int, err error) {
	of := s.header.Shards
	for i := range of {
		if s.files[i] == nil {
			return 0, fmt.Errorf("shard %v is missing", shard.Shard{Index: i, Of: of})
		}
		total += s.games[i]
	}
	for i := range of {
		part := shard.Shard{Index: i, Of: of}
		if share := part.Share(total); s.games[i] != share {
			return 0, fmt.Errorf("%s: shard %v has %d games and not %d, its share of %d: some shards are not complete",
				s.files[i].Name(), part, s.games[i], share, total)
		}
	}
	return total, nil
}

// readers returns readers of all files, in the order of the shards.
func (s *gameShards) readers() (all []*selfplay.Reader, err error) {
	for i := range s.header.Shards {
		if _, err := s.files[i].Seek(0, io.SeekStart); err != nil {
			return nil, err
		}
		reader, err := selfplay.NewReader(s.files[i])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.files[i].Name(), err)
		}
		all = append(all, reader)
	}
	return all, nil
}

// close closes the files, which were only read.
func (s *gameShards) close() {
	for _, file := range s.files {
		_ = file.Close()
	}
}
