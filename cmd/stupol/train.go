package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"stupol/book/endgame"
	"stupol/book/output"
	"stupol/eval"
	"stupol/eval/selfplay"
	"stupol/eval/train"
	"stupol/movegen"
)

// trainCmd is `stupol train`.
type trainCmd struct {
	Games   []string   `arg:"" name:"file" file:"read" help:"Files of stupol selfplay."`
	Out     string     `required:"" placeholder:"FILE" file:"new" help:"The weights; beside it FILE.checkpoint, until training has ended."`
	Variant *rulesFlag `placeholder:"NAME" help:"The game (default: that of the files)."`

	From      string  `placeholder:"FILE" file:"read" help:"Weights to begin with, which the priors pull to instead of to 0; \"shipped\" are those in the program (default: nothing)."`
	Epochs    int     `default:"20" placeholder:"N" help:"Passes over the positions, at most (default: ${default})."`
	EarlyStop int     `default:"2" placeholder:"N" help:"End after so many passes without a lower held-out loss (default: ${default})."`
	Rate      float64 `default:"0.02" placeholder:"X" help:"The length of a step of AdaGrad, in logits (default: ${default})."`
	Decay     float64 `default:"1" placeholder:"X" help:"What it is multiplied by after a pass without a lower held-out loss (default: ${default})."`
	Lambda    float64 `default:"0.7" placeholder:"X" help:"How much of the target is the score of the search, 0 to 1; the rest is the result (default: ${default})."`
	Scale     float64 `placeholder:"X" help:"How many hundredths of a man make a logit (default: as the scores foretell the results best)."`
	Balance   float64 `default:"0" placeholder:"X" help:"How far rare numbers of pieces count more, 0 to 1 (default: ${default})."`
	Known     int     `default:"-1" placeholder:"N" help:"Leave out positions of up to N pieces (default: those the databases in the program know)."`
	Seed      uint64  `default:"1" placeholder:"N" help:"Another order of the positions (default: ${default})."`

	PriorPattern    float64 `group:"Priors: how many logits of error for a logit of weight" default:"400" placeholder:"X" help:"Of patterns, 12 squares (default: ${default})."`
	PriorSubpattern float64 `group:"Priors: how many logits of error for a logit of weight" default:"80" placeholder:"X" help:"Of subpatterns, 8 squares (default: ${default})."`
	PriorQuarter    float64 `group:"Priors: how many logits of error for a logit of weight" default:"10" placeholder:"X" help:"Of quarters, 4 squares (default: ${default})."`
	PriorScalar     float64 `group:"Priors: how many logits of error for a logit of weight" default:"1" placeholder:"X" help:"Of all else (default: ${default})."`

	Plot    string `placeholder:"FILE" file:"picture" help:"A picture (SVG) of the losses over the passes."`
	Note    string `placeholder:"TEXT" help:"A line for the note of the weights."`
	Folder  string `placeholder:"DIR" file:"scratch" type:"existingdir" help:"Where to keep the positions meanwhile, 32 bytes each (default: with temporary files)."`
	Threads int    `placeholder:"T" help:"Work in parallel (default: one thread a processor)."`
	Quiet   bool   `short:"q" help:"No progress on standard error."`

	forceFlag `embed:""`
}

// Help is the manual.
func (trainCmd) Help() string {
	return `Fits the weights of the evaluation to games: to their results and, by --lambda, to the
scores of the searches. Every 25th game is kept back to judge by; the weights are
those that foretold these games best. The losses are log losses in nats beyond what
is inevitable, and come with those of the evaluation by hand and of the one in the
program, which may have been trained with the same games.

Equal games and options make equal weights, on any number of threads. A training
that was interrupted goes on after its last pass when the same command is given
again.

Examples:

    stupol train --out new.weights games.stupol
    stupol train --out new.weights --from shipped games.stupol
    stupol train --out new.weights --plot loss.svg --lambda 0.5 games-*.stupol
    stupol match --self name=new,param.eval-file=new.weights name=old --nodes 10000`
}

// Validate checks the numbers.
func (c trainCmd) Validate() error {
	const most = 1e9 // more than any rate, scale or prior that makes sense
	return cmp.Or(
		within("threads", c.Threads, 0, maxThreads),
		within("epochs", c.Epochs, 1, 1000),
		within("early-stop", c.EarlyStop, 1, 1000),
		within("lambda", c.Lambda, 0, 1), within("balance", c.Balance, 0, 1), within("decay", c.Decay, 0, 1),
		within("rate", c.Rate, 0, most), within("scale", c.Scale, 0, most),
		within("prior-pattern", c.PriorPattern, 0, most), within("prior-subpattern", c.PriorSubpattern, 0, most),
		within("prior-quarter", c.PriorQuarter, 0, most), within("prior-scalar", c.PriorScalar, 0, most),
	)
}

// Run trains and writes the weights; on w it prints what it trained with and
// how it went.
func (c trainCmd) Run(w io.Writer) (err error) {
	ctx, stop := untilInterrupted()
	defer stop()
	rules, err := c.rules()
	if err != nil {
		return err
	}
	t, err := train.New(rules, c.options(rules))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, t.Close()) }()
	live := newStageLine(os.Stderr)
	defer live.close()
	if !c.Quiet {
		t.Progress = live.show
	}
	err = c.train(ctx, &trainReport{out: w, live: live, trainer: t}, rules)
	if ctx.Err() != nil {
		return fmt.Errorf("interrupted after %d epochs; the same command goes on from here", len(t.Epochs()))
	}
	return err
}

// train does the work of Run.
func (c trainCmd) train(ctx context.Context, report *trainReport, r *movegen.Rules) error {
	t := report.trainer
	if err := c.prepare(ctx, t, r); err != nil {
		return err
	}
	if err := report.begin(ctx, eval.Hand(r), eval.Default(r)); err != nil {
		return err
	}
	weights, err := t.Train(ctx, report.epoch)
	if err != nil {
		return err
	}
	size, err := output.Write(c.Out, newFile(c.Force), func(w io.Writer) error {
		_, err := weights.WriteTo(w)
		return err
	})
	if err != nil {
		return err
	}
	report.end(c.Out, size)
	if err := c.plot(report); err != nil {
		return err
	}
	return t.Forget()
}

// rules returns the game: the one asked for, or that of the first file.
func (c trainCmd) rules() (*movegen.Rules, error) {
	if c.Variant != nil {
		return c.Variant.Rules, nil
	}
	file, err := os.Open(c.Games[0])
	if err != nil {
		return nil, err
	}
	defer file.Close()
	games, err := selfplay.NewReader(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.Games[0], err)
	}
	return movegen.Lookup(games.Header().Variant)
}

// options returns what the command line asks for.
func (c trainCmd) options(r *movegen.Rules) train.Options {
	known := c.Known
	if known < 0 {
		known = endgame.Embedded(r).Pieces()
	}
	note := "stupol " + strings.Join(os.Args[1:], " ") + "\nstupol " + version()
	if c.Note != "" {
		note = c.Note + "\n" + note
	}
	return train.Options{
		Epochs: c.Epochs, EarlyStop: c.EarlyStop, Rate: c.Rate, Decay: c.Decay,
		Lambda: c.Lambda, Scale: c.Scale, Balance: c.Balance, Known: known, Seed: c.Seed,
		Prior:   train.Prior{Pattern: c.PriorPattern, Subpattern: c.PriorSubpattern, Quarter: c.PriorQuarter, Scalar: c.PriorScalar},
		Threads: threadsOr(c.Threads), Folder: c.Folder, Note: note,
	}
}

// prepare reads the weights to begin with, the games and what is left of an interrupted training.
func (c trainCmd) prepare(ctx context.Context, t *train.Trainer, r *movegen.Rules) error {
	if c.From != "" {
		weights, err := eval.Open(r, c.From)
		if err != nil {
			return err
		}
		if err := t.From(weights); err != nil {
			return err
		}
	}
	for _, name := range c.Games {
		file, err := os.Open(name)
		if err != nil {
			return err
		}
		err = t.Load(ctx, file)
		file.Close()
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if err := t.Prepare(ctx); err != nil {
		return err
	}
	return t.Resume(c.checkpoint())
}

// checkpoint returns the file that an interrupted training leaves.
func (c trainCmd) checkpoint() string { return c.Out + ".checkpoint" }

// moreFiles returns the checkpoint.
func (c trainCmd) moreFiles() (read, written []string) { return nil, []string{c.checkpoint()} }

// plot draws the --plot file, if one is wanted.
func (c trainCmd) plot(r *trainReport) error {
	if c.Plot == "" {
		return nil
	}
	return writeFile(c.Plot, newPicture(c.Force), train.Chart(c.Out, r.trainer.Epochs(), r.others).WriteSVG)
}
