package train

import (
	"context"
	"fmt"
	"io"
	"slices"

	"stupol/eval"
	"stupol/movegen"
)

// A Report tells the progress of training: a table with a row an epoch.
type Report struct {
	Out     io.Writer
	Trainer *Trainer
	Hide    func() // is called before anything is written

	baselines []Baseline
}

// Baselines returns the losses of the other evaluations.
func (r *Report) Baselines() []Baseline { return r.baselines }

const row = "%-6s %-8s %-8s %-8s %-8s %s\n"

// Begin writes the sizes of the sets, the losses of other evaluations, and the epochs of
// an interrupted training.
func (r *Report) Begin(ctx context.Context, others ...*eval.Evaluator) error {
	t := r.Trainer
	learned, heldOut := t.Positions()
	r.Hide()
	fmt.Fprintf(r.Out, "%d games, %d positions to learn from, %d held out; a logit is %.0f hundredths of a man\n",
		t.Games(), learned, heldOut, t.Scale())
	for _, e := range slices.CompactFunc(others, func(a, b *eval.Evaluator) bool { return a.Name() == b.Name() }) {
		b, err := t.Baseline(ctx, e)
		if err != nil {
			return err
		}
		r.baselines = append(r.baselines, b)
		fmt.Fprintf(r.Out, "held-out loss of positions played: %.5f, evaluation %s\n", b.Loss, movegen.Visible(b.Name))
	}
	fmt.Fprintf(r.Out, row, "epoch", "rate", "loss", "held out", "played", "seconds")
	for _, e := range t.Epochs() {
		r.Epoch(e)
	}
	return nil
}

// Epoch writes the row of an epoch.
func (r *Report) Epoch(e Epoch) {
	r.Hide()
	fmt.Fprintf(r.Out, row, fmt.Sprint(e.Number), fmt.Sprintf("%.3g", e.Rate),
		fmt.Sprintf("%.5f", e.Train), fmt.Sprintf("%.5f", e.HeldOut), fmt.Sprintf("%.5f", e.Played), fmt.Sprintf("%.1f", e.Time.Seconds()))
}

// End writes the best epoch and the file of its weights.
func (r *Report) End(file string, size int64) {
	r.Hide()
	best := r.Trainer.Best()
	fmt.Fprintf(r.Out, "epoch %d is best, held-out loss of positions played %.5f: %s, %d KB\n", best.Number, best.Played, movegen.Visible(file), (size+1023)/1024)
}

// ByPieces writes a table of the held-out losses by the number of pieces.
func (r *Report) ByPieces(ctx context.Context) error {
	losses, err := r.Trainer.LossesByPieces(ctx)
	if err != nil {
		return err
	}
	r.Hide()
	fmt.Fprintf(r.Out, "%-8s %10s  %s\n", "pieces", "positions", "loss")
	for _, p := range losses {
		fmt.Fprintf(r.Out, "%-8s %10d  %.5f\n", fmt.Sprintf("%d-%d", p.Least, p.Most), p.Positions, p.Loss)
	}
	return nil
}
