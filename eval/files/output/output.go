// Package output opens the files that commands write, so that no command destroys
// what its user has. What happens if the output file exists and is not empty:
//
//   - PDN games and logs are appended, if the file has PDN games or is a log of
//     Stupol. The games that a person plays are kept in a file of such games alone,
//     of which the last one is replaced after every move.
//   - The state of a run is continued, if it is of the same run: the journal of a
//     match or a tuning, games of self-play, a checkpoint, databases.
//   - Everything else is written as a whole: converted games, weights, pictures,
//     profiles, archives of databases. The command is refused, unless with --force,
//     which replaces the file. Only a picture that Stupol drew is replaced without it.
//
// In all other cases the command is refused with the name of the file. A file
// written as a whole is a temporary file beside its target, whose name ends in
// .part, and is renamed when it is complete: if the command fails or is killed the
// old file is still there. The input of a command is never its output. The state of
// a run and the games of a person are held: no other process writes them meanwhile, see
// Held. All this is checked before the work begins, and before any file is changed.
package output

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
)

// A Check returns an error, with the name of the file, if the file must not be
// replaced or appended to. One that does not exist or is empty always may.
type Check func(name string) error

// ErrExists is wrapped by the errors of checks that found a file.
var ErrExists = errors.New("the file exists")

// Absent is the Check for a file that must not exist.
func Absent(name string) error {
	used, err := inUse(name)
	if err == nil && used {
		err = fmt.Errorf("%s: %w", name, ErrExists)
	}
	return err
}

// Anything is the Check that lets any file be replaced.
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

// inUse reports whether there is a regular file with that name that is not empty.
// It fails if there cannot be one.
func inUse(name string) (bool, error) {
	info, err := find(name)
	return info != nil && info.Mode().IsRegular() && info.Size() > 0, err
}

// Beside returns the name of a second file that a command keeps beside its output file,
// with that ending. It is "" if the output is a device or a pipe, which has no place
// beside it.
func Beside(name, ending string) string {
	isDevice := strings.HasPrefix(filepath.Clean(name), "/dev/") // /dev/stdout can be a file
	if info, err := os.Stat(name); isDevice || err == nil && !info.Mode().IsRegular() {
		return ""
	}
	return name + ending
}

// find returns the file with that name, nil if there is none but can be.
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

// NewTable returns a writer of columns of text with two spaces between them.
func NewTable(w io.Writer) *tabwriter.Writer {
	return tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
}
