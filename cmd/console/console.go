// Package console has the standard input, output and error of a command.
package console

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"stupol/eval/files/output"
	"stupol/protocol/progress"
)

// Stderr is standard error for lines, which may have names of files or what others say:
// a terminal must not obey those.
var Stderr io.Writer = progress.Lines{W: progress.Stderr}

// A WakingInput is standard input with a timer that soon runs out whenever somebody waits
// for it.
//
// Go 1.26 can overlook a thread that begins to wait in a system call at the very moment at
// which the garbage collector stops all others. Nothing runs then until the call returns or
// the scheduler's monitor looks again, and that sleeps until the next timer runs out, or for
// a minute: of about a million moves in matches one came a minute late.
type WakingInput struct{ timer *time.Timer }

// wakingTime is when the timer runs out.
const wakingTime = 20 * time.Millisecond

// NewWakingInput returns standard input.
func NewWakingInput() WakingInput {
	return WakingInput{time.AfterFunc(wakingTime, func() {})}
}

// Read reads from standard input.
func (i WakingInput) Read(b []byte) (int, error) {
	i.timer.Reset(wakingTime)
	return os.Stdin.Read(b)
}

// An outlet is standard output. It remembers whether all of it was written: the disk may
// be full, or there may be none. Commands need not look at what their printing returns,
// and the exit status is not 0 if anything is lost. Several goroutines may use it.
type Outlet struct {
	file io.Closer
	pipe io.Writer // to the file

	mu   sync.Mutex // not held while writing, which may wait for a reader without end
	used bool
	err  error // the first
}

// NewOutlet returns the outlet of a file.
func NewOutlet(file *os.File) *Outlet {
	return &Outlet{file: file, pipe: output.Pipe(file, "standard output")}
}

// Write writes b.
func (o *Outlet) Write(b []byte) (int, error) {
	n, err := o.pipe.Write(b)
	o.remember(true, err)
	return n, err
}

// remember keeps an error, if standard output was used at all.
func (o *Outlet) remember(used bool, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.used = o.used || used
	if err != nil && o.used && o.err == nil {
		o.err = fmt.Errorf("what was to be printed is lost: %w", err)
	}
}

// Close closes standard output, as some network drives tell only then that the disk is
// full, and returns the error of what was lost.
func (o *Outlet) Close() error {
	o.remember(false, o.file.Close())
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}
