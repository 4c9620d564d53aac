// Package failing is a file system for tests in which a step fails, as on a full or broken
// disk: to make, write, flush, shorten, close, rename or remove a file. A test counts the
// steps of what it looks at, and lets each of them fail.
package failing

import (
	"io"
	"io/fs"
	"os"
	"sync"
	"syscall"

	"stupol/eval/files/output"
)

// Steps counts steps and says which fail. Several goroutines may use it.
type Steps struct {
	Fail   int                          // the number of the step that fails, from 1; 0: none
	Always bool                         // those after it that need room fail too: the disk is full
	OnStep func(step string, err error) // is told of each; nil: nobody
	mu     sync.Mutex
	done   int
}

// Next counts a step, which is what is done and the name of a file, and returns the error with
// which it fails. One that needs room is to write, to make or to flush a file.
func (s *Steps) Next(what, name string, needsRoom bool) (err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.done++
	if s.done == s.Fail || s.Always && needsRoom && s.Fail > 0 && s.done > s.Fail {
		err = &fs.PathError{Op: what, Path: name, Err: syscall.EIO}
		if needsRoom {
			err = &fs.PathError{Op: what, Path: name, Err: syscall.ENOSPC}
		}
	}
	if s.OnStep != nil {
		s.OnStep(what+" "+name, err)
	}
	return err
}

// A Disk is another one, in which steps fail.
type Disk struct {
	output.Disk
	*Steps
}

// OpenFile opens a file.
func (d Disk) OpenFile(name string, flag int, perm fs.FileMode) (output.Handle, error) {
	if err := d.Next("open", name, true); err != nil {
		return nil, err
	}
	file, err := d.Disk.OpenFile(name, flag, perm)
	if err != nil {
		return nil, err
	}
	return handle{file, flag&os.O_APPEND != 0, d.Steps}, nil
}

// Chmod changes the mode of a file.
func (d Disk) Chmod(name string, mode fs.FileMode) error {
	if err := d.Next("chmod", name, false); err != nil {
		return err
	}
	return d.Disk.Chmod(name, mode)
}

// Rename gives a file another name.
func (d Disk) Rename(from, to string) error {
	if err := d.Next("rename", to, false); err != nil {
		return err
	}
	return d.Disk.Rename(from, to)
}

// Remove removes a file.
func (d Disk) Remove(name string) error {
	if err := d.Next("remove", name, false); err != nil {
		return err
	}
	return d.Disk.Remove(name)
}

// A handle is an open file of a Disk.
type handle struct {
	output.Handle
	appends bool
	steps   *Steps
}

// Write writes b. If it fails half of b is written.
func (h handle) Write(b []byte) (int, error) {
	if err := h.steps.Next("write", h.Name(), h.grows(len(b))); err != nil {
		n, _ := h.Handle.Write(b[:len(b)/2])
		return n, err
	}
	return h.Handle.Write(b)
}

// grows reports whether to write so many bytes makes the file larger, which needs room.
func (h handle) grows(n int) bool {
	at, err := h.Seek(0, io.SeekCurrent)
	info, failed := h.Stat()
	return h.appends || err != nil || failed != nil || at+int64(n) > info.Size()
}

// Sync flushes the file.
func (h handle) Sync() error {
	if err := h.steps.Next("sync", h.Name(), true); err != nil {
		return err
	}
	return h.Handle.Sync()
}

// Truncate changes the size of the file.
func (h handle) Truncate(size int64) error {
	if err := h.steps.Next("truncate", h.Name(), false); err != nil {
		return err
	}
	return h.Handle.Truncate(size)
}

// Close closes the file, whether that fails or not, as systems do.
func (h handle) Close() error {
	err := h.steps.Next("close", h.Name(), false)
	if closed := h.Handle.Close(); err == nil {
		err = closed
	}
	return err
}
