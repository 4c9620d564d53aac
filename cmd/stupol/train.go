package main

import (
	"fmt"
	"io"
	"os"

	"stupol/eval/tune"
)

// trainCmd is `stupol train`.
type trainCmd struct {
	Variant rulesFlag `default:"international" placeholder:"NAME" help:"The game (default: ${default})."`
	Games   []string  `arg:"" type:"existingfile" help:"Files of stupol selfplay."`
	Out     string    `required:"" type:"path" placeholder:"FILE" help:"The weights."`
	Epochs  int       `default:"20" help:"Passes over the positions, at most."`
	Rate    float64   `default:"0.02" help:"The length of a step."`
	Trust   float64   `default:"0.3" help:"How much of the target is the search's opinion, 0 to 1; the rest is the result."`
	Whole   float64   `default:"100" help:"Prior of windows."`
	Part    float64   `default:"20" help:"Prior of parts."`
	Quarter float64   `default:"5" help:"Prior of quarters."`
	Scalar  float64   `default:"1" help:"Prior of the rest."`
	Seed    uint64    `default:"1"`
	Note    string    `help:"A note."`
}

func (c trainCmd) Run(w io.Writer) error {
	ctx, stop := untilInterrupted()
	defer stop()
	o := tune.Defaults
	o.Epochs, o.Rate, o.Trust, o.Seed, o.Note = c.Epochs, c.Rate, c.Trust, c.Seed, c.Note
	o.Prior = tune.Prior{Whole: c.Whole, Part: c.Part, Quarter: c.Quarter, Scalar: c.Scalar}
	t := tune.NewTrainer(c.Variant.Rules, o)
	for _, name := range c.Games {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		err = t.Load(f)
		f.Close()
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if err := t.Prepare(); err != nil {
		return err
	}
	train, judge := t.Samples()
	fmt.Fprintf(w, "%d positions, %d to judge by, %.0f a logit\n", train, judge, t.Scale())
	weights, err := t.Train(ctx, func(e tune.Epoch) {
		fmt.Fprintf(w, "%d  %.5f  %.5f  %v\n", e.Number, e.Train, e.Judge, e.Time)
	})
	if err != nil {
		return err
	}
	f, err := os.Create(c.Out)
	if err != nil {
		return err
	}
	if _, err := weights.WriteTo(f); err != nil {
		return err
	}
	return f.Close()
}
