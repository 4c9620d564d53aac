//go:build js

package fetch

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
	"syscall/js"
	"time"
)

// A Folder has the files that were fetched. Others are fetched when they are opened.
type Folder struct {
	mu    sync.Mutex
	files map[string][]byte
}

// Files is the folder of all games. As what is embedded in other programs, it is there
// once.
var Files = &Folder{files: map[string][]byte{}}

// Need fetches those of the files that were not fetched before, all at once.
func (f *Folder) Need(names ...string) error {
	errs := make([]error, len(names))
	var wait sync.WaitGroup
	for i, name := range names {
		wait.Go(func() { _, errs[i] = f.ReadFile(name) })
	}
	wait.Wait()
	return errors.Join(errs...)
}

// Drop forgets files, which are damaged: they are to be fetched again.
func (f *Folder) Drop(names ...string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, name := range names {
		delete(f.files, name)
	}
}

// kinds are the endings of the files that there are, but for the pieces of archives: there is
// nothing else to ask for.
var kinds = []string{".weights", ".book", ".head"}

// ReadFile returns what is in a file. It must not be changed.
func (f *Folder) ReadFile(name string) ([]byte, error) {
	if !slices.Contains(kinds, path.Ext(name)) && !strings.Contains(name, ".zip.") {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	f.mu.Lock()
	data, ok := f.files[name]
	f.mu.Unlock()
	if ok {
		return data, nil
	}
	data, err := ask(name)
	if err != nil {
		return nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.files[name] = data
	return data, nil
}

// Open opens a file.
func (f *Folder) Open(name string) (fs.File, error) {
	if path.Ext(name) == ".zip" {
		a, err := f.openArchive(name)
		if err != nil {
			return nil, err
		}
		return &file{io.NewSectionReader(a, 0, a.size), name}, nil
	}
	data, err := f.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return &file{io.NewSectionReader(bytes.NewReader(data), 0, int64(len(data))), name}, nil
}

// ask asks the page for a file.
func ask(name string) ([]byte, error) {
	type answer struct {
		data []byte
		err  error
	}
	answers := make(chan answer, 1)
	came := js.FuncOf(func(_ js.Value, args []js.Value) any {
		data := make([]byte, args[0].Length())
		js.CopyBytesToGo(data, args[0])
		answers <- answer{data: data}
		return nil
	})
	defer came.Release()
	failed := js.FuncOf(func(_ js.Value, args []js.Value) any {
		answers <- answer{err: unreachable(name + ": " + args[0].Get("message").String())}
		return nil
	})
	defer failed.Release()
	js.Global().Call("stupolFile", name).Call("then", came, failed)
	a := <-answers
	return a.data, a.err
}

// unreachable is an error that may pass: there was no network, or no such file yet.
type unreachable string

func (e unreachable) Error() string   { return string(e) }
func (e unreachable) Temporary() bool { return true }

// A file is an open file, and its own description.
type file struct {
	*io.SectionReader
	name string
}

func (f *file) Stat() (fs.FileInfo, error) { return f, nil }
func (f *file) Close() error               { return nil }
func (f *file) Name() string               { return f.name }
func (f *file) Mode() fs.FileMode          { return 0o444 }
func (f *file) ModTime() time.Time         { return time.Time{} }
func (f *file) IsDir() bool                { return false }
func (f *file) Sys() any                   { return nil }
