package main

import (
	"cmp"
	"io"
	"strings"

	"stupol/movegen"
	"stupol/protocol/pdn"
)

// pdnConvertCmd is `stupol pdn convert`.
type pdnConvertCmd struct {
	pdnFlags `embed:""`
	Notation notationFlag `default:"usual" placeholder:"FORM" help:"How to write moves: usual, numeric, algebraic, hub (default: ${default})."`
	Out      string       `short:"o" xor:"out" placeholder:"FILE" file:"new" help:"Where to write (default: standard output)."`
	Split    string       `xor:"out" placeholder:"DIR" file:"parts" help:"Write every game to a file of its own in this folder, NAME-0001.pdn and so on."`
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
form of everything that has many. A game that does not say which it is, and can be
replayed by several rules, stays without a game type. Comments, variations and unknown tags are kept.
What cannot be replayed is kept as it is, reported, and makes the exit status 1.

    usual      as the game type prescribes: names of squares in Russian, Brazilian
               and Czech, numbers in the others
    numeric    32-28, 28x19
    algebraic  c3-d4, e3xc5, on boards of 8x8
    hub        as numeric, with every piece taken: 28x10x14x23

Examples:

    stupol pdn convert old.pdn >new.pdn
    stupol pdn convert --notation algebraic --colon --crlf russian.pdn -o out.pdn
    stupol pdn convert --split games tournament.pdn`
}

// Validate checks the numbers.
func (c pdnConvertCmd) Validate() error { return within("width", c.Width, 20, 10000) }

// Run writes to w or to the files asked for.
func (c pdnConvertCmd) Run(w io.Writer) error {
	inputs, err := c.inputs(c.Files)
	if err != nil {
		return err
	}
	if c.Split != "" {
		faulty, err := c.split(inputs)
		return cmp.Or(err, faultyError(faulty))
	}
	return writeGames(w, c.Out, c.Force, inputs, c.text)
}

// text returns what to write of a game. One whose rules are not known stays as it is.
func (c pdnConvertCmd) text(g *pdn.Game, r *movegen.Rules, sure bool) (text string, faults []*pdn.Error) {
	switch {
	case r == nil:
	case sure:
		g, faults = g.Normalize(r, c.Notation.Notation)
	default:
		g, faults = g.NormalizeGuess(r, c.Notation.Notation)
	}
	var b strings.Builder
	w := pdn.NewWriter(&b)
	w.Width, w.Strict, w.CRLF, w.Colon = c.Width, c.Strict, c.CRLF, c.Colon
	w.Write(g)
	return b.String(), faults
}
