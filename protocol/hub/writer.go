package hub

import (
	"context"
	"io"
	"time"
)

// A writer writes messages in the order they come, each with a call to Write
// of its own, and never makes the search wait: reports go into a queue, and
// are dropped while a GUI that does not read lets it fill up.
//
// The line that ends an answer is written at least pause after the one
// before it. Clients that read with select from a buffered pipe take in all
// lines that have arrived, hand out the first and then wait for more; they
// would not see the last line of an answer that arrives in one piece.
type writer struct {
	out    io.Writer
	queue  chan Message
	closed <-chan struct{} // nobody waits for the output any more
	gone   chan struct{}   // closed when nothing more will be written
	err    error           // why, once gone is closed; nil if all is written
}

const (
	pause = 2 * time.Millisecond

	// Reports may take up only part of the queue, so that the reader, which
	// has to answer a ping, is not held up by them.
	queueLength  = 256
	reportLength = 192
)

// newWriter starts a writer on out. After ctx is done it takes no more.
func newWriter(ctx context.Context, out io.Writer) *writer {
	w := &writer{
		out:    out,
		queue:  make(chan Message, queueLength),
		closed: ctx.Done(),
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
		if _, w.err = io.WriteString(w.out, m.String()+"\n"); w.err != nil {
			return
		}
		last = time.Now()
	}
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
