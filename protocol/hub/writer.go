package hub

import (
	"context"
	"errors"
	"io"
	"time"
)

// A writer writes messages in order, each with one call to Write. It never makes the
// search wait: reports go into a queue, and are dropped when that is full because the
// GUI does not read.
//
// All that it writes is ASCII, except what the GUI itself has said and hears again: values
// of parameters, and what was wrong.
//
// Once the input has ended it gives up if the output takes nothing for unreadTimeout: the
// GUI is gone, and another program may hold the other end of the output.
//
// The last line of an answer is written at least answerPause after the one before it.
// Some clients use select on a buffered pipe: they read all lines that have arrived,
// return the first, and wait for more input. They would not see the last line of an
// answer that arrives in one piece.
type writer struct {
	out        io.Writer
	queue      chan Message
	canceled   <-chan struct{} // nobody waits for the output any more
	inputEnded <-chan struct{} // closed at the end of the input
	done       chan struct{}   // closed when nothing more will be written
	err        error           // why, once done is closed; nil if all is written
}

const (
	answerPause   = 2 * time.Millisecond
	earlyReport   = answerPause + time.Millisecond/2 // before the end of a search, so that its answer need not wait
	unreadTimeout = time.Second

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
		out:        out,
		queue:      make(chan Message, queueLength),
		canceled:   ctx.Done(),
		inputEnded: ended,
		done:       make(chan struct{}),
	}
	go w.run()
	return w
}

func (w *writer) run() {
	defer close(w.done)
	var last time.Time
	for m := range w.queue {
		if endsAnswer(m) {
			time.Sleep(answerPause - time.Since(last))
		}
		if w.err = w.write(m); w.err != nil {
			return
		}
		last = time.Now()
	}
}

// write writes m, which takes as long as nobody reads.
func (w *writer) write(m Message) error {
	line := m.String() + "\n"
	written := make(chan error, 1)
	go func() {
		_, err := io.WriteString(w.out, line)
		written <- err
	}()
	select {
	case err := <-written:
		return err
	case <-w.inputEnded:
	}
	select {
	case err := <-written:
		return err
	case <-time.After(unreadTimeout):
		return errUnread
	}
}

// endsAnswer reports whether m is the last line of an answer.
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
	case <-w.done:
	case <-w.canceled:
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
	case <-w.done:
		return w.err
	case <-w.canceled:
		return nil
	}
}
