//go:build js

package fetch

import (
	"errors"
	"fmt"
	"io"
	"sync"
	"time"
)

// An archive is a file of databases, the pieces of which are fetched when a search first meets
// positions of theirs: until then its head, which .ci/heads writes, is enough.
type archive struct {
	head
	folder *Folder
	name   string

	mu     sync.Mutex
	failed error // the last attempt to fetch a piece
	again  time.Time
}

// retryAfter is how long nothing of an archive is asked for again after an attempt failed: that
// takes seconds, and a search asks at every position.
const retryAfter = 10 * time.Second

// openArchive opens an archive by its head.
func (f *Folder) openArchive(name string) (*archive, error) {
	data, err := f.ReadFile(Head(name))
	if err != nil {
		return nil, err
	}
	h, err := readHead(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", Head(name), err)
	}
	return &archive{head: h, folder: f, name: name}, nil
}

// ReadAt reads from a part, or else from the pieces.
func (a *archive) ReadAt(b []byte, at int64) (int, error) {
	if a.readAt(b, at) {
		return len(b), nil
	}
	read := 0
	for read < len(b) {
		from := at + int64(read)
		if from >= a.size || len(a.pieces) == 0 {
			return read, io.EOF
		}
		i, begins, ends := a.pieceAt(from)
		piece, err := a.fetch(i, ends-begins)
		if err != nil {
			return read, err
		}
		read += copy(b[read:], piece[from-begins:])
	}
	return read, nil
}

// fetch returns a piece, of so many bytes.
func (a *archive) fetch(i int, size int64) ([]byte, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.failed != nil && time.Now().Before(a.again) {
		return nil, a.failed
	}
	name := Piece(a.name, i)
	piece, err := a.folder.ReadFile(name)
	if late := Late(""); errors.As(err, &late) {
		return nil, err
	}
	if err == nil && int64(len(piece)) != size {
		a.folder.Drop(name)
		err = unreachable(fmt.Sprintf("%s has %d bytes, and should have %d", name, len(piece), size))
	}
	a.failed, a.again = err, time.Now().Add(retryAfter)
	return piece, err
}
