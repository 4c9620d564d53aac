package selfplay

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/klauspost/compress/zstd"
)

// Writer writes games to a file, chunk by chunk.
type Writer struct {
	file    io.Writer
	encoder *zstd.Encoder
	chunk   chunk // not yet written
	games   int   // written or in chunk
}

// OpenWriter begins an empty file or goes on with one, behind its last complete
// chunk. It fails if the file is of games with another header, or damaged.
// Whatever interruptions there were, the file in the end is the same as without.
func OpenWriter(file *os.File, h Header) (*Writer, error) {
	encoder, err := newEncoder()
	if err != nil {
		return nil, err
	}
	w := &Writer{file: file, encoder: encoder}
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() != 0 {
		return w, w.resume(file, h)
	}
	b, err := h.marshal()
	if err != nil {
		return nil, err
	}
	_, err = file.Write(b)
	return w, err
}

// resume reads the chunks there are and cuts the file off where it is to go
// on. A chunk with room for more games is taken back to be filled.
func (w *Writer) resume(file *os.File, h Header) error {
	in := bufio.NewReader(file)
	got, end, columns, err := readHeader(in)
	if err != nil {
		return err
	}
	if columns != numColumns {
		return fmt.Errorf("byte 8: an older version than %d, to which no games are added", formatVersion)
	}
	if err := h.compare(got); err != nil {
		return err
	}
	decoder, err := newDecoder()
	if err != nil {
		return err
	}
	defer decoder.Close()
	for w.chunk.games == 0 {
		c, size, err := readChunk(in, columns, decoder)
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("chunk at byte %d: %w", end, err)
		}
		w.games += c.games
		if c.games < chunkGames {
			w.chunk = c
			break
		}
		end += size
	}
	if err := file.Truncate(end); err != nil {
		return err
	}
	_, err = file.Seek(end, io.SeekStart)
	return err
}

// Games returns the number of games written, those of earlier runs included.
func (w *Writer) Games() int { return w.games }

// Add writes a game, or keeps it until its chunk is full.
func (w *Writer) Add(g *Game) error {
	w.chunk.add(g)
	w.games++
	if w.chunk.games == chunkGames {
		return w.Flush()
	}
	return nil
}

// Flush writes the games that are kept. It must be the last call.
func (w *Writer) Flush() error {
	if w.chunk.games == 0 {
		return nil
	}
	_, err := w.file.Write(w.chunk.marshal(w.encoder))
	w.chunk = chunk{}
	return err
}
