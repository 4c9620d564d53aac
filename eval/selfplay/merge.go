package selfplay

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	"stupol/eval/files/input"
	"stupol/eval/files/output"
	"stupol/eval/work/shard"
)

// SameRun returns an error that names a setting in which games with the header got differ
// from those with h, shards aside.
func (h Header) SameRun(got Header) error { return h.Whole().compare(got.Whole()) }

// Whole returns the header of all shards together.
func (h Header) Whole() Header {
	h.Shard, h.Shards = 0, 1
	return h
}

// Count returns the header of a file and the number of games in its complete chunks. It
// does not look at the games. Another process may be writing the file.
func Count(in io.ReadSeeker) (h Header, games int, err error) {
	size, err := in.Seek(0, io.SeekEnd)
	if err == nil {
		_, err = in.Seek(0, io.SeekStart)
	}
	if err != nil {
		return h, 0, err
	}
	reader := bufio.NewReader(in)
	h, at, err := readHeader(reader)
	last, lastGames := at, 0
	for err == nil {
		if _, err = in.Seek(at, io.SeekStart); err != nil {
			break
		}
		reader.Reset(in)
		head, failed := readChunkHead(reader)
		if errors.Is(failed, io.EOF) || errors.Is(failed, io.ErrUnexpectedEOF) || failed == nil && at+head.size > size {
			break
		}
		if failed != nil {
			return h, games, fmt.Errorf("chunk at byte %d: %w", at, failed)
		}
		last, lastGames = at, head.games
		at, games = at+head.size, games+head.games
	}
	if err == nil && lastGames > 0 {
		if _, err = in.Seek(last, io.SeekStart); err != nil {
			return h, games, err
		}
		reader.Reset(in)
		if _, _, cut := readWholeChunk(reader); errors.Is(cut, io.ErrUnexpectedEOF) {
			games -= lastGames // it has its size, but zeros at its end
		}
	}
	return h, games, err
}

// Merge writes the first games of a run to w, whose header is Whole of theirs. Reader i is
// of shard i. Games that w has are not written again.
func Merge(w *Writer, shards []*Reader, games int) error {
	for number := range games {
		from := shard.Shard{Index: number % len(shards), Of: len(shards)}
		g, err := shards[from.Index].Next()
		if err == nil && number == w.Games() {
			err = w.Add(&g)
		}
		if err != nil {
			return fmt.Errorf("shard %v: game %d: %w", from, number, err)
		}
	}
	return w.Flush()
}

// Shards are the files of games of the shards of a run, to be merged.
type Shards struct {
	header Header // of one of them
	files  map[int]*os.File
	games  map[int]int
}

// OpenShards opens the files, which must be of all shards of one run.
func OpenShards(names []string) (*Shards, error) {
	s := &Shards{files: map[int]*os.File{}, games: map[int]int{}}
	for _, name := range names {
		if err := s.add(name); err != nil {
			s.Close()
			return nil, err
		}
	}
	if err := s.check(); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// add adds a file.
func (s *Shards) add(name string) error {
	file, err := input.Open(name)
	if err != nil {
		return err
	}
	h, games, err := Count(file)
	if err == nil && len(s.files) == 0 {
		s.header = h
	}
	other := s.files[h.Shard]
	switch {
	case err != nil:
	case s.header.SameRun(h) != nil:
		err = s.header.SameRun(h)
	case h.Shards != s.header.Shards:
		err = fmt.Errorf("shard %v: the others are of %d", h.Part(), s.header.Shards)
	case other != nil:
		err = fmt.Errorf("shard %v, as is %s", h.Part(), other.Name())
	}
	if err != nil {
		return errors.Join(fmt.Errorf("%s: %w", name, err), file.Close())
	}
	s.files[h.Shard], s.games[h.Shard] = file, games
	return nil
}

// check returns an error if a shard is missing, or lacks games that others ask for.
func (s *Shards) check() error {
	of := s.header.Shards
	for i := range of {
		if s.files[i] == nil {
			return fmt.Errorf("shard %v is missing", shard.Shard{Index: i, Of: of})
		}
	}
	total := s.Games()
	for i := range of {
		part := shard.Shard{Index: i, Of: of}
		if share := part.Share(total); s.games[i] != share {
			return fmt.Errorf("%s: shard %v has %d games and not %d, its share of %d: some shards are not complete",
				s.files[i].Name(), part, s.games[i], share, total)
		}
	}
	return nil
}

// Games returns the number of games of all shards, Len that of the shards.
func (s *Shards) Games() (total int) {
	for _, games := range s.games {
		total += games
	}
	return total
}

func (s *Shards) Len() int { return len(s.files) }

// MergeInto writes all games to file as a run without shards would have written them. It
// goes on with what the file has.
func (s *Shards) MergeInto(file output.Handle) error {
	out, err := OpenWriter(file, s.header.Whole())
	if err != nil {
		return fmt.Errorf("%s: %w", file.Name(), err)
	}
	var readers []*Reader
	for i := range s.header.Shards {
		if _, err := s.files[i].Seek(0, io.SeekStart); err != nil {
			return err
		}
		reader, err := NewReader(s.files[i])
		if err != nil {
			return fmt.Errorf("%s: %w", s.files[i].Name(), err)
		}
		readers = append(readers, reader)
	}
	return Merge(out, readers, s.Games())
}

// Close closes the files, which were only read.
func (s *Shards) Close() {
	for _, file := range s.files {
		_ = file.Close()
	}
}
