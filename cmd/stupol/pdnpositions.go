package main

import (
	"errors"
	"io"

	"stupol/movegen"
	"stupol/protocol/pdn"
)

// pdnPositionsCmd is `stupol pdn positions`.
type pdnPositionsCmd struct {
	pdnFlags `embed:""`
	Final    bool     `help:"Only the last position of each game."`
	Out      string   `short:"o" placeholder:"FILE" file:"new" help:"Where to write (default: standard output)."`
	Files    []string `arg:"" name:"file" file:"read" help:"Files of games; - is standard input."`

	forceFlag `embed:""`
}

// Help is the manual.
func (pdnPositionsCmd) Help() string {
	return `Games are replayed, and their positions are written: the first one, and one after
every move. Each is a FEN in a line, with the numbers that all of Stupol uses, from the
top left of White's view. A game that cannot be replayed to its end is reported, and
makes the exit status 1; its positions up to the fault are written.

Examples:

    stupol pdn positions games.pdn >positions.fen
    stupol pdn positions --final games.pdn -o final.fen`
}

// Run writes to w or to the file asked for.
func (c pdnPositionsCmd) Run(w io.Writer) error {
	inputs, err := c.inputs(c.Files)
	if err != nil {
		return err
	}
	return writeGames(w, c.Out, c.Force, inputs, c.text)
}

// text returns the positions of a game, and its first fault. One whose rules or start are
// not known has none.
func (c pdnPositionsCmd) text(g *pdn.Game, r *movegen.Rules, _ bool) (text string, faults []*pdn.Error) {
	if r == nil {
		return "", nil
	}
	positions, err := g.Positions(r)
	if fault := (*pdn.Error)(nil); errors.As(err, &fault) {
		faults = append(faults, fault)
		if fault.Ply == 0 {
			return "", faults // nobody knows where it begins
		}
	}
	if c.Final {
		positions = positions[len(positions)-1:]
	}
	for _, p := range positions {
		text += r.FEN(&p) + "\n"
	}
	return text, faults
}
