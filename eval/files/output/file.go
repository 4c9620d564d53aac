package output

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// A File is a temporary file that becomes the output file when it is complete.
type File struct {
	file   Handle
	name   string // of the output file
	target string // the same with symbolic links followed
	check  Check
	old    fs.FileInfo // the file to be replaced; nil: none
}

// Create begins an output file. It asks check whether an existing file may be
// replaced, now and again when the new one is complete. A device or a pipe is
// written to directly.
func Create(name string, check Check) (*File, error) {
	if err := check(name); err != nil {
		return nil, err
	}
	f := &File{name: name, target: name, check: check}
	var err error
	if f.old, err = find(name); err != nil {
		return nil, err
	}
	if f.old != nil {
		// A file without write permission could still be replaced by renaming.
		old, err := open(name, f.old, os.O_WRONLY)
		if err != nil {
			return nil, err
		}
		if f.direct() {
			f.file = old
			return f, nil
		}
		if err := old.Close(); err != nil {
			return nil, err
		}
		if f.target, err = filepath.EvalSymlinks(name); err != nil {
			return nil, err
		}
	}
	f.file, err = createBeside(f.target)
	return f, err
}

// direct reports whether f is written to directly.
func (f *File) direct() bool { return f.old != nil && !f.old.Mode().IsRegular() }

// createBeside makes a temporary file for that name.
func createBeside(name string) (Handle, error) {
	for {
		file, err := disk.OpenFile(fmt.Sprintf("%s.%08x.part", name, rand.Uint32()), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		var failed *fs.PathError
		switch {
		case errors.Is(err, fs.ErrExist):
			continue
		case errors.As(err, &failed):
			return nil, &fs.PathError{Op: "create", Path: name, Err: failed.Err}
		}
		return file, err
	}
}

// Write writes more of the file.
func (f *File) Write(b []byte) (int, error) { return f.file.Write(b) }

// Sync flushes what has been written to the disk.
func (f *File) Sync() error {
	if f.direct() {
		return nil
	}
	return f.file.Sync()
}

// Commit closes the file and gives it its name. If it replaces another file it is
// flushed to the disk before. If Commit fails the temporary file is removed.
func (f *File) Commit() error { return f.commit(false) }

// commit is Commit, or leaves the file open if it succeeds.
func (f *File) commit(keepOpen bool) error {
	if f.direct() {
		return f.file.Close()
	}
	var err error
	if f.old != nil {
		err = f.file.Sync()
	}
	if !keepOpen {
		err = errors.Join(err, f.file.Close())
	}
	if err == nil {
		err = f.check(f.name)
	}
	if err == nil && f.old != nil {
		err = disk.Chmod(f.file.Name(), f.old.Mode().Perm())
	}
	if err == nil {
		err = disk.Rename(f.file.Name(), f.target)
	}
	if err != nil && keepOpen {
		err = errors.Join(err, f.file.Close())
	}
	if err != nil {
		return errors.Join(err, disk.Remove(f.file.Name()))
	}
	return nil
}

// Discard removes the temporary file.
func (f *File) Discard() error {
	if f.direct() {
		return f.file.Close()
	}
	return errors.Join(f.file.Close(), disk.Remove(f.file.Name()))
}

// Write makes an output file of what content writes, flushes it to the disk and
// returns its size. See Create.
func Write(name string, check Check, content func(io.Writer) error) (size int64, err error) {
	f, err := Create(name, check)
	if err != nil {
		return 0, err
	}
	counted := &counter{w: f}
	if f.direct() { // somebody may be waiting for it
		err = content(counted)
	} else {
		b := bufio.NewWriterSize(counted, 64<<10)
		err = content(b)
		err = cmp.Or(err, b.Flush())
	}
	if err == nil {
		err = f.Sync()
	}
	if err != nil {
		return 0, errors.Join(err, f.Discard())
	}
	return counted.n, f.Commit()
}

// A counter counts the bytes that are written to w.
type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.n += int64(n)
	return n, err
}
