package main

import (
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
)

// A progress shows how far long work has come: on a terminal as a bar with the
// time that is left, elsewhere in a line for every tenth.
type progress struct {
	out   *os.File // nil: nothing is shown
	total uint64
	of    string // what is counted
	bar   *progressbar.ProgressBar

	mu     sync.Mutex
	done   uint64
	tenths uint64 // that a line has been printed for
}

func newProgress(out *os.File, total uint64, of string) *progress {
	p := &progress{out: out, total: total, of: of}
	if out != nil && isTerminal(out) {
		p.bar = progressbar.NewOptions64(int64(total),
			progressbar.OptionSetWriter(out),
			progressbar.OptionSetDescription(of),
			progressbar.OptionSetWidth(40),
			progressbar.OptionThrottle(drawingPause),
			progressbar.OptionShowCount(),
			progressbar.OptionSetPredictTime(true),
			progressbar.OptionClearOnFinish(),
		)
	}
	return p
}

// advance adds to what is done. Several goroutines may call it at once.
func (p *progress) advance(n uint64) {
	if p.bar != nil {
		_ = p.bar.Add64(int64(n)) // a bar that cannot be drawn is not missed
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done += n
	if tenths := 10 * p.done / p.total; p.out != nil && tenths > p.tenths {
		p.tenths = tenths
		fmt.Fprintf(p.out, "%s %d of %d %s\n", time.Now().Format(time.TimeOnly), p.done, p.total, p.of)
	}
}

// hide removes the bar until work goes on, to make room for other lines.
func (p *progress) hide() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}

// close removes the bar.
func (p *progress) close() { p.hide() }
