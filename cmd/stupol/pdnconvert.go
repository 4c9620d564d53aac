package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"stupol/protocol/pdn"
)

// pdnConvertCmd is `stupol pdn convert`.
type pdnConvertCmd struct {
	pdnFlags `embed:""`
	Notation notationFlag `default:"usual" placeholder:"FORM" help:"How to write moves: usual, numeric, algebraic, hub (default: ${default})."`
	FEN      string       `name:"fen" enum:",final,all" default:"" placeholder:"WHICH" help:"Write positions instead of games: final (one a game) or all (after every move)."`
	Output   string       `short:"o" xor:"output" placeholder:"FILE" file:"new" help:"Where to write (default: standard output)."`
	Split    string       `xor:"output" placeholder:"DIR" file:"parts" help:"Write every game to a file of its own in this folder, NAME-0001.pdn and so on."`
	Width    int          `default:"80" placeholder:"N" help:"Break lines after N characters (default: ${default})."`
	Strict   bool         `help:"End games with * and use no sign but ! and ?, as PDN 3.0 demands and few programs do."`
	CRLF     bool         `name:"crlf" help:"End lines like Windows."`
	Colon    bool         `help:"Write captures as c3:e5, for Russian programs."`
	Files    []string     `arg:"" name:"file" file:"read" help:"Files of games; - is standard input."`

	forceFlag `embed:""`
}

// Help is the manual.
func (pdnConvertCmd) Help() string {
	return `Games are replayed and written with the seven usual tags first, the full game
type, captures in full only where there are several with the same ends, and one
form of everything that has many. Comments, variations and unknown tags are kept.
What cannot be replayed is kept as it is, reported, and makes the exit status 1.

    usual      as the game type prescribes: names of squares in Russian, Brazilian
               and Czech, numbers in the others
    numeric    32-28, 28x19
    algebraic  c3-d4, e3xc5, on boards of 8x8
    hub        as numeric, with every piece taken: 28x10x14x23

Positions are one FEN a line, with the numbers that all of Stupol uses, from the
top left of White's view.

Examples:

    stupol pdn convert old.pdn >new.pdn
    stupol pdn convert --notation algebraic --colon --crlf russian.pdn -o out.pdn
    stupol pdn convert --split games tournament.pdn
    stupol pdn convert --fen all games.pdn`
}

// Validate checks the numbers.
func (c pdnConvertCmd) Validate() error { return within("width", c.Width, 20, 10000) }

// Run writes to w or to the files asked for.
func (c pdnConvertCmd) Run(w io.Writer) error {
	inputs, err := c.inputs()
	if err != nil {
		return err
	}
	faulty := 0
	switch {
	case c.Split != "":
		faulty, err = c.split(inputs)
	case c.Output != "":
		ctx, stop := untilInterrupted()
		defer stop()
		err = writeFile(c.Output, newFile(c.Force), func(w io.Writer) (err error) {
			faulty, err = c.convert(ctx, inputs, putTo(w))
			return err
		})
	default:
		faulty, err = c.convert(context.Background(), inputs, putTo(w))
	}
	if err == nil && faulty > 0 {
		err = fmt.Errorf("%d games have faults", faulty)
	}
	return err
}

// A pdnInput is a file that has been read once, to know how to replay its games.
type pdnInput struct {
	*pdnSource
	survey *pdn.Survey
}

// inputs reads all files.
func (c pdnConvertCmd) inputs() (all []pdnInput, err error) {
	for _, name := range c.Files {
		in := pdnInput{}
		if in.pdnSource, err = newPDNSource(name); err != nil {
			return nil, err
		}
		if in.survey, err = c.survey(in.pdnSource); err != nil {
			return nil, err
		}
		all = append(all, in)
	}
	return all, nil
}

// A putter writes the text of a game, the one with that number in a file.
type putter func(in pdnInput, number int, text string) error

// putTo returns the putter that writes all games to w.
func putTo(w io.Writer) putter {
	return func(_ pdnInput, _ int, text string) error {
		_, err := io.WriteString(w, text)
		return err
	}
}

// convert calls put for each game and returns how many have faults.
func (c pdnConvertCmd) convert(ctx context.Context, inputs []pdnInput, put putter) (faulty int, err error) {
	for _, in := range inputs {
		number := 0
		for g, err := range in.games() {
			if err := cmp.Or(err, ctx.Err()); err != nil {
				return faulty, err
			}
			number++
			text, fault := c.text(g, in.survey)
			if fault != nil {
				faulty++
				fmt.Fprintln(os.Stderr, in.place(number, fault))
			}
			if err := put(in, number, text); err != nil {
				return faulty, err
			}
		}
	}
	return faulty, nil
}

// text returns what to write of a game, and its first fault.
func (c pdnConvertCmd) text(g *pdn.Game, s *pdn.Survey) (text string, fault *pdn.Error) {
	faults := g.Faults
	r, err := s.Rules(g)
	switch {
	case err != nil:
		faults = append(faults, &pdn.Error{Line: g.FileLine, Column: 1, Text: "GameType", Err: err})
	case c.FEN != "":
		positions, err := g.Positions(r)
		if c.FEN == "final" {
			positions = positions[len(positions)-1:]
		}
		for _, p := range positions {
			text += r.FEN(&p) + "\n"
		}
		if errors.As(err, &fault) {
			faults = append(faults, fault)
		}
	default:
		normal, illegal := g.Normalize(r, c.Notation.Notation)
		g, faults = normal, append(faults, illegal...)
	}
	if c.FEN == "" {
		text = c.format(g)
	}
	if len(faults) > 0 {
		return text, faults[0]
	}
	return text, nil
}

// format returns g as a file has it.
func (c pdnConvertCmd) format(g *pdn.Game) string {
	var b strings.Builder
	w := pdn.NewWriter(&b)
	w.Width, w.Strict, w.CRLF, w.Colon = c.Width, c.Strict, c.CRLF, c.Colon
	w.Write(g)
	return b.String()
}
