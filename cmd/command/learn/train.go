package learn

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"stupol/bench/chart"
	"stupol/book/endgame"
	"stupol/cmd/build"
	"stupol/cmd/exit"
	"stupol/cmd/flags"
	"stupol/eval"
	"stupol/eval/files/input"
	"stupol/eval/files/output"
	"stupol/eval/network"
	"stupol/eval/selfplay"
	"stupol/eval/train"
	"stupol/movegen"
	"stupol/protocol/progress"
	"stupol/protocol/words"
)

// Train is `stupol train`.
type Train struct {
	Games   []string     `arg:"" name:"file" file:"read" help:"Games of stupol selfplay."`
	Out     string       `short:"o" required:"" placeholder:"FILE" file:"new" help:"The weights; until training has ended also FILE.checkpoint."`
	Variant *flags.Rules `placeholder:"NAME" help:"The game (default: that of the first file)."`

	From    string  `placeholder:"FILE" file:"read" words:"shipped" help:"A network to start from, of this game or another on the same board; \"shipped\" is the one in the program (default: a random one)."`
	Epochs  int     `default:"16" placeholder:"N" help:"Epochs, passes over the positions (default: ${default})."`
	Network int     `default:"192" placeholder:"WIDTH" help:"Width of the network: neurons of a feature transformer for each side, 64, 128, 192 or 256 (default: ${default})."`
	Windows int     `placeholder:"N" help:"Men beside each other are inputs together, in windows of five squares, of four on boards of 8x8: so many sets of them, 0 to 2; for millions of positions. A network to start from keeps those that it has (default: 0)."`
	Rate    float64 `default:"0.002" placeholder:"X" help:"Learning rate of the first epoch, which falls to a hundredth of it in the last (default: ${default})."`
	Lambda  float64 `default:"0.7" placeholder:"X" help:"Weight of the search's score in the target, 0 to 1; the rest is the result (default: ${default})."`
	Scale   float64 `placeholder:"X" help:"Hundredths of a man a logit (default: the scale by which the scores fit the results best)."`
	Decided float64 `placeholder:"X" help:"What a leaf counts for whose search has proved who wins, in logits; with --scale (default: as a result)."`
	BBSize  int     `name:"bb-size" default:"-1" placeholder:"N" help:"Leave out positions of up to N pieces, which endgame databases know (default: as many as those in the program)."`
	BBDir   string  `name:"bb-dir" placeholder:"DIR" file:"folder" type:"path" help:"A folder of databases, of more pieces than --bb-size, whose values replace the results of the positions that they know."`
	Seed    uint64  `default:"1" placeholder:"N" help:"Seed of the random network and of the order of the positions (default: ${default})."`

	Plot    string `placeholder:"FILE" file:"picture" help:"A picture (SVG) of the losses over the epochs."`
	Note    string `placeholder:"TEXT" help:"A line for the note of the weights."`
	TempDir string `placeholder:"DIR" type:"path" file:"scratch" help:"Where to keep the positions meanwhile, 32 bytes each (default: the system's temporary directory)."`
	Threads int    `placeholder:"N" help:"Threads (default: one a processor)."`
	Quiet   bool   `short:"q" help:"No progress on standard error."`

	flags.Overwrite `embed:""`
}

// Help is the manual.
func (Train) Help() string {
	return `Fits the network of the evaluation to games. The target is a mean of the result and, by
--lambda, the score of the search. Databases of more pieces than play uses (--bb-dir)
teach it endings better than games do. Every 25th game is held out; the weights are those
of the epoch with the lowest loss on these games. Losses are log losses in nats without
the entropy of the targets. That of the positions that were played, without those that
searches only looked at, can be compared with the losses of the evaluation by hand and of
the one in the program, which may have been trained with the same games. The table at the
end has it by the number of pieces.

Equal games and options give equal weights, on any number of threads. If training is
interrupted, the same command continues after the last epoch. How it works is in
go doc stupol/eval/train; what was tried, in EXPERIMENTS.md there.

Examples:

    stupol train --out new.weights games.stupol
    stupol train --out new.weights --from shipped --rate 0.001 --epochs 4 games.stupol
    stupol train --out small.weights --network 128 --bb-dir endgames games.stupol
    stupol train --out new.weights --plot loss.svg --lambda 0.5 games-*.stupol
    stupol match --self name=new,param.eval-file=new.weights name=old --nodes 10000`
}

// Validate checks the numbers.
func (c Train) Validate() error {
	const most = 1e9 // more than any rate that makes sense
	if err := network.CheckWidth(c.Network); err != nil {
		return fmt.Errorf("--network: %w", err)
	}
	if c.Decided != 0 && c.Scale == 0 {
		return errors.New("--decided takes --scale, whose logits it is in")
	}
	return cmp.Or(
		flags.Within("threads", c.Threads, 0, flags.MaxThreads),
		flags.Within("epochs", c.Epochs, 1, 1000),
		flags.Within("lambda", c.Lambda, 0, 1),
		flags.Within("rate", c.Rate, 0, most), flags.Within("decided", c.Decided, 0, 100),
		flags.Within("windows", c.Windows, 0, network.MaxWindows),
		flags.Within("scale", cmp.Or(c.Scale, eval.MinScale), eval.MinScale, eval.MaxScale),
	)
}

// Run trains and writes the weights. It prints the losses on w.
func (c Train) Run(w io.Writer) (err error) {
	rules, err := c.rules()
	if err != nil {
		return err
	}
	ctx, stop := exit.UntilInterrupted()
	defer stop()
	t, err := train.New(rules, c.options(rules))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, t.Close()) }()
	display := progress.New(c.Quiet, 0)
	defer display.Hide()
	t.Progress = showStages(display)
	err = c.train(ctx, &train.Report{Out: w, Trainer: t, Hide: display.Hide}, rules)
	if c.checkpoint() == "" {
		return err
	}
	return exit.OrInterruption(err, fmt.Sprintf("after %d epochs", len(t.Epochs())))
}

// train trains, writes the weights and draws the plot.
func (c Train) train(ctx context.Context, report *train.Report, r *movegen.Rules) error {
	t := report.Trainer
	if err := c.prepare(ctx, t, r); err != nil {
		return err
	}
	if err := report.Begin(ctx, eval.Hand(r), eval.Default(r)); err != nil {
		return err
	}
	weights, err := t.Train(ctx, report.Epoch)
	if err != nil {
		return err
	}
	// An interruption leaves no weights: with those the same command could not go on.
	if err := report.ByPieces(ctx); err != nil {
		return err
	}
	size, err := output.Write(c.Out, flags.NewFile(c.Force), func(w io.Writer) error {
		_, err := weights.WriteTo(w)
		return err
	})
	if err != nil {
		return err
	}
	report.End(c.Out, size)
	if err := c.plot(report); err != nil {
		return err
	}
	return t.Forget()
}

// rules returns the game: the one asked for, or that of the first file.
func (c Train) rules() (*movegen.Rules, error) {
	if c.Variant != nil {
		return c.Variant.Rules, nil
	}
	return selfplay.RulesOf(c.Games[0])
}

// options returns the options of the command line.
func (c Train) options(r *movegen.Rules) train.Options {
	pieces := c.BBSize
	if pieces < 0 {
		pieces = endgame.Embedded(r).Pieces()
	}
	note := "stupol " + strings.Join(os.Args[1:], " ") + "\nstupol " + build.Version()
	if c.Note != "" {
		note = c.Note + "\n" + note
	}
	return train.Options{
		Shape: network.Shape{Width: c.Network, Windows: c.Windows}, Epochs: c.Epochs, Rate: c.Rate,
		Lambda: c.Lambda, Scale: c.Scale, Decided: c.Decided, DatabasePieces: pieces, Seed: c.Seed,
		Threads: flags.ThreadsOr(c.Threads), TempDir: c.TempDir, Note: note,
	}
}

// databases opens the databases of --bb-dir. Positions come in no order, so they may take
// half of the memory.
func (c Train) databases(r *movegen.Rules) (*endgame.Database, error) {
	return endgame.Source{Pieces: endgame.MaxPieces, Folder: input.Folder(c.BBDir), Memory: flags.Memory() / 2}.Open(r)
}

// prepare reads the initial weights, the games and the checkpoint of an interrupted
// training.
func (c Train) prepare(ctx context.Context, t *train.Trainer, r *movegen.Rules) (err error) {
	if err := c.startFrom(t, r); err != nil {
		return err
	}
	var db *endgame.Database
	if c.BBDir != "" {
		if db, err = c.databases(r); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, db.Close()) }()
		t.UseDatabases(db)
	}
	if err := t.LoadFiles(ctx, c.Games); err != nil {
		return err
	}
	if db != nil && db.Err() != nil {
		return db.Err() // some values are missing
	}
	if err := t.Prepare(ctx); err != nil {
		return err
	}
	if name := c.checkpoint(); name != "" {
		return t.Resume(name)
	}
	return nil
}

// startFrom lets t start from the weights of --from, if there are any.
func (c Train) startFrom(t *train.Trainer, r *movegen.Rules) error {
	if c.From == "" {
		return nil
	}
	w, err := c.initial(r)
	if err != nil {
		return err
	}
	return t.StartFrom(w)
}

// initial returns the weights of --from.
func (c Train) initial(r *movegen.Rules) (*eval.Weights, error) {
	if c.From == eval.Shipped {
		return eval.Open(r, eval.Shipped)
	}
	return eval.OpenFile(c.From)
}

// checkpoint returns the name of the checkpoint file, "" if there is none.
func (c Train) checkpoint() string { return output.Beside(c.Out, ".checkpoint") }

// MoreFiles returns the checkpoint.
func (c Train) MoreFiles() (read, written []string) {
	if name := c.checkpoint(); name != "" {
		written = append(written, name)
	}
	return nil, written
}

// plot writes the --plot file, if there is one.
func (c Train) plot(r *train.Report) error {
	if c.Plot == "" {
		return nil
	}
	return flags.WriteFile(c.Plot, flags.NewPicture(c.Force), lossChart(c.Out, r.Trainer.Epochs(), r.Baselines()).WriteSVG)
}

// showStages returns a function that shows how far each stage of a training has come.
func showStages(d *progress.Display) func(stage string, done, total int) {
	present := ""
	return func(stage string, done, total int) {
		if stage != present {
			d.Restart()
			present = stage
		}
		d.Show(done, total, func() string {
			switch {
			case total > 0:
				return fmt.Sprintf("%s: %d %%", stage, 100*done/total)
			case done > 0:
				return words.Sprintf("%s: %d", stage, done)
			}
			return stage
		})
	}
}

// lossChart returns a chart of the losses over the epochs, with a horizontal line for each
// baseline, of the positions played.
func lossChart(title string, epochs []train.Epoch, baselines []train.Baseline) *chart.Chart {
	learned, heldOut := chart.Line{Name: "training set"}, chart.Line{Name: "held out"}
	played := chart.Line{Name: "held out, played"}
	for _, e := range epochs {
		n := float64(e.Number)
		learned.Points = append(learned.Points, chart.Point{X: n, Y: e.Train})
		heldOut.Points = append(heldOut.Points, chart.Point{X: n, Y: e.HeldOut})
		played.Points = append(played.Points, chart.Point{X: n, Y: e.Played})
	}
	p := chart.Panel{X: "epoch", Y: "log loss", Lines: []chart.Line{learned, heldOut, played}}
	for _, b := range baselines {
		p.Levels = append(p.Levels, chart.Level{Name: fmt.Sprintf("%s: %.4f", b.Name, b.Loss), Y: b.Loss})
	}
	return &chart.Chart{Title: title, Panels: []chart.Panel{p}}
}
