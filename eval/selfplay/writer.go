package selfplay

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"

	"stupol/eval/files/output"
)

// Writer writes games to a file, chunk by chunk.
type Writer struct {
	file    output.Handle
	encoder *zstd.Encoder
	scores  *codes
	chunk   chunk  // to be written
	stored  int    // games of chunk that are in the file, where it will be written again
	saved   []byte // what the file has of them
	end     int64  // of what comes before chunk
	games   int    // written or in chunk
}

// OpenWriter begins a file that is empty, or has no more than a part of a header, or goes
// on with one behind its last complete chunk. It fails if the file is of games with another
// header, or damaged. It changes nothing in a file with games; what an interruption left is removed when there is
// something to write instead. Whatever interruptions there were, the file in the end is
// the same as without.
func OpenWriter(file output.Handle, h Header) (*Writer, error) {
	encoder, err := newEncoder()
	if err != nil {
		return nil, err
	}
	w := &Writer{file: file, encoder: encoder, scores: codesOf(h.Scale)}
	own, err := h.marshal()
	if err != nil {
		return nil, err
	}
	anew, err := beginning(file, own)
	if err == nil {
		_, err = file.Seek(0, io.SeekStart)
	}
	switch {
	case err != nil:
		return nil, err
	case !anew:
		return w, w.resume(h)
	}
	if err := file.Truncate(0); err != nil {
		return nil, err
	}
	w.end = int64(len(own))
	_, err = file.Write(own)
	return w, err
}

// beginning reports whether a file has nothing but a beginning of its own header, which
// zeros may follow.
func beginning(file io.Reader, own []byte) (bool, error) {
	begun, err := io.ReadAll(io.LimitReader(file, int64(len(own))))
	if err != nil || bytes.Equal(begun, own) || !bytes.HasPrefix(own, bytes.TrimRight(begun, "\x00")) {
		return false, err
	}
	_, only, err := zerosIn(file)
	return only, err
}

// resume reads the chunks there are. One with room for more games is taken back to
// be filled.
func (w *Writer) resume(h Header) error {
	in := bufio.NewReader(w.file)
	got, end, err := readHeader(in)
	if err != nil {
		return err
	}
	if err := h.compare(got); err != nil {
		return err
	}
	decoder, err := newDecoder()
	if err != nil {
		return err
	}
	defer decoder.Close()
	for w.end = end; w.stored == 0; {
		c, size, err := readChunk(in, decoder)
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("chunk at byte %d: %w", w.end, err)
		}
		w.games += c.games
		if c.games == chunkGames {
			w.end += size
			continue
		}
		w.chunk, w.stored, w.saved = c, c.games, make([]byte, size)
		if _, err := w.file.ReadAt(w.saved, w.end); err != nil {
			return err
		}
		switch _, only, err := zerosIn(in); {
		case err != nil:
			return err
		case !only:
			return fmt.Errorf("byte %d: something follows the last chunk", w.end+size)
		}
	}
	return nil
}

// Games returns the number of games written, those of earlier runs included.
func (w *Writer) Games() int { return w.games }

// Add writes a game, or keeps it until its chunk is full.
func (w *Writer) Add(g *Game) error {
	w.chunk.add(g, w.scores)
	w.games++
	if w.chunk.games < chunkGames {
		return nil
	}
	size, err := w.write()
	if err != nil {
		return err
	}
	w.chunk, w.stored, w.saved, w.end = chunk{}, 0, nil, w.end+size
	return nil
}

// Flush writes the games that are kept. If there are more games later, their chunk is
// written again.
func (w *Writer) Flush() error {
	if w.chunk.games == w.stored {
		return nil
	}
	if _, err := w.write(); err != nil {
		return err
	}
	w.stored = w.chunk.games
	return nil
}

// write writes the chunk in its place and returns its size. What the file has of its games is
// overwritten only when there is room for all of it. If that fails, as when the disk is full,
// what was there stays or is put back.
func (w *Writer) write() (size int64, err error) {
	b := w.chunk.marshal(w.encoder)
	kept := w.end + int64(len(w.saved))
	err = w.cutOff(kept)
	if err == nil && len(w.saved) > 0 && len(b) > len(w.saved) {
		err = w.writeAt(kept, make([]byte, len(b)-len(w.saved))) // zeros, as a power cut leaves
	}
	if err != nil {
		_ = w.cutOff(kept) // the error to report is the first
		return 0, err
	}
	if err := w.writeAt(w.end, b); err != nil {
		_ = cmp.Or(w.writeAt(w.end, w.saved), w.cutOff(kept))
		return 0, err
	}
	w.saved = b
	if err := w.cutOff(w.end + int64(len(b))); err != nil {
		return 0, err
	}
	return int64(len(b)), w.file.Sync() // or a crash may leave neither the chunk before nor this one
}

// writeAt writes b at a place of the file.
func (w *Writer) writeAt(at int64, b []byte) error {
	_, err := w.file.Seek(at, io.SeekStart)
	if err == nil {
		_, err = w.file.Write(b)
	}
	return err
}

// cutOff removes what there is from a place of the file on.
func (w *Writer) cutOff(at int64) error {
	info, err := w.file.Stat()
	if err != nil || info.Size() <= at {
		return err
	}
	return w.file.Truncate(at)
}
