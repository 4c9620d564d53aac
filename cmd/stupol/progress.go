package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// The least time between two drawings on a terminal, and between two lines elsewhere.
const (
	drawingPause = 200 * time.Millisecond
	linePause    = 10 * time.Second
)

// A display shows how far long work has come: on a terminal as a bar with the time
// that is left, elsewhere in a line now and then. Several goroutines may use it.
type display struct {
	out      *os.File
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

// newDisplay returns the display on standard error of work of which some has been
// done before.
func newDisplay(quiet bool, before int) *display {
	now := time.Now()
	return &display{
		out: os.Stderr, quiet: quiet, terminal: isTerminal(os.Stderr), before: before, began: now, shown: now,
	}
}

// show shows how far the work has come, if it is time to; the total is 0 if it is not
// known. It calls text for what to say, as "12 of 80 games". On a terminal that may
// have several lines, and the last one gets the bar.
func (d *display) show(done, total int, text func() string) {
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

// due reports whether it is time for a line, where there is no terminal.
func (d *display) due(done, total int) bool {
	if !d.byTenths {
		return time.Since(d.shown) >= linePause
	}
	tenths := 10 * done / max(total, 1)
	due := tenths > d.tenths
	d.tenths = max(tenths, d.tenths)
	return due
}

// restart begins other work.
func (d *display) restart() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.before, d.began, d.tenths = 0, time.Now(), 0
}

// draw draws text and the bar over the last drawing.
func (d *display) draw(text string, done, total int) {
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
func (d *display) left(done, total int) string {
	if done <= d.before || total <= done {
		return ""
	}
	left := time.Since(d.began) / time.Duration(done-d.before) * time.Duration(total-done)
	return fmt.Sprintf(", %v left", left.Round(time.Second))
}

// Write writes lines that are to stay.
func (d *display) Write(lines []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.erase(d.out)
	return d.out.Write(lines)
}

// hide removes the drawing, to make room for other lines, until work goes on.
func (d *display) hide() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.erase(d.out)
}

// erase removes the last drawing.
func (d *display) erase(w io.Writer) {
	if d.lines > 0 {
		fmt.Fprintf(w, "\x1b[%dA\x1b[J", d.lines)
		d.lines = 0
	}
}

// A progress displays work that is counted, like the positions of a database.
type progress struct {
	*display
	total uint64
	of    string // what is counted
	done  atomic.Uint64
}

// newProgress returns a progress of so much work; if quiet nothing is shown.
func newProgress(quiet bool, total uint64, of string) *progress {
	p := &progress{display: newDisplay(quiet, 0), total: total, of: of}
	p.byTenths = true
	return p
}

// resume counts work that was done by an earlier run.
func (p *progress) resume(done uint64) {
	p.done.Store(done)
	p.before = int(done)
}

// advance adds to what is done.
func (p *progress) advance(n uint64) {
	done := p.done.Add(n)
	p.show(int(done), int(p.total), func() string { return fmt.Sprintf("%d of %d %s", done, p.total, p.of) })
}

// close removes the drawing for good.
func (p *progress) close() { p.hide() }
