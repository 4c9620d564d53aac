package output

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// An Appender writes at the end of a file. If the disk is full nothing of a call of
// Write is left in the file.
type Appender struct {
	file   Handle
	name   string
	ending Ending // nil once something was written
	size   int64  // of the file when it was looked at
	before string // what has to be written first
}

// An Ending reads a file and returns what has to be written at its end before anything
// is appended.
type Ending func(file io.Reader) (string, error)

// Append opens a file to append to, or makes it. The first Write ends what the file ends
// with, as ending says.
func Append(name string, check Check, ending Ending) (*Appender, error) {
	if err := check(name); err != nil {
		return nil, err
	}
	a := &Appender{name: name, ending: ending}
	if err := a.look(); err != nil {
		return nil, err
	}
	old, err := find(name)
	if err != nil {
		return nil, err
	}
	if a.file, err = open(name, old, os.O_APPEND|os.O_CREATE|os.O_WRONLY); err != nil {
		return nil, err
	}
	return a, nil
}

// look finds out what has to be written first.
func (a *Appender) look() error {
	a.before, a.size = "", 0
	used, err := inUse(a.name)
	if err != nil || !used {
		return err
	}
	file, err := os.Open(a.name)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	a.size = info.Size()
	if a.before, err = a.ending(io.NewSectionReader(file, 0, a.size)); err != nil {
		return fmt.Errorf("%s: %w", a.name, err)
	}
	return nil
}

// WholeLines is the Ending of files of lines: it ends a line that was cut off.
func WholeLines(file io.Reader) (string, error) {
	if f, ok := file.(io.Seeker); ok {
		if _, err := f.Seek(-1, io.SeekEnd); err != nil {
			return "", err
		}
	}
	text, err := io.ReadAll(file)
	if err != nil || len(text) == 0 || text[len(text)-1] == '\n' {
		return "", err
	}
	return "\n", nil
}

// Write appends b.
func (a *Appender) Write(b []byte) (int, error) {
	if err := a.lookAgain(); err != nil {
		return 0, err
	}
	n, err := a.file.Write(append([]byte(a.before), b...))
	if err != nil {
		a.undo(n)
		return 0, err
	}
	a.ending, a.before = nil, ""
	return len(b), nil
}

// lookAgain looks at the file before the first Write if it has changed since it was
// opened: hours can lie between.
func (a *Appender) lookAgain() error {
	if a.ending == nil {
		return nil
	}
	info, err := a.file.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() == a.size {
		return err
	}
	return a.look()
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

// A Limited passes lines on to a log until that is as long as it may be.
type Limited struct {
	w    io.Writer
	left int64 // bytes, without those of rest
	full bool
}

// ErrFull is the error of a Limited for what it leaves out.
var ErrFull = errors.New("it is as long as it may be")

// rest is the last line of a log that is full.
const rest = "... the rest is left out: this log is as long as it may be\n"

// Limit returns a Limited that writes no more than most bytes to w.
func Limit(w io.Writer, most int64) *Limited { return &Limited{w: w, left: most - int64(len(rest))} }

// Write passes on b, which is whole lines, or if they are too many a last line that says
// so. After that it writes nothing.
func (l *Limited) Write(b []byte) (int, error) {
	if l.full {
		return 0, ErrFull
	}
	if l.left -= int64(len(b)); l.left >= 0 {
		return l.w.Write(b)
	}
	l.full = true
	if _, err := io.WriteString(l.w, rest); err != nil {
		return 0, err
	}
	return 0, ErrFull
}
