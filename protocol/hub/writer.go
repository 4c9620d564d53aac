package hub

import (
	"context"
	"errors"
	"io"
	"strings"
	"time"
)

// A writer writes messages in the order they come, each with a call to Write
// of its own, and never makes the search wait: reports go into a queue, and
// are dropped while a GUI that does not read lets it fill up.
//
// All that is written is printable ASCII. Once the input has ended the writer
// gives up on an output that takes nothing for unreadTime: whoever started the
// engine is gone, and somebody else may hold the other end of the output.
//
// The line that ends an answer is written at least pause after the one
// before it. Clients that read with select from a buffered pipe take in all
// lines that have arrived, hand out the first and then wait for more; they
// would not see the last line of an answer that arrives in one piece.
type writer struct {
	out    io.Writer
	queue  chan Message
	closed <-chan struct{} // nobody waits for the output any more
	ended  <-chan struct{} // closed at the end of the input
	gone   chan struct{}   // closed when nothing more will be written
	err    error           // why, once gone is closed; nil if all is written
}

const (
	pause      = 2 * time.Millisecond
	unreadTime = time.Second

	// Reports may take up only part of the queue, so that the reader, which
	// has to answer a ping, is not held up by them.
	queueLength  = 256
	reportLength = 192
)

var errUnread = errors.New("the input has ended, and nobody reads the output")

// newWriter starts a writer on out. After ctx is done it takes no more. The
// input has ended when ended is closed.
func newWriter(ctx context.Context, out io.Writer, ended <-chan struct{}) *writer {
	w := &writer{
		out:    out,
		queue:  make(chan Message, queueLength),
		closed: ctx.Done(),
		ended:  ended,
		gone:   make(chan struct{}),
	}
	go w.run()
	return w
}

func (w *writer) run() {
	defer close(w.gone)
	var last time.Time
	for m := range w.queue {
		if endsAnswer(m) {
			time.Sleep(pause - time.Since(last))
		}
		if w.err = w.write(m); w.err != nil {
			return
		}
		last = time.Now()
	}
}

// write writes m, which takes as long as nobody reads.
func (w *writer) write(m Message) error {
	line := strings.Map(ascii, m.String()) + "\n"
	written := make(chan error, 1)
	go func() {
		_, err := io.WriteString(w.out, line)
		written <- err
	}()
	select {
	case err := <-written:
		return err
	case <-w.ended:
	}
	select {
	case err := <-written:
		return err
	case <-time.After(unreadTime):
		return errUnread
	}
}

// ascii maps to a question mark what not every client can read.
func ascii(r rune) rune {
	if r > '~' {
		return '?'
	}
	return r
}

// endsAnswer reports whether a GUI waits for m rather than for a line after it.
func endsAnswer(m Message) bool {
	switch m.Command {
	case "wait", "ready", "done", "pong":
		return true
	}
	return false
}

// send queues m, waiting for room if need be.
func (w *writer) send(m Message) {
	select {
	case w.queue <- m:
	case <-w.gone:
	case <-w.closed:
	}
}

// offer queues m if there is room for it and reports whether there was. It
// never waits.
func (w *writer) offer(m Message) bool {
	if len(w.queue) >= reportLength {
		return false
	}
	select {
	case w.queue <- m:
		return true
	default:
		return false
	}
}

// close waits until everything is written and returns what prevented it.
func (w *writer) close() error {
	close(w.queue)
	select {
	case <-w.gone:
		return w.err
	case <-w.closed:
		return nil
	}
}
