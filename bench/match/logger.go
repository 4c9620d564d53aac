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

// A logger writes lines with the time and who they are about. Several goroutines
// may use it. One that is nil writes nothing.
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

// line writes a line, with a sign that says what it is.
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

// failed returns the error that has ended the log, which is called name, if one
// has.
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

// visible returns text with escapes for what cannot be seen, so that it stays a
// line.
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

// A wire is where the logs hear of one program.
type wire struct {
	who              string
	protocol, stderr *logger
}

// frame logs what was sent (">") or received ("<").
func (w wire) frame(sign, text string) { w.protocol.line(w.who, sign, text) }

func (w wire) sent(line string)     { w.frame(">", line) }
func (w wire) received(line string) { w.frame("<", line) }

// complained logs a line of standard error, or another that nobody listens to.
func (w wire) complained(line string) { w.stderr.line(w.who, "!", line) }
