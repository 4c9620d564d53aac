package main

import (
	"fmt"
	"io"
	"sync"
)

// An outlet is standard output. It remembers whether all of it was written: the disk may
// be full, or there may be none. Commands need not look at what their printing returns,
// and the exit status is not 0 if anything is lost. Several goroutines may use it.
type outlet struct {
	file io.WriteCloser

	mu   sync.Mutex // not held while writing, which may wait for a reader without end
	used bool
	err  error // the first
}

// Write writes b.
func (o *outlet) Write(b []byte) (int, error) {
	n, err := o.file.Write(b)
	o.remember(true, err)
	return n, err
}

// remember keeps an error, if standard output was used at all.
func (o *outlet) remember(used bool, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.used = o.used || used
	if err != nil && o.used && o.err == nil {
		o.err = fmt.Errorf("what was to be printed is lost: %w", err)
	}
}

// close closes standard output, as some network drives tell only then that the disk is
// full, and returns the error of what was lost.
func (o *outlet) close() error {
	o.remember(false, o.file.Close())
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}
