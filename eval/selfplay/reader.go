package selfplay

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"

	"stupol/eval/files/input"
	"stupol/movegen"
)

// A Reader reads the games of a file one after the other.
type Reader struct {
	in      io.Reader
	decoder *zstd.Decoder
	header  Header
	rules   *movegen.Rules
	scores  *codes

	at     int64 // offset of the present chunk
	next   int64 // offset of the next one
	chunk  chunk // the rest of the present chunk
	read   int   // games read
	failed error // of Next, for good

	legal []movegen.Move // scratch
}

// NewReader returns a Reader of a file after reading its header.
func NewReader(in io.Reader) (*Reader, error) {
	r := &Reader{in: bufio.NewReaderSize(in, 1<<16)}
	var err error
	if r.header, r.next, err = readHeader(r.in); err != nil {
		return nil, err
	}
	if r.rules, err = movegen.Lookup(r.header.Variant); err != nil {
		return nil, fmt.Errorf("header: %w", err)
	}
	r.scores = codesOf(r.header.Scale)
	r.decoder, err = newDecoder()
	return r, err
}

// Header returns the header of the file.
func (r *Reader) Header() Header { return r.header }

// Next returns the next game, in slices of its own. At the end of the file the error is
// io.EOF. It wraps io.ErrUnexpectedEOF if the last chunk is not complete, as in a file
// that is still being written.
func (r *Reader) Next() (Game, error) {
	if r.failed == nil && r.chunk.games == 0 {
		r.failed = r.nextChunk()
	}
	if r.failed != nil {
		return Game{}, r.failed
	}
	g, err := r.game()
	if err != nil {
		r.failed = fmt.Errorf("chunk at byte %d: game %d: %w", r.at, g.Number, err)
		return Game{}, r.failed
	}
	r.read++
	r.chunk.games--
	return g, nil
}

// nextChunk reads a chunk.
func (r *Reader) nextChunk() error {
	for _, column := range r.chunk.columns {
		if len(column) != 0 {
			return fmt.Errorf("chunk at byte %d: %d bytes follow the last game", r.at, len(column))
		}
	}
	r.at = r.next
	c, size, err := readChunk(r.in, r.decoder)
	if errors.Is(err, io.EOF) {
		return io.EOF
	}
	if err != nil {
		return fmt.Errorf("chunk at byte %d: %w", r.at, err)
	}
	r.chunk, r.next = c, r.at+size
	return nil
}

// RulesOf returns the rules of a file of self-play games.
func RulesOf(name string) (*movegen.Rules, error) {
	file, err := input.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	games, err := NewReader(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return movegen.Lookup(games.Header().Variant)
}
