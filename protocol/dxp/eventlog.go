package dxp

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"
	"time"
)

// The limits on notes of events that any peer can cause as often as it likes.
const (
	noteBurst    = 100
	noteInterval = time.Second // between those that follow
)

// An eventLog logs the frames and events of all connections.
type eventLog struct {
	mu    sync.Mutex
	log   io.Writer         // may be nil
	note  func(text string) // may be nil
	lines int               // connections so far

	busyUntil time.Time // when the notes of noteBurst events are worked off
	dropped   int       // events since the last one noted
}

// newEventLog returns the log that o asks for.
func newEventLog(o *Options) *eventLog {
	j := &eventLog{log: o.Log, note: o.Note}
	if j.log != nil && o.MaxLog > 0 {
		j.log = &limitedWriter{o.Log, o.MaxLog}
	}
	return j
}

// A limitedWriter writes a limited number of bytes.
type limitedWriter struct {
	io.Writer
	left int64
}

func (w *limitedWriter) Write(p []byte) (int, error) {
	if w.left -= int64(len(p)); w.left < 0 {
		return 0, errors.New("it is as long as it may be")
	}
	return w.Writer.Write(p)
}

// open returns the number of a new connection.
func (j *eventLog) open() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.lines++
	return j.lines
}

// frame logs a frame that was received ("<") or sent (">").
func (j *eventLog) frame(line int, sign, frame string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.write(line, sign, frame)
}

// event logs and notes an event.
func (j *eventLog) event(line int, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	j.mu.Lock()
	defer j.mu.Unlock()
	j.write(line, "-", text)
	j.notify(text)
}

// frequentEvent logs an event that any peer can cause as often as it likes, and notes
// it unless there have been too many.
func (j *eventLog) frequentEvent(line int, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	j.mu.Lock()
	defer j.mu.Unlock()
	j.write(line, "-", text)
	now := time.Now()
	if j.busyUntil.Sub(now) >= noteBurst*noteInterval {
		j.dropped++
		return
	}
	if j.busyUntil.Before(now) {
		j.busyUntil = now
	}
	j.busyUntil = j.busyUntil.Add(noteInterval)
	j.notify(text)
}

// notify notes an event, and how many were not before it.
func (j *eventLog) notify(text string) {
	if j.note == nil {
		return
	}
	if j.dropped > 0 {
		j.note(fmt.Sprintf("... and %d more events", j.dropped))
		j.dropped = 0
	}
	j.note(text)
}

// write writes a line of the log. What a peer sent cannot make two of it. The
// first error ends the log.
func (j *eventLog) write(line int, sign, text string) {
	if j.log == nil {
		return
	}
	quoted := strconv.QuoteToASCII(text)
	_, err := fmt.Fprintf(j.log, "%s #%d %s %s\n", time.Now().Format("2006-01-02 15:04:05.000"), line, sign, quoted[1:len(quoted)-1])
	if err != nil {
		j.log = nil
		j.notify(fmt.Sprintf("the log ends here: %v", err))
	}
}
