package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"stupol/eval"
	"stupol/eval/train"
)

// trainReport prints the progress of training: a table with a row an epoch.
type trainReport struct {
	out       io.Writer
	live      *stageLine
	trainer   *train.Trainer
	baselines []train.Baseline
}

const trainRow = "%-6s %-8s %-8s %-8s %s\n"

// begin prints the sizes of the sets, the losses of other evaluations, and the epochs of
// an interrupted training.
func (r *trainReport) begin(ctx context.Context, others ...*eval.Evaluator) error {
	t := r.trainer
	learned, heldOut := t.Positions()
	r.live.close()
	fmt.Fprintf(r.out, "%d games, %d positions to learn from, %d held out; a logit is %.0f hundredths of a man\n",
		t.Games(), learned, heldOut, t.Scale())
	for _, e := range slices.CompactFunc(others, func(a, b *eval.Evaluator) bool { return a.Name() == b.Name() }) {
		b, err := t.Baseline(ctx, e)
		if err != nil {
			return err
		}
		r.baselines = append(r.baselines, b)
		fmt.Fprintf(r.out, "held-out loss of the evaluation %s: %.5f\n", b.Name, b.Loss)
	}
	fmt.Fprintf(r.out, trainRow, "epoch", "rate", "loss", "held out", "seconds")
	for _, e := range t.Epochs() {
		r.epoch(e)
	}
	return nil
}

// epoch prints the row of an epoch.
func (r *trainReport) epoch(e train.Epoch) {
	r.live.close()
	fmt.Fprintf(r.out, trainRow, fmt.Sprint(e.Number), fmt.Sprintf("%.3g", e.Rate),
		fmt.Sprintf("%.5f", e.Train), fmt.Sprintf("%.5f", e.HeldOut), fmt.Sprintf("%.1f", e.Time.Seconds()))
}

// end prints the best epoch and the file of its weights.
func (r *trainReport) end(file string, size int64) {
	r.live.close()
	best := r.trainer.Best()
	fmt.Fprintf(r.out, "epoch %d is best, held-out loss %.5f: %s, %d KB\n", best.Number, best.HeldOut, file, (size+1023)/1024)
}

// stageLine shows how far something long has come: on a terminal in a line that
// changes, elsewhere in a line now and then.
type stageLine struct {
	out      io.Writer
	terminal bool
	shown    time.Time
	open     bool // there is a line to remove
}

func newStageLine(out *os.File) *stageLine {
	return &stageLine{out: out, terminal: isTerminal(out), shown: time.Now()}
}

// show shows that so much has been done of something, if the last time was
// long enough ago; of is 0 where that is not known.
func (l *stageLine) show(what string, done, of int) {
	pause, format := 10*time.Second, "%s\n"
	if l.terminal {
		pause, format = drawingPause, "\r%s\x1b[K"
	}
	if time.Since(l.shown) < pause {
		return
	}
	l.shown, l.open = time.Now(), l.terminal
	text := what
	switch {
	case of > 0:
		text = fmt.Sprintf("%s: %d %%", what, 100*done/of)
	case done > 0:
		text = fmt.Sprintf("%s: %d", what, done)
	}
	fmt.Fprintf(l.out, format, text)
}

// close removes the line that changes.
func (l *stageLine) close() {
	if l.open {
		fmt.Fprint(l.out, "\r\x1b[K")
		l.open = false
	}
}
