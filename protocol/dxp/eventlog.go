package dxp

import (
	"fmt"
	"io"
	"strconv"
	"sync"
	"time"

	"stupol/eval/files/output"
)

// The limits on notes of events that any peer can cause as often as it likes.
const (
	noteBurst    = 100
	noteInterval = time.Second // between those that follow
)

// An eventLog logs the frames and events of all connections.
type eventLog struct {
	mu          sync.Mutex
	log         io.Writer         // may be nil
	note        func(text string) // may be nil
	connections int               // so far

	busyUntil time.Time // when the notes of noteBurst events are worked off
	dropped   int       // events since the last one noted
}

// newEventLog returns the log that o asks for.
func newEventLog(o *Options) *eventLog {
	l := &eventLog{log: o.Log, note: o.Note}
	if l.log != nil && o.MaxLog > 0 {
		l.log = output.Limit(o.Log, o.MaxLog)
	}
	return l
}

// open returns the number of a new connection.
func (l *eventLog) open() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.connections++
	return l.connections
}

// frame logs a frame that was received ("<") or sent (">").
func (l *eventLog) frame(connection int, sign, frame string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.write(connection, sign, frame)
}

// event logs and notes an event.
func (l *eventLog) event(connection int, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.write(connection, "-", text)
	l.notify(text)
}

// frequentEvent logs an event that any peer can cause as often as it likes, and notes
// it unless there have been too many.
func (l *eventLog) frequentEvent(connection int, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.write(connection, "-", text)
	now := time.Now()
	if l.busyUntil.Sub(now) >= noteBurst*noteInterval {
		l.dropped++
		return
	}
	if l.busyUntil.Before(now) {
		l.busyUntil = now
	}
	l.busyUntil = l.busyUntil.Add(noteInterval)
	l.notify(text)
}

// notify notes an event, and how many were not before it.
func (l *eventLog) notify(text string) {
	if l.note == nil {
		return
	}
	if l.dropped > 0 {
		l.note(fmt.Sprintf("... and %d more events", l.dropped))
		l.dropped = 0
	}
	l.note(text)
}

// write writes a line of the log. What a peer sent cannot make two of it. The
// first error ends the log.
func (l *eventLog) write(connection int, sign, text string) {
	if l.log == nil {
		return
	}
	quoted := strconv.QuoteToASCII(text)
	_, err := fmt.Fprintf(l.log, "%s #%d %s %s\n", time.Now().Format("2006-01-02 15:04:05.000"), connection, sign, quoted[1:len(quoted)-1])
	if err != nil {
		l.log = nil
		l.notify(fmt.Sprintf("the log ends here: %v", err))
	}
}
