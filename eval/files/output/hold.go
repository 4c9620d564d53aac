package output

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"

	"stupol/eval/files/input"
)

// errLocked says that another process, or this one, holds the lock of a file.
var errLocked = errors.New("another process writes it")

// A Held is a file that nobody else writes until it is closed: the state of a run, or the
// games of stupol play. Other processes that hold files are kept out by a lock on the file
// itself, which ends with the process whatever happens to it: there is no second file that
// could be left behind, and a folder that is read-only does not matter. Some network
// drives and systems have no locks; there two processes can hold a file.
type Held struct {
	name string
	file Handle // with the lock; nil: lost
}

// Hold opens the file with that name, or makes it, and locks it. It changes nothing in it.
// If another process holds the file Hold fails at once.
func Hold(name string) (*Held, error) {
	file, err := Resume(name)
	if err != nil {
		return nil, err
	}
	return &Held{name, file}, nil
}

// Resume is Hold for a run that writes at the end of its file: the lock lasts until that
// is closed. The caller has to check first that the file is of the same run.
func Resume(name string) (Handle, error) {
	const tries = 100 // more often than a file is replaced between two steps here
	for range tries {
		if info, err := find(name); err != nil {
			return nil, err
		} else if info != nil && !isNull(info) {
			if err := input.CheckRegular(name, info); err != nil {
				return nil, err
			}
		}
		file, err := disk.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
		if err != nil {
			return nil, err
		}
		if err := lock(file); errors.Is(err, errLocked) {
			return nil, errors.Join(fmt.Errorf("%s: %w", name, err), file.Close())
		}
		// Between open and lock another process may have put a new file in its place, and
		// left the old one, which nobody sees any more, to us.
		there, err := isNamed(file, name)
		if there || err != nil {
			return file, err
		}
		if err := file.Close(); err != nil {
			return nil, err
		}
	}
	return nil, fmt.Errorf("%s: %w", name, errLocked)
}

// isNull reports whether a file is the device in which everything vanishes.
func isNull(info fs.FileInfo) bool {
	null, err := os.Stat(os.DevNull)
	return err == nil && os.SameFile(info, null)
}

// isNamed reports whether the file with that name is this one.
func isNamed(file Handle, name string) (bool, error) {
	own, err := file.Stat()
	if err != nil {
		return false, err
	}
	there, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil && os.SameFile(own, there), err
}

// Replace replaces the file as Write does, and holds the new one: at no moment could
// another process hold the file with this name. It fails if another has put its own there
// nevertheless, as an editor does.
func (h *Held) Replace(check Check, content func(io.Writer) error) error {
	if h.file == nil {
		return fmt.Errorf("%s: %w", h.name, errLocked)
	}
	if err := h.checkOurs(); err != nil {
		return err
	}
	f, err := Create(h.name, check)
	if err != nil {
		return err
	}
	_ = lock(f.file) // nobody else knows it; where there are no locks we do without
	if err = content(f); err == nil {
		err = f.Sync()
	}
	if err != nil {
		return errors.Join(err, f.Discard())
	}
	if runtime.GOOS == "windows" {
		return h.replaceClosed(f)
	}
	if err := f.commit(true); err != nil {
		return err
	}
	old := h.file
	h.file = f.file
	return old.Close()
}

// replaceClosed gives the file of f its name where no file that is open can be replaced or
// renamed. Who takes the lock in between has the old file open, which then stays; we have
// lost it.
func (h *Held) replaceClosed(f *File) error {
	err := h.Close()
	if err != nil {
		return errors.Join(err, f.Discard())
	}
	err = f.Commit()
	again, lost := Resume(h.name)
	h.file = again
	return errors.Join(err, lost)
}

// checkOurs returns an error if there is another file with the name of h.
func (h *Held) checkOurs() error {
	if there, err := find(h.name); there == nil {
		return err
	}
	ours, err := isNamed(h.file, h.name)
	if err == nil && !ours {
		err = fmt.Errorf("%s: another process has replaced it meanwhile", h.name)
	}
	return err
}

// Remove removes the file and ends the hold.
func (h *Held) Remove() error {
	if h.file == nil {
		return fmt.Errorf("%s: %w", h.name, errLocked)
	}
	if err := h.checkOurs(); err != nil {
		return err
	}
	if runtime.GOOS == "windows" {
		return errors.Join(h.Close(), disk.Remove(h.name))
	}
	return errors.Join(disk.Remove(h.name), h.Close())
}

// Empty reports whether nothing is in the file.
func (h *Held) Empty() bool {
	if h.file == nil {
		return false
	}
	info, err := h.file.Stat()
	return err == nil && info.Size() == 0
}

// Close lets other processes hold the file. It may be called more than once.
func (h *Held) Close() error {
	if h.file == nil {
		return nil
	}
	file := h.file
	h.file = nil
	return file.Close()
}
