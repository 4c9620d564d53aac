package games

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"stupol/cmd/console"
	"stupol/cmd/exit"
	"stupol/cmd/flags"
	"stupol/eval/files/input"
	"stupol/movegen"
	"stupol/protocol/library"
	"stupol/protocol/progress"
	"stupol/protocol/words"
)

// gamesAddCmd is `stupol games add`.
type gamesAddCmd struct {
	flags.PDN `embed:""`
	Library   string   `short:"l" required:"" placeholder:"FILE" file:"library" help:"The library."`
	Threads   int      `placeholder:"N" help:"Games replayed at a time (default: one a processor)."`
	Quiet     bool     `short:"q" help:"No progress on standard error, and no list of what cannot be replayed."`
	JSON      bool     `name:"json" help:"One JSON object a file and line."`
	Files     []string `arg:"" name:"file" file:"read" help:"Files of games; - is standard input."`
}

// Help is the manual.
func (gamesAddCmd) Help() string {
	return `Reads files of PDN, of every dialect that stupol pdn check reads, and adds their games. A
game that is there already, with the same players, date and moves and no other round or
result, is not added again. What cannot be replayed is reported and kept apart: stupol games
rejected lists it. What is wrong with the text of other games is reported. Comments,
variations and all tags are kept.

Games that do not say by which rules they are played are those of the rules that fit most
of the first 1000 of them in the file.

Whose points results name first is decided by the first 1000 games in which it matters, as
stupol pdn check says, and kept in the library: stupol games results.

Some thousand games at a time are added; those are safe whatever happens. If the command
is interrupted, or killed, the same command goes on from there, and a file that was added
before is not read again, whatever its name. Other processes may read the library
meanwhile; one that adds games as well waits.

With --json a line is

    {"file":"a.pdn","games":250,"added":230,"known":15,"removed":0,"rejected":5,"earlier":0}

Examples:

    stupol games add --library my.games *.pdn
    stupol games add -l my.games --variant poddavki poddavki.pdn
    stupol games find -l my.games --player Sijbrands
    stupol games stats -l my.games --moves "32-28 19-23"`
}

// Validate checks the numbers.
func (c gamesAddCmd) Validate() error { return flags.Within("threads", c.Threads, 0, flags.MaxThreads) }

// Run adds the games and says on w what became of them.
func (c gamesAddCmd) Run(w io.Writer) error {
	for _, name := range c.Files {
		if err := readable(name); err != nil { // before a library is made for nothing
			return err
		}
	}
	return flags.WithLibrary(library.Open, c.Library, func(ctx context.Context, l *library.Library) error {
		for _, name := range c.Files {
			if err := c.add(ctx, l, w, name); err != nil {
				return err
			}
		}
		return tellUnsettled(ctx, l)
	})
}

// tellUnsettled says on standard error how many results an earlier version has taken for
// White's points first without asking.
func tellUnsettled(ctx context.Context, l *library.Library) error {
	files, games, err := l.Unsettled(ctx)
	if err == nil && files > 0 {
		words.Fprintf(console.Stderr, "results of %s in %s were taken for White's points first without asking: stupol games results tells which, and settles them\n", words.Count(games, "game"), words.Count(files, "file"))
	}
	return err
}

// readable returns an error if a file cannot be opened; - is standard input.
func readable(name string) error {
	if name == "-" {
		return nil
	}
	file, err := input.Open(name)
	if err != nil {
		return err
	}
	return file.Close()
}

// add adds the games of a file.
func (c gamesAddCmd) add(ctx context.Context, l *library.Library, w io.Writer, name string) error {
	file, err := input.NewSource(name, os.Stdin)
	if err != nil {
		return err
	}
	display := progress.New(c.Quiet, 0)
	report := func(a library.Added) {
		display.Show(0, 0, func() string { return fmt.Sprintf("%s: %s", movegen.Visible(name), a) })
	}
	reject := func(r library.Rejected) {
		if !c.Quiet {
			fmt.Fprintln(display, r)
		}
	}
	source := library.Source{
		Name: name, Open: file.Open, Rules: c.Variant.Rules, Results: c.Results.ResultOrder,
		Encoding: c.Encoding.Encoding, Threads: flags.ThreadsOr(c.Threads), OnOdd: reject,
	}
	added, err := l.Add(ctx, source, report, reject)
	display.Hide()
	if err != nil {
		return exit.OrInterruption(err, words.Sprintf("after %s of %s", words.Count(added.Games, "game"), name))
	}
	if c.JSON {
		return json.NewEncoder(w).Encode(struct {
			File string `json:"file"`
			library.Added
		}{name, added})
	}
	_, err = fmt.Fprintf(w, "%s: %s\n", movegen.Visible(name), added)
	return err
}

// markedFlag names a library in which games are marked.
type markedFlag struct {
	Library string `short:"l" required:"" placeholder:"FILE" file:"marked" help:"The library."`
}

// change opens the library and calls work with it.
func (f markedFlag) change(work func(context.Context, *library.Library) error) error {
	return flags.WithLibrary(library.OpenExisting, f.Library, work)
}

// gamesRemoveCmd is `stupol games remove`.
type gamesRemoveCmd struct {
	markedFlag `embed:""`
	gamesQuery `embed:""`
	JSON       bool `name:"json" help:"One JSON object."`
}

// Help is the manual.
func (gamesRemoveCmd) Help() string {
	return `Marks the games that stupol games find lists for the same flags as removed: nothing finds
them any more, and files that have them do not bring them back. stupol games restore does,
until stupol games vacuum deletes them.

Examples:

    stupol games remove -l my.games --games 17,20-25
    stupol games remove -l my.games --event "Blitz 2019"
    stupol games restore -l my.games --games 17`
}

// Run removes the games.
func (c gamesRemoveCmd) Run(w io.Writer) error {
	return c.mark(w, c.gamesQuery, (*library.Library).Remove, c.JSON, "removed; stupol games restore brings them back")
}

// mark marks the games that the flags are for.
func (f markedFlag) mark(w io.Writer, asked gamesQuery, how func(*library.Library, context.Context, library.Query) (int, error), asJSON bool, what string) error {
	if !asked.names() {
		return exit.UsageError(errors.New("which games? --games 1-3,7 names them by their numbers"))
	}
	q, err := asked.query()
	if err != nil {
		return err
	}
	return f.change(func(ctx context.Context, l *library.Library) error {
		n, err := how(l, ctx, q)
		if err != nil {
			return err
		}
		return printGames(w, n, asJSON, what)
	})
}

// gamesRestoreCmd is `stupol games restore`.
type gamesRestoreCmd struct {
	markedFlag `embed:""`
	gamesQuery `embed:""`
	List       bool `help:"Only list the games that were removed and that the flags name, all without any."`
	JSON       bool `name:"json" help:"One JSON object, with --list one a game and line."`
}

// Help is the manual.
func (gamesRestoreCmd) Help() string {
	return `Brings back the games that were removed and that the flags name, as those of stupol games
find do.

Examples:

    stupol games restore -l my.games --list
    stupol games restore -l my.games --games 17`
}

// Run brings the games back, or lists them on w.
func (c gamesRestoreCmd) Run(w io.Writer) error {
	if !c.List {
		return c.mark(w, c.gamesQuery, (*library.Library).Restore, c.JSON, "restored")
	}
	q, err := c.query()
	if err != nil {
		return err
	}
	q.Removed = true
	return flags.WithLibrary(library.OpenReadOnly, c.Library, func(ctx context.Context, l *library.Library) error {
		return l.Find(ctx, q, func(f library.Found) error {
			if c.JSON {
				return json.NewEncoder(w).Encode(f)
			}
			_, err := fmt.Fprintf(w, "%d  %s\n", f.ID, movegen.Visible(f.String()))
			return err
		})
	})
}

// gamesVacuumCmd is `stupol games vacuum`.
type gamesVacuumCmd struct {
	markedFlag `embed:""`
	JSON       bool `name:"json" help:"One JSON object."`
}

// Help is the manual.
func (gamesVacuumCmd) Help() string {
	return `Deletes the games that were removed, which cannot be undone, and makes the file as small as
it can be. That needs as much room on the disk again while it runs.

Example:

    stupol games vacuum -l my.games`
}

// Run deletes them.
func (c gamesVacuumCmd) Run(w io.Writer) error {
	return c.change(func(ctx context.Context, l *library.Library) error {
		n, err := l.Vacuum(ctx)
		if err != nil {
			return err
		}
		return printGames(w, n, c.JSON, "deleted")
	})
}
