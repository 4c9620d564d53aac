package selfplay

import (
	"bufio"
	"errors"
	"fmt"
	"io"
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
	h, at, columns, err := readHeader(reader)
	for err == nil {
		if _, err = in.Seek(at, io.SeekStart); err != nil {
			break
		}
		reader.Reset(in)
		head, failed := readChunkHead(reader, columns)
		if errors.Is(failed, io.EOF) || errors.Is(failed, io.ErrUnexpectedEOF) || failed == nil && at+head.size > size {
			break
		}
		if failed != nil {
			return h, games, fmt.Errorf("chunk at byte %d: %w", at, failed)
		}
		at, games = at+head.size, games+head.games
	}
	return h, games, err
}

// Merge writes the first games of a run to w, whose header is Whole of theirs. Reader i is
// of shard i. Games that w has are not written again.
func Merge(w *Writer, shards []*Reader, games int) error {
	for number := range games {
		shard := number % len(shards)
		g, err := shards[shard].Next()
		if err == nil && number == w.Games() {
			err = w.Add(&g)
		}
		if err != nil {
			return fmt.Errorf("shard %d/%d: game %d: %w", shard, len(shards), number, err)
		}
	}
	return w.Flush()
}
