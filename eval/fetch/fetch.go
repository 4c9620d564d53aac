//go:build js

package fetch

import (
	"bytes"
	"context"
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
	asked map[string]*question // those that are on their way
	waits context.Context      // see Wait; nil: for ever
}

// A question is one for a file.
type question struct {
	answered chan struct{} // closed when it is
	err      error
}

// Files is the folder of all games. As what is embedded in other programs, it is there
// once.
var Files = &Folder{files: map[string][]byte{}, asked: map[string]*question{}}

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
	if ok {
		f.mu.Unlock()
		return data, nil
	}
	q, waits := f.asked[name], f.waits
	if q == nil {
		q = &question{answered: make(chan struct{})}
		f.asked[name] = q
		f.ask(name, q)
	}
	f.mu.Unlock()
	if waits == nil {
		waits = context.Background()
	}
	select {
	case <-q.answered:
	case <-waits.Done():
		return nil, Late(name)
	}
	if q.err != nil {
		return nil, q.err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.files[name], nil
}

// Wait says until when who reads a file that is not there yet waits for it, if not for ever,
// which nil means: a search does not until it is over. What comes later is kept for the next.
func (f *Folder) Wait(until context.Context) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.waits = until
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

// ask asks the page for a file, and keeps it when it comes.
func (f *Folder) ask(name string, q *question) {
	var came, failed js.Func
	answer := func(data []byte, err error) {
		came.Release()
		failed.Release()
		f.mu.Lock()
		defer f.mu.Unlock()
		delete(f.asked, name)
		if q.err = err; err == nil {
			f.files[name] = data
		}
		close(q.answered)
	}
	came = js.FuncOf(func(_ js.Value, args []js.Value) any {
		data := make([]byte, args[0].Length())
		js.CopyBytesToGo(data, args[0])
		answer(data, nil)
		return nil
	})
	failed = js.FuncOf(func(_ js.Value, args []js.Value) any {
		answer(nil, unreachable(name+": "+args[0].Get("message").String()))
		return nil
	})
	js.Global().Call("stupolFile", name).Call("then", came, failed)
}

// Late is the error of a file, by its name, that nobody waits for any more.
type Late string

func (e Late) Error() string { return string(e) + " has not come yet" }
func (Late) Temporary() bool { return true }

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
