//go:build js

package fetch

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// An archive is a file of databases, most of which is fetched when a search first meets a
// position with few pieces: until then its head, which .ci/heads writes, is enough.
type archive struct {
	head
	folder *Folder
	name   string

	mu     sync.Mutex
	failed error // the last attempt to fetch it
	again  time.Time
}

// retryAfter is how long an archive that could not be fetched is not asked for again: an
// attempt takes seconds, and a search asks at every position.
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

// ReadAt reads from a part, or else from the archive.
func (a *archive) ReadAt(b []byte, at int64) (int, error) {
	if a.readAt(b, at) {
		return len(b), nil
	}
	all, err := a.fetch()
	if err != nil {
		return 0, err
	}
	if at >= a.size {
		return 0, io.EOF
	}
	n := copy(b, all[at:])
	if n < len(b) {
		return n, io.EOF
	}
	return n, nil
}

// fetch returns all of the archive.
func (a *archive) fetch() ([]byte, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.failed != nil && time.Now().Before(a.again) {
		return nil, a.failed
	}
	all, err := a.folder.ReadFile(a.name)
	if err == nil && int64(len(all)) != a.size {
		a.folder.Drop(a.name)
		err = unreachable(fmt.Sprintf("%s has %d bytes, and should have %d", a.name, len(all), a.size))
	}
	a.failed, a.again = err, time.Now().Add(retryAfter)
	return all, err
}
