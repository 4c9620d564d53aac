// Package input opens the files that commands and protocols read because a person, a
// graphical board or another program has named them. Only regular files are read, as a
// pipe may never have a writer and a device no end, and what is read as a whole has a
// largest size. Standard input is another matter: who names it means to wait for it.
//
// The rules for files that are written are in package output.
package input

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Open opens a regular file for reading.
func Open(name string) (*os.File, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, failed(name, err, "file")
	}
	if err := CheckRegular(name, info); err != nil {
		return nil, err
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, failed(name, err, "file")
	}
	return file, nil
}

// CheckFile returns an error, the one of Open, if a file cannot be read.
func CheckFile(name string) error {
	file, err := Open(name)
	if err != nil {
		return err
	}
	return file.Close()
}

// CheckFolder returns an error if a folder is not there, or is none.
func CheckFolder(name string) error {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return failed(name, err, "folder")
	case !info.IsDir():
		return fmt.Errorf("%s: a file, not a folder", name)
	}
	return nil
}

// missing is the error for a file or a folder that does not exist. It is fs.ErrNotExist, in
// words that are the same on every system.
type missing string

func (kind missing) Error() string   { return "there is no such " + string(kind) }
func (missing) Is(target error) bool { return target == fs.ErrNotExist }

// failed returns what is wrong with a file or folder, once with its name.
func failed(name string, err error, kind string) error {
	if err = cause(err); errors.Is(err, fs.ErrNotExist) {
		err = missing(kind)
	}
	return fmt.Errorf("%s: %w", name, err)
}

// cause returns what is wrong with a file, without its name.
func cause(err error) error {
	if failed, ok := err.(*fs.PathError); ok {
		return failed.Err
	}
	return err
}

// CheckRegular returns an error that tells what the file with that name is, if it is no
// regular one.
func CheckRegular(name string, info fs.FileInfo) error {
	kind := ""
	switch mode := info.Mode(); {
	case mode.IsRegular():
		return nil
	case mode.IsDir():
		kind = "folder"
	case mode&fs.ModeNamedPipe != 0:
		kind = "pipe"
	case mode&fs.ModeSocket != 0:
		kind = "socket"
	default:
		kind = "device"
	}
	return fmt.Errorf("%s: a %s, not a file", name, kind)
}

// ReadFile returns what is in a regular file of at most so many bytes.
func ReadFile(name string, most int64) ([]byte, error) {
	file, err := Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	content, err := ReadAll(file, most)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return content, nil
}

// ReadAll returns all that in has, at most so many bytes.
func ReadAll(in io.Reader, most int64) ([]byte, error) {
	content, err := io.ReadAll(io.LimitReader(in, most+1))
	if err == nil && int64(len(content)) > most {
		err = fmt.Errorf("larger than %d MB", most>>20)
	}
	return content, err
}

// Hash returns the SHA-256 of a regular file, in hexadecimal digits.
func Hash(name string) (string, error) {
	file, err := Open(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	h := sha256.New()
	if _, err := io.Copy(h, file); err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", h.Sum(nil)), nil
}

// A Source is a file that can be read several times. Standard input, whose name is -, is
// read once and kept.
type Source struct {
	Name  string
	stdin []byte
}

// NewSource returns the file with that name, which may be standard input.
func NewSource(name string, stdin io.Reader) (s Source, err error) {
	s.Name = name
	if name == "-" {
		s.stdin, err = io.ReadAll(stdin)
	}
	return s, err
}

// Open opens it anew.
func (s Source) Open() (io.ReadCloser, error) {
	if s.Name == "-" {
		return io.NopCloser(bytes.NewReader(s.stdin)), nil
	}
	return Open(s.Name)
}

// Hash returns its SHA-256.
func (s Source) Hash() (string, error) {
	if s.Name == "-" {
		return fmt.Sprintf("%x", sha256.Sum256(s.stdin)), nil
	}
	return Hash(s.Name)
}

// Folder returns the file system of a folder, as os.DirFS does, in which only regular
// files and folders can be opened. Their names may have bytes that are not UTF-8, which
// os.DirFS refuses.
func Folder(name string) fs.FS { return folder(name) }

type folder string

// Open opens a file.
func (f folder) Open(name string) (fs.File, error) {
	failed := func(err error) error { return &fs.PathError{Op: "open", Path: name, Err: cause(err)} }
	local := filepath.FromSlash(name)
	if f == "" || !filepath.IsLocal(local) {
		return nil, failed(fs.ErrInvalid)
	}
	full := filepath.Join(string(f), local)
	info, err := os.Stat(full)
	if err != nil {
		return nil, failed(err)
	}
	if !info.IsDir() {
		if err := CheckRegular(full, info); err != nil {
			return nil, err
		}
	}
	file, err := os.Open(full)
	if err != nil {
		return nil, failed(err)
	}
	return file, nil
}
