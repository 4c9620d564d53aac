package library

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// The errors of a file that is no longer what was opened.
var (
	// ErrMissing says that there is no file of that name.
	ErrMissing = errors.New("there is no such file")

	errReplaced = errors.New("another file has its name now")
)

// InPlace returns nil if the file that was opened still has its name, an error that is
// ErrMissing if nothing has, and another one if another file has.
func (l *Library) InPlace() error {
	now, err := os.Stat(l.name)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("%s: %w", l.name, ErrMissing)
	case err != nil:
		return err
	case !os.SameFile(l.file, now):
		return fmt.Errorf("%s: %w", l.name, errReplaced)
	}
	return nil
}

// remember keeps which file was opened.
func (l *Library) remember() (err error) {
	if l.file, err = os.Stat(l.name); err == nil {
		os.SameFile(l.file, l.file) // Windows looks at what the name stands for when it is asked first
	}
	return err
}

// leastRoom is what SQLite needs to begin with a change: a region of the index of the WAL, and
// some pages.
const leastRoom = 64 << 10

// isFull reports whether a folder has not even that room. SQLite does not always say why it
// could not write: it looks at other files before it returns.
func isFull(folder string) bool {
	file, err := os.CreateTemp(folder, ".stupol-*")
	if err != nil {
		return noRoom(err)
	}
	defer os.Remove(file.Name())
	defer file.Close()
	_, err = file.Write(make([]byte, leastRoom))
	return noRoom(cmp.Or(err, file.Sync()))
}

// noRoom reports whether an error of the system is that there is no room, on the disk or for
// this user.
func noRoom(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}

// diskError returns what an error of SQLite about its files means. Its own words are those of
// programmers.
func (l *Library) diskError(err error) error {
	switch {
	case noRoom(err), isFull(filepath.Dir(l.name)):
		return fmt.Errorf("%s: %w: what was added before is in it", l.name, ErrFull)
	case errors.Is(err, syscall.EFBIG):
		return fmt.Errorf("%s: the system lets it grow no further: what was added before is in it", l.name)
	}
	return fmt.Errorf("%s: %w: nothing was changed (%w)", l.name, errDisk, err)
}
