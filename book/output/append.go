package output

import (
	"io"
	"io/fs"
	"os"
)

// An Appender writes at the end of a file. If the disk is full nothing of a call of
// Write is left in the file.
type Appender struct {
	file   appendable
	broken bool // the file does not end with a newline
}

// appendable is what an Appender needs of a file.
type appendable interface {
	io.WriteSeeker
	io.Closer
	Stat() (fs.FileInfo, error)
	Sync() error
	Truncate(size int64) error
}

// Append opens a file to append to, or makes it. If it ends within a line, the first
// Write begins a new one.
func Append(name string, check Check) (*Appender, error) {
	if err := check(name); err != nil {
		return nil, err
	}
	used, err := inUse(name)
	if err != nil {
		return nil, err
	}
	broken := false
	if used {
		if broken, err = endsWithinLine(name); err != nil {
			return nil, err
		}
	}
	file, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return nil, err
	}
	return &Appender{file: file, broken: broken}, nil
}

// endsWithinLine reports whether the last byte of a file is not a newline.
func endsWithinLine(name string) (bool, error) {
	file, err := os.Open(name)
	if err != nil {
		return false, err
	}
	defer file.Close()
	if _, err := file.Seek(-1, io.SeekEnd); err != nil {
		return false, err
	}
	last := make([]byte, 1)
	_, err = io.ReadFull(file, last)
	return last[0] != '\n', err
}

// Write appends b.
func (a *Appender) Write(b []byte) (int, error) {
	text := b
	if a.broken {
		text = append([]byte("\n"), b...)
	}
	n, err := a.file.Write(text)
	if err != nil {
		a.undo(n)
		return 0, err
	}
	a.broken = false
	return len(b), nil
}

// undo removes the last n bytes, unless another process has appended to them. If it
// fails, the error to report is still that of Write.
func (a *Appender) undo(n int) {
	end, err := a.file.Seek(0, io.SeekCurrent)
	if err != nil {
		return
	}
	if info, err := a.file.Stat(); err == nil && info.Mode().IsRegular() && info.Size() == end {
		_ = a.file.Truncate(end - int64(n))
	}
}

// Sync flushes what was appended to the disk.
func (a *Appender) Sync() error { return a.file.Sync() }

// Close closes the file.
func (a *Appender) Close() error { return a.file.Close() }
