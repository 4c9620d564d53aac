package match

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"
)

// A logger writes lines with the time and the name of an engine. Several
// goroutines may use it. A nil logger writes nothing.
type logger struct {
	mu  sync.Mutex
	out io.Writer
	err error // the first, after which nothing is written
}

// newLogger returns a logger to out, nil if that is nil.
func newLogger(out io.Writer) *logger {
	if out == nil {
		return nil
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
		_, l.err = fmt.Fprintf(l.out, "%s %s %s %s\n", time.Now().Format("2006-01-02 15:04:05.000000"), who, sign, visible(text))
	}
}

// failed returns the error that has ended the log, with the name of the log.
func (l *logger) failed(name string) error {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", name, l.err)
}

// visible returns text with escapes for unprintable characters, so that it stays
// one line.
func visible(text string) string {
	if strings.IndexFunc(text, func(r rune) bool { return r == utf8.RuneError || !unicode.IsPrint(r) }) < 0 {
		return text
	}
	var b strings.Builder
	for i, r := range text {
		switch {
		case r == utf8.RuneError:
			fmt.Fprintf(&b, `\x%02x`, text[i])
		case unicode.IsPrint(r):
			b.WriteRune(r)
		default:
			quoted := strconv.QuoteRuneToASCII(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		}
	}
	return b.String()
}

// An engineLog writes to both logs of a match about one program.
type engineLog struct {
	who              string
	protocol, stderr *logger
}

// line logs a line or frame that was sent (">") or received ("<").
func (l engineLog) line(sign, text string) { l.protocol.line(l.who, sign, text) }

func (l engineLog) sent(line string)     { l.line(">", line) }
func (l engineLog) received(line string) { l.line("<", line) }

// stderrLine logs a line of standard error, or other output that nobody reads.
func (l engineLog) stderrLine(line string) { l.stderr.line(l.who, "!", line) }
