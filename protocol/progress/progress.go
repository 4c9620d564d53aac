// Package progress shows on standard error, or another file, how far long work has come.
package progress

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/term"

	"stupol/eval/files/output"
	"stupol/movegen"
	"stupol/protocol/words"
)

// The least time between two drawings on a terminal, and between two lines elsewhere.
const (
	drawingPause = 200 * time.Millisecond
	linePause    = 10 * time.Second
)

// Stderr is standard error. Nothing waits for who reads it when the process is to stop.
var Stderr = output.Pipe(os.Stderr, "standard error")

// A Display shows how far long work has come: on a terminal as a bar with the time
// that is left, elsewhere in a line now and then. Several goroutines may use it.
type Display struct {
	out      io.Writer
	quiet    bool // nothing is shown
	terminal bool
	byTenths bool // lines come for every tenth of the work instead of by the clock

	mu     sync.Mutex
	before int // what had been done when the work began
	began  time.Time
	shown  time.Time
	lines  int // of the last drawing, which the next is drawn over
	tenths int // of the work, that a line has been printed for
}

// New returns the display on standard error of work of which some has been done before; if
// quiet nothing is shown.
func New(quiet bool, before int) *Display {
	now := time.Now()
	return &Display{
		out: Stderr, quiet: quiet, terminal: IsTerminal(os.Stderr), before: before, began: now, shown: now,
	}
}

// Show shows how far the work has come, if it is time to; the total is 0 if it is not
// known. It calls text for what to say, as "12 of 80 games". On a terminal that may
// have several lines, and the last one gets the bar.
func (d *Display) Show(done, total int, text func() string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case d.quiet:
	case d.terminal && time.Since(d.shown) >= drawingPause:
		d.draw(text(), done, total)
	case !d.terminal && d.due(done, total):
		fmt.Fprintf(d.out, "%s%s\n", text(), d.left(done, total))
		d.shown = time.Now()
	}
}

// InTenths has lines come for every tenth of the work, of which so much was done before.
func (d *Display) InTenths(done, total int) { d.byTenths, d.tenths = true, 10*done/total }

// OnTerminal reports whether the display is drawn over, and may have several lines.
func (d *Display) OnTerminal() bool { return d.terminal }

// due reports whether it is time for a line, where there is no terminal.
func (d *Display) due(done, total int) bool {
	if !d.byTenths {
		return time.Since(d.shown) >= linePause
	}
	tenths := 10 * done / max(total, 1)
	due := tenths > d.tenths
	d.tenths = max(tenths, d.tenths)
	return due
}

// Restart begins other work.
func (d *Display) Restart() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.before, d.began, d.tenths = 0, time.Now(), 0
}

// draw draws text and the bar over the last drawing.
func (d *Display) draw(text string, done, total int) {
	var all bytes.Buffer
	d.erase(&all)
	last := strings.LastIndexByte(text, '\n') + 1
	fmt.Fprintf(&all, "%s%s%s%s\n", text[:last], bar(done, total), text[last:], d.left(done, total))
	_, _ = d.out.Write(all.Bytes()) // a drawing that fails is not missed
	d.lines = 1 + strings.Count(text, "\n")
	d.shown = time.Now()
}

// bar returns the picture of the part that is done.
func bar(done, total int) string {
	const width = 40
	if total <= 0 {
		return ""
	}
	full := min(width*done/total, width)
	return "[" + strings.Repeat("#", full) + strings.Repeat(".", width-full) + "] "
}

// left returns ", 1m20s left", or nothing where that cannot be told.
func (d *Display) left(done, total int) string {
	if done <= d.before || total <= done {
		return ""
	}
	left := time.Since(d.began) / time.Duration(done-d.before) * time.Duration(total-done)
	return fmt.Sprintf(", %v left", left.Round(time.Second))
}

// Write writes lines that are to stay.
func (d *Display) Write(lines []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.erase(d.out)
	return Lines{d.out}.Write(lines)
}

// Hide removes the drawing, to make room for other lines, until work goes on.
func (d *Display) Hide() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.erase(d.out)
}

// erase removes the last drawing. It begins at the left, for the terminal may have written ^C
// since.
func (d *Display) erase(w io.Writer) {
	if d.lines > 0 {
		fmt.Fprintf(w, "\r\x1b[%dA\x1b[J", d.lines)
		d.lines = 0
	}
}

// A Counter displays work that is counted, like the positions of a database.
type Counter struct {
	*Display
	total uint64
	of    string // what is counted
	done  atomic.Uint64
}

// NewCounter returns a display of so much work; if quiet nothing is shown.
func NewCounter(quiet bool, total uint64, of string) *Counter {
	p := &Counter{Display: New(quiet, 0), total: total, of: of}
	p.byTenths = true
	return p
}

// Resume counts work that was done by an earlier run.
func (p *Counter) Resume(done uint64) {
	p.done.Store(done)
	p.before = int(done)
}

// Advance adds to what is done.
func (p *Counter) Advance(n uint64) {
	done := p.done.Add(n)
	p.Show(int(done), int(p.total), func() string { return words.Sprintf("%d of %d %s", done, p.total, p.of) })
}

// Close removes the drawing for good.
func (p *Counter) Close() { p.Hide() }

// IsTerminal reports whether f is a terminal.
func IsTerminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

// Lines writes lines with escapes for what is not printable.
type Lines struct{ W io.Writer }

// Write writes whole lines.
func (v Lines) Write(b []byte) (int, error) {
	if _, err := io.WriteString(v.W, movegen.VisibleLines(string(b))); err != nil {
		return 0, err
	}
	return len(b), nil
}
