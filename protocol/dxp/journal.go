package dxp

import (
	"fmt"
	"io"
	"strconv"
	"sync"
	"time"
)

// A journal writes down what happens on all connections.
type journal struct {
	mu    sync.Mutex
	log   io.Writer         // may be nil
	note  func(text string) // may be nil
	lines int               // connections so far
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
	if j.note != nil {
		j.note(text)
	}
}

// write writes a line of the log. What a peer sent cannot make two of it.
func (j *journal) write(line int, sign, text string) {
	if j.log == nil {
		return
	}
	quoted := strconv.QuoteToASCII(text)
	fmt.Fprintf(j.log, "%s #%d %s %s\n", time.Now().Format("2006-01-02 15:04:05.000"), line, sign, quoted[1:len(quoted)-1])
}
