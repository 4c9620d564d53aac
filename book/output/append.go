package output

import (
	"io"
	"io/fs"
	"os"
)

// An Appender adds to the end of a file, in pieces that are there as a whole or
// not at all unless the program is killed meanwhile.
type Appender struct {
	file   appendable
	broken bool // the file does not end with a line end
}

// appendable is what an Appender needs of a file.
type appendable interface {
	io.WriteSeeker
	io.Closer
	Stat() (fs.FileInfo, error)
	Sync() error
	Truncate(size int64) error
}

// Append opens a file to add to, making it if need be. If it ends in the middle
// of a line the first piece begins a new one.
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

// endsWithinLine reports whether the last byte of a file is not a line end.
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

// Write adds b.
func (a *Appender) Write(b []byte) (int, error) {
	piece := b
	if a.broken {
		piece = append([]byte("\n"), b...)
	}
	n, err := a.file.Write(piece)
	if err != nil {
		a.takeBack(n)
		return 0, err
	}
	a.broken = false
	return len(b), nil
}

// takeBack removes the last n bytes, if nothing has been added to them. Whether it
// succeeds or not, the error is that of writing them.
func (a *Appender) takeBack(n int) {
	end, err := a.file.Seek(0, io.SeekCurrent)
	if err != nil {
		return
	}
	if info, err := a.file.Stat(); err == nil && info.Mode().IsRegular() && info.Size() == end {
		_ = a.file.Truncate(end - int64(n))
	}
}

// Sync sees what was added onto the disk.
func (a *Appender) Sync() error { return a.file.Sync() }

// Close closes the file.
func (a *Appender) Close() error { return a.file.Close() }
