package match

import (
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"stupol/eval/files/output"
	"stupol/movegen"
)

// A logger writes lines with the time and the name of an engine. Several
// goroutines may use it. A nil logger writes nothing.
type logger struct {
	mu  sync.Mutex
	out io.Writer
	err error // the first, after which nothing is written
}

// newLogger returns a logger to out, nil if that is nil, of no more than most bytes
// unless that is 0.
func newLogger(out io.Writer, most int64) *logger {
	switch {
	case out == nil:
		return nil
	case most > 0:
		out = output.Limit(out, most)
	}
	return &logger{out: out}
}

// line writes a line. The sign says what it is: sent, received, other.
func (l *logger) line(who, sign, text string) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err == nil {
		_, l.err = fmt.Fprintf(l.out, "%s %s %s %s\n", time.Now().Format("2006-01-02 15:04:05.000000"), who, sign, movegen.Visible(text))
	}
}

// failed returns the error that has ended the log, with the name of the log. A log that
// is as long as it may be says so itself.
func (l *logger) failed(name string) error {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err == nil || errors.Is(l.err, output.ErrFull) {
		return nil
	}
	return fmt.Errorf("%s: %w", name, l.err)
}

// An engineLog writes to both logs of a match about one program.
type engineLog struct {
	who              string
	protocol, stderr *logger
}

// line logs a line or frame that was sent (">") or received ("<").
func (l engineLog) line(sign, text string) { l.protocol.line(l.who, sign, text) }

// Sent logs a line or frame to it.
func (l engineLog) Sent(line string) { l.line(">", line) }

// Received logs one of it.
func (l engineLog) Received(line string) { l.line("<", line) }

// Stderr logs a line of standard error, or other output that nobody reads.
func (l engineLog) Stderr(line string) { l.stderr.line(l.who, "!", line) }
