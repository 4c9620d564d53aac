package output

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"sync"
	"sync/atomic"
	"time"
)

// patience is how long a pipe or a device may still take for a step when the process is to
// stop.
const patience = 300 * time.Millisecond

// stopping is closed when the process is to stop.
var stopping, stopOnce = make(chan struct{}), new(sync.Once)

// Stop says that this process is to stop: from now on no output waits for a reader. To open a
// pipe that nobody reads, and to write to a full one, can otherwise take for ever, and nothing
// else would end it. It may be called more than once.
func Stop() { stopOnce.Do(func() { close(stopping) }) }

// An unread is the error of an output that nobody has read when the process was to stop. It is
// context.Canceled, as is what else was broken off.
type unread struct{ name string }

// Error tells of it.
func (u unread) Error() string { return u.name + ": nobody reads it" }

// Is reports whether it is a kind of target.
func (u unread) Is(target error) bool { return target == context.Canceled }

// await returns what step does, or after Stop an error if that takes too long. Then nobody
// learns what the step does later.
func await[T any](name string, step func() (T, error)) (done T, err error) {
	type result struct {
		done T
		err  error
	}
	ended := make(chan result, 1)
	go func() {
		done, err := step()
		ended <- result{done, err}
	}()
	select {
	case r := <-ended:
		return r.done, r.err
	case <-stopping:
	}
	select {
	case r := <-ended:
		return r.done, r.err
	case <-time.After(patience):
		return done, unread{name}
	}
}

// A pipe is an output that somebody else has to read, or may have to.
type pipe struct {
	io.Writer
	name string
	left atomic.Bool // a Write has been left behind
}

// Pipe returns a writer to w, which is no regular file or may be none, that does not wait for
// a reader when the process is to stop; name is what errors call it.
func Pipe(w io.Writer, name string) io.Writer { return &pipe{Writer: w, name: name} }

// Write writes b.
func (p *pipe) Write(b []byte) (int, error) {
	if p.left.Load() {
		return 0, unread{p.name}
	}
	b = bytes.Clone(b) // the caller may use it again when the write is left behind
	n, err := await(p.name, func() (int, error) { return p.Writer.Write(b) })
	if errors.Is(err, context.Canceled) {
		p.left.Store(true)
	}
	return n, err
}

// A pipeFile is a file that is a pipe or a device.
type pipeFile struct {
	Handle
	pipe io.Writer
}

// Write writes b.
func (p pipeFile) Write(b []byte) (int, error) { return p.pipe.Write(b) }

// open opens an output; old is what there is with its name, nil if nothing is.
func open(name string, old fs.FileInfo, flag int) (Handle, error) {
	step := func() (Handle, error) { return disk.OpenFile(name, flag, 0o666) }
	if old == nil || old.Mode().IsRegular() {
		return step()
	}
	file, err := await(name, step)
	if err != nil {
		return nil, err
	}
	return pipeFile{file, Pipe(file, name)}, nil
}
