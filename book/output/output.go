// Package output opens the files that commands write, so that no command destroys
// what its user has. The rule for a file that is there already, unless it is empty:
//
//   - Games in PDN and logs are added at its end, if it is of such games or such a
//     log.
//   - A run that keeps its state in it goes on, if it is of the same run: a journal
//     of a match or a tuning, games of self-play, a checkpoint, databases.
//   - All else is made anew: converted games, weights, pictures, profiles. That
//     needs --force, except for a picture, which replaces one that Stupol drew.
//
// Any other file is refused by its name and stays as it is. A file made anew has
// another name, ending in .part, until it is complete, and takes the place of the
// old one at once; a run that fails or is killed leaves the old one. A file that a
// command reads is never one it writes. Two processes do not write the state of a
// run at the same time. All this is checked before the work begins.
package output

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// A Check returns an error, with the name of the file, unless it may be replaced
// or added to. A file that does not exist or is empty always may.
type Check func(name string) error

// ErrExists is in the errors of checks for what may not be replaced or added to.
var ErrExists = errors.New("the file exists")

// Absent is the Check for a file that must not be there.
func Absent(name string) error {
	used, err := inUse(name)
	if err == nil && used {
		err = fmt.Errorf("%s: %w", name, ErrExists)
	}
	return err
}

// Anything is the Check for what the user wants to be replaced, whatever it is.
func Anything(name string) error {
	_, err := inUse(name)
	return err
}

// Only returns the Check for files of one kind, which ours recognizes.
func Only(kind string, ours func(io.Reader) bool) Check {
	return func(name string) error {
		used, err := inUse(name)
		if err != nil || !used {
			return err
		}
		file, err := os.Open(name)
		if err != nil {
			return err
		}
		defer file.Close()
		if !ours(file) {
			return fmt.Errorf("%s: %w and is not %s", name, ErrExists, kind)
		}
		return nil
	}
}

// inUse reports whether a regular file of that name holds anything. It fails if
// there can be no file of that name.
func inUse(name string) (bool, error) {
	info, err := find(name)
	return info != nil && info.Mode().IsRegular() && info.Size() > 0, err
}

// find returns what there is with that name, nil if nothing is and a file can be.
func find(name string) (fs.FileInfo, error) {
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		return nil, fmt.Errorf("%s: a folder, not a file", name)
	case !errors.Is(err, fs.ErrNotExist):
		return info, err
	}
	if _, err := os.Lstat(name); err == nil {
		return nil, fmt.Errorf("%s: a link to a file that does not exist", name)
	}
	folder, err := os.Stat(filepath.Dir(name))
	if err == nil && !folder.IsDir() {
		err = fmt.Errorf("%s: not a folder", filepath.Dir(name))
	}
	return nil, err
}
