package dxp

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"
	"time"
)

// How many events are noted that any peer can cause as often as it likes.
const (
	notesAtOnce  = 100
	noteInterval = time.Second // between those that follow
)

// A journal writes down what happens on all connections.
type journal struct {
	mu    sync.Mutex
	log   io.Writer         // may be nil
	note  func(text string) // may be nil
	lines int               // connections so far

	full     time.Time // when the notes of notesAtOnce events are worked off
	notNoted int       // events since the last one noted
}

// newJournal returns the journal that o asks for.
func newJournal(o *Options) *journal {
	j := &journal{log: o.Log, note: o.Note}
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
func (j *journal) open() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.lines++
	return j.lines
}

// frame logs a frame that was received ("<") or sent (">").
func (j *journal) frame(line int, sign, frame string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.write(line, sign, frame)
}

// event logs and notes an event.
func (j *journal) event(line int, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	j.mu.Lock()
	defer j.mu.Unlock()
	j.write(line, "-", text)
	j.tell(text)
}

// aside logs an event that any peer can cause as often as it likes, and notes
// it unless there have been too many.
func (j *journal) aside(line int, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	j.mu.Lock()
	defer j.mu.Unlock()
	j.write(line, "-", text)
	now := time.Now()
	if j.full.Sub(now) >= notesAtOnce*noteInterval {
		j.notNoted++
		return
	}
	if j.full.Before(now) {
		j.full = now
	}
	j.full = j.full.Add(noteInterval)
	j.tell(text)
}

// tell notes an event, and how many were not before it.
func (j *journal) tell(text string) {
	if j.note == nil {
		return
	}
	if j.notNoted > 0 {
		j.note(fmt.Sprintf("... and %d more events", j.notNoted))
		j.notNoted = 0
	}
	j.note(text)
}

// write writes a line of the log. What a peer sent cannot make two of it. The
// first error ends the log.
func (j *journal) write(line int, sign, text string) {
	if j.log == nil {
		return
	}
	quoted := strconv.QuoteToASCII(text)
	_, err := fmt.Fprintf(j.log, "%s #%d %s %s\n", time.Now().Format("2006-01-02 15:04:05.000"), line, sign, quoted[1:len(quoted)-1])
	if err != nil {
		j.log = nil
		j.tell(fmt.Sprintf("the log ends here: %v", err))
	}
}
