package main

import (
	"fmt"
	"io"
	"os"

	"stupol/book/endgame"
	"stupol/eval"
	"stupol/eval/selfplay"
	"stupol/eval/train"
	"stupol/movegen"
)

// evalFitScaleCmd is `stupol eval fit-scale`.
type evalFitScaleCmd struct {
	Games   []string `arg:"" name:"file" file:"read" help:"Games of stupol selfplay, played with these weights."`
	Out     string   `required:"" short:"o" placeholder:"FILE" file:"new" help:"The weights with their scale."`
	From    string   `default:"shipped" placeholder:"FILE" file:"read" help:"The weights; \"shipped\" are those in the program (default: ${default})."`
	TempDir string   `placeholder:"DIR" type:"existingdir" file:"scratch" help:"Where to keep the positions meanwhile, 32 bytes each (default: the system's temporary directory)."`
	Quiet   bool     `short:"q" help:"No progress on standard error."`

	forceFlag `embed:""`
}

// Help is the manual.
func (evalFitScaleCmd) Help() string {
	return `The scale of an evaluation says what its scores mean: how many hundredths of a man make a
logit of the result to be expected. It is fitted to the scores and the results of games,
as by stupol train, which does it for the weights that it makes. The weights are written
as they are, with that scale. stupol analyze uses it; playing does not change.

Examples:

    stupol selfplay --variant russian --games 500 --nodes 500 --leaves 0 --out games.stupol
    stupol eval fit-scale games.stupol --out russian.weights`
}

// Run fits the scale and writes the weights.
func (c evalFitScaleCmd) Run(w io.Writer) error {
	ctx, stop := untilInterrupted()
	defer stop()
	rules, err := rulesOfGames(c.Games[0])
	if err != nil {
		return err
	}
	weights, err := eval.Open(rules, c.From)
	if err != nil {
		return err
	}
	if weights.Network != nil {
		return fmt.Errorf("%s: the scale of a network is that of its training", c.From)
	}
	options := train.Defaults
	options.TempDir, options.DatabasePieces = c.TempDir, endgame.Embedded(rules).Pieces()
	t, err := train.New(rules, options)
	if err != nil {
		return err
	}
	defer t.Close()
	display := newDisplay(c.Quiet, 0)
	defer display.hide()
	t.Progress = showStages(display)
	if err := loadGames(ctx, t, c.Games); err != nil {
		return err
	}
	if err := t.Prepare(ctx); err != nil {
		return err
	}
	before := weights.Scale
	weights.Scale = float32(t.Scale())
	display.hide()
	positions, _ := t.Positions()
	fmt.Fprintf(w, "%d games, %d positions; a logit is %.1f hundredths of a man, was %.1f\n", t.Games(), positions, weights.Scale, before)
	return writeFile(c.Out, newFile(c.Force), func(w io.Writer) error {
		_, err := weights.WriteTo(w)
		return err
	})
}

// rulesOfGames returns the rules of a file of self-play games.
func rulesOfGames(name string) (*movegen.Rules, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	games, err := selfplay.NewReader(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return movegen.Lookup(games.Header().Variant)
}
