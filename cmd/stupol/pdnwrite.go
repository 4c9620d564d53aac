package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"

	"stupol/movegen"
	"stupol/protocol/pdn"
)

// A pdnInput is a file that has been read once, to know how to replay its games.
type pdnInput struct {
	*pdnSource
	survey *pdn.Survey
}

// inputs reads all files.
func (f pdnFlags) inputs(files []string) (all []pdnInput, err error) {
	for _, name := range files {
		in := pdnInput{}
		if in.pdnSource, err = newPDNSource(name); err != nil {
			return nil, err
		}
		if in.survey, err = f.survey(in.pdnSource); err != nil {
			return nil, err
		}
		all = append(all, in)
	}
	return all, nil
}

// A formatter returns what to write of a game that is played by rules r, nil if they are
// not known, and what is wrong with it. If not sure, other rules fit as well.
type formatter func(g *pdn.Game, r *movegen.Rules, sure bool) (text string, faults []*pdn.Error)

// A sink takes the text of a game, the one with that number in a file.
type sink func(in pdnInput, number int, text string) error

// sinkTo returns the sink that writes all games to w.
func sinkTo(w io.Writer) sink {
	return func(_ pdnInput, _ int, text string) error {
		_, err := io.WriteString(w, text)
		return err
	}
}

// eachGame writes the text of every game. It reports the first fault of each on
// standard error, and returns how many have one.
func eachGame(ctx context.Context, inputs []pdnInput, text formatter, put sink) (faulty int, err error) {
	for _, in := range inputs {
		number := 0
		for g, err := range in.games() {
			if err := cmp.Or(err, ctx.Err()); err != nil {
				return faulty, err
			}
			number++
			faults := g.Faults
			r, err := in.survey.Rules(g)
			if err != nil {
				faults = append(faults, &pdn.Error{Line: g.FileLine, Column: 1, Text: "GameType", Err: err})
			}
			written, wrong := text(g, r, in.survey.Sure(g))
			if faults = append(faults, wrong...); len(faults) > 0 {
				faulty++
				fmt.Fprintln(os.Stderr, in.place(number, faults[0]))
			}
			if err := put(in, number, written); err != nil {
				return faulty, err
			}
		}
	}
	return faulty, nil
}

// writeGames writes the texts of all games to the file with that name, or to w if it is
// "". Games with faults make an error of their number.
func writeGames(w io.Writer, name string, force bool, inputs []pdnInput, text formatter) (err error) {
	faulty := 0
	if name == "" {
		faulty, err = eachGame(context.Background(), inputs, text, sinkTo(w))
		return cmp.Or(err, faultyError(faulty))
	}
	ctx, stop := untilInterrupted()
	defer stop()
	err = writeFile(name, newFile(force), func(w io.Writer) (err error) {
		faulty, err = eachGame(ctx, inputs, text, sinkTo(w))
		return err
	})
	return cmp.Or(err, faultyError(faulty))
}

// faultyError returns the error for a number of games with faults, nil for none.
func faultyError(games int) error {
	if games == 0 {
		return nil
	}
	return fmt.Errorf("games with faults: %d", games)
}
