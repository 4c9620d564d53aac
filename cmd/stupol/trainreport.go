package main

import (
	"context"
	"fmt"
	"io"
	"slices"

	"stupol/eval"
	"stupol/eval/train"
)

// trainReport prints the progress of training: a table with a row an epoch.
type trainReport struct {
	out       io.Writer
	display   *display
	trainer   *train.Trainer
	baselines []train.Baseline
}

const trainRow = "%-6s %-8s %-8s %-8s %-8s %s\n"

// begin prints the sizes of the sets, the losses of other evaluations, and the epochs of
// an interrupted training.
func (r *trainReport) begin(ctx context.Context, others ...*eval.Evaluator) error {
	t := r.trainer
	learned, heldOut := t.Positions()
	r.display.hide()
	fmt.Fprintf(r.out, "%d games, %d positions to learn from, %d held out; a logit is %.0f hundredths of a man\n",
		t.Games(), learned, heldOut, t.Scale())
	for _, e := range slices.CompactFunc(others, func(a, b *eval.Evaluator) bool { return a.Name() == b.Name() }) {
		b, err := t.Baseline(ctx, e)
		if err != nil {
			return err
		}
		r.baselines = append(r.baselines, b)
		fmt.Fprintf(r.out, "held-out loss of positions played: %.5f, evaluation %s\n", b.Loss, b.Name)
	}
	fmt.Fprintf(r.out, trainRow, "epoch", "rate", "loss", "held out", "played", "seconds")
	for _, e := range t.Epochs() {
		r.epoch(e)
	}
	return nil
}

// epoch prints the row of an epoch.
func (r *trainReport) epoch(e train.Epoch) {
	r.display.hide()
	fmt.Fprintf(r.out, trainRow, fmt.Sprint(e.Number), fmt.Sprintf("%.3g", e.Rate),
		fmt.Sprintf("%.5f", e.Train), fmt.Sprintf("%.5f", e.HeldOut), fmt.Sprintf("%.5f", e.Played), fmt.Sprintf("%.1f", e.Time.Seconds()))
}

// end prints the best epoch and the file of its weights.
func (r *trainReport) end(file string, size int64) {
	r.display.hide()
	best := r.trainer.Best()
	fmt.Fprintf(r.out, "epoch %d is best, held-out loss of positions played %.5f: %s, %d KB\n", best.Number, best.Played, file, kilobytes(size))
}

// phases prints a table of the held-out losses by the number of pieces.
func (r *trainReport) phases(ctx context.Context) error {
	phases, err := r.trainer.PhaseLosses(ctx)
	if err != nil {
		return err
	}
	r.display.hide()
	const row = "%-8s %10s  %-8s %10s  %s\n"
	fmt.Fprintf(r.out, row, "pieces", "quiet", "loss", "threatened", "loss")
	for _, p := range phases {
		fmt.Fprintf(r.out, row, fmt.Sprintf("%d-%d", p.Least, p.Most),
			fmt.Sprint(p.Quiet.Positions), meanLoss(p.Quiet),
			fmt.Sprint(p.Threatened.Positions), meanLoss(p.Threatened))
	}
	return nil
}

// meanLoss returns a mean loss, or a dash if it is of no positions.
func meanLoss(m train.MeanLoss) string {
	if m.Positions == 0 {
		return "-"
	}
	return fmt.Sprintf("%.5f", m.Loss)
}

// showStages returns a function that shows how far each stage of a training has come.
func showStages(d *display) func(stage string, done, total int) {
	present := ""
	return func(stage string, done, total int) {
		if stage != present {
			d.restart()
			present = stage
		}
		d.show(done, total, func() string {
			switch {
			case total > 0:
				return fmt.Sprintf("%s: %d %%", stage, 100*done/total)
			case done > 0:
				return fmt.Sprintf("%s: %d", stage, done)
			}
			return stage
		})
	}
}
