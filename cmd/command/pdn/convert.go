package pdn

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"stupol/cmd/console"
	"stupol/cmd/exit"
	"stupol/cmd/flags"
	"stupol/movegen"
	"stupol/protocol/pdn"
	"stupol/protocol/pdn/archive"
)

// pdnConvertCmd is `stupol pdn convert`.
type pdnConvertCmd struct {
	flags.PDN `embed:""`
	Notation  flags.Notation `default:"usual" placeholder:"FORM" help:"How to write moves: usual, numeric, algebraic, hub (default: ${default})."`
	Out       string         `short:"o" xor:"out" placeholder:"FILE" file:"new" help:"Where to write (default: standard output)."`
	Split     string         `xor:"out" placeholder:"DIR" file:"parts" help:"Write every game to a file of its own in this folder, made if there is none, NAME-0001.pdn and so on."`
	Width     int            `default:"80" placeholder:"N" help:"Break lines after N characters (default: ${default})."`
	Strict    bool           `help:"End games with * and use no sign but ! and ?, as PDN 3.0 demands and few programs do."`
	CRLF      bool           `name:"crlf" help:"End lines like Windows."`
	Colon     bool           `help:"Write captures as c3:e5, for Russian programs."`
	Files     []string       `arg:"" name:"file" file:"read" help:"Files of games; - is standard input."`

	flags.Overwrite `embed:""`
}

// Help is the manual.
func (pdnConvertCmd) Help() string {
	return `Games are replayed and written with the seven usual tags first, the full game
type, captures in full only where there are several with the same ends, and one
form of everything that has many. A game that does not say which it is, and can be
replayed by several rules, stays without a game type, and its moves as they are unless
--notation says how to write them. Comments, variations and unknown tags are kept.
What cannot be replayed is kept as it is, reported, and makes the exit status 1. So
does what is read though it is not as it should be: a second tag of the same name,
which is kept, 32x28 for a quiet move, f6xd4 for the only capture that begins so.

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
func (c pdnConvertCmd) Validate() error { return flags.Within("width", c.Width, 20, 10000) }

// Run writes to w or to the files asked for.
func (c pdnConvertCmd) Run(w io.Writer) error {
	sources, err := c.Sources(c.Files)
	if err != nil {
		return err
	}
	if c.Split != "" {
		return c.split(sources)
	}
	return rewrite(w, c.Out, c.Force, sources, c.form().Text)
}

// form returns the form to write games in.
func (c pdnConvertCmd) form() archive.Form {
	return archive.Form{Notation: c.Notation.Notation, Width: c.Width, Strict: c.Strict, CRLF: c.CRLF, Colon: c.Colon}
}

// pdnPositionsCmd is `stupol pdn positions`.
type pdnPositionsCmd struct {
	flags.PDN `embed:""`
	Final     bool     `help:"Only the last position of each game."`
	Out       string   `short:"o" placeholder:"FILE" file:"new" help:"Where to write (default: standard output)."`
	Files     []string `arg:"" name:"file" file:"read" help:"Files of games; - is standard input."`

	flags.Overwrite `embed:""`
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
	sources, err := c.Sources(c.Files)
	if err != nil {
		return err
	}
	return rewrite(w, c.Out, c.Force, sources, c.text)
}

// text returns the positions of a game, and its first fault. One whose rules or start are
// not known has none.
func (c pdnPositionsCmd) text(g *pdn.Game, r *movegen.Rules, _ bool) (text string, faults []*pdn.Error) {
	if r == nil {
		return "", nil
	}
	replay := g.Replay(r)
	positions := replay.Positions()
	if fault := (*pdn.Error)(nil); errors.As(replay.Err(), &fault) {
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

// split writes every game to a file of its own. It checks all of these before it
// writes the first.
func (c pdnConvertCmd) split(sources []*archive.Source) error {
	if err := os.MkdirAll(c.Split, 0o777); err != nil {
		return fmt.Errorf("--split: %w", err)
	}
	parts := archive.Parts{Folder: c.Split, Check: flags.NewFile(c.Force)}
	if err := parts.CheckAll(sources); err != nil {
		return fmt.Errorf("--split: %w", err)
	}
	ctx, stop := exit.UntilInterrupted()
	defer stop()
	return rewriteWith(ctx, archive.Rewriter{Text: c.form().Text, Put: parts.Put}, sources)
}

// rewrite writes the texts of all games to the file with that name, or to w if it is "".
func rewrite(w io.Writer, name string, force bool, sources []*archive.Source, text gameText) error {
	if name == "" {
		return rewriteWith(context.Background(), archive.Rewriter{Text: text, Put: archive.WriteTo(w)}, sources)
	}
	ctx, stop := exit.UntilInterrupted()
	defer stop()
	var faulty error // the file is written all the same
	err := flags.WriteFile(name, flags.NewFile(force), func(w io.Writer) error {
		err := rewriteWith(ctx, archive.Rewriter{Text: text, Put: archive.WriteTo(w)}, sources)
		if errors.As(err, new(faultyGames)) {
			faulty, err = err, nil
		}
		return err
	})
	return cmp.Or(err, faulty)
}

// gameText is Rewriter.Text.
type gameText = func(g *pdn.Game, r *movegen.Rules, sure bool) (text string, faults []*pdn.Error)

// rewriteWith writes all games. It reports the first fault of each on standard error; games
// with faults make an error of their number.
func rewriteWith(ctx context.Context, r archive.Rewriter, sources []*archive.Source) error {
	r.OnFault = func(place string) { fmt.Fprintln(console.Stderr, place) }
	faulty, err := r.Rewrite(ctx, sources)
	if err == nil && faulty > 0 {
		err = faultyGames(faulty)
	}
	return err
}

// faultyGames is the error of so many games with faults.
type faultyGames int

func (n faultyGames) Error() string { return fmt.Sprintf("games with faults: %d", int(n)) }
