package output

import (
	"io"
	"io/fs"
	"os"
)

// A Handle is an open file, as *os.File is one.
type Handle interface {
	io.ReadWriteSeeker
	io.ReaderAt
	io.Closer
	Stat() (fs.FileInfo, error)
	Sync() error
	Truncate(size int64) error
	Name() string
	Fd() uintptr
}

// A Disk is what changes files: all that outputs do to a file system.
type Disk interface {
	OpenFile(name string, flag int, perm fs.FileMode) (Handle, error)
	Chmod(name string, mode fs.FileMode) error
	Rename(from, to string) error
	Remove(name string) error
}

// disk is that of the system.
var disk Disk = system{}

// UseDisk has all outputs of this process write to the Disk that in makes of the present one.
// It is for tests of what becomes of files when a step fails.
func UseDisk(in func(Disk) Disk) { disk = in(disk) }

// system is the Disk of the system.
type system struct{}

// OpenFile opens a file.
func (system) OpenFile(name string, flag int, perm fs.FileMode) (Handle, error) {
	file, err := os.OpenFile(name, flag, perm)
	if err != nil {
		return nil, err
	}
	return file, nil
}

// Chmod changes the mode of a file.
func (system) Chmod(name string, mode fs.FileMode) error { return os.Chmod(name, mode) }

// Rename gives a file another name.
func (system) Rename(from, to string) error { return os.Rename(from, to) }

// Remove removes a file.
func (system) Remove(name string) error { return os.Remove(name) }
