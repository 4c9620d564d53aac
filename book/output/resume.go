package output

import (
	"errors"
	"fmt"
	"os"
)

// errLocked says that another process, or this one, holds the lock of a file.
var errLocked = errors.New("another process writes it")

// Resume opens the file with the state of a run, or makes it, and locks it until it
// is closed. It changes nothing in it: the caller has to check first that it is of
// the same run.
func Resume(name string) (*os.File, error) {
	if _, err := find(name); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	// Some systems and network drives have no locks: we do without.
	if err := lock(file); errors.Is(err, errLocked) {
		return nil, errors.Join(fmt.Errorf("%s: %w", name, err), file.Close())
	}
	return file, nil
}
