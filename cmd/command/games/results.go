package games

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"stupol/cmd/flags"
	"stupol/eval/files/output"
	"stupol/movegen"
	"stupol/protocol/library"
	"stupol/protocol/pdn"
	"stupol/protocol/words"
)

// gamesResultsCmd is `stupol games results`.
type gamesResultsCmd struct {
	markedFlag `embed:""`
	Settle     bool          `help:"Read the results of files anew that were added before Stupol asked for their order."`
	Results    flags.Results `default:"auto" placeholder:"ORDER" help:"With --settle, whose points they name first: white, first-player, or auto, what fits their games (default: ${default})."`
	Sources    []int64       `name:"source" placeholder:"N" help:"With --settle, these files, by their numbers in the list, whether they were asked for or not."`
	JSON       bool          `name:"json" help:"One JSON object a file and line."`
}

// Help is the manual.
func (gamesResultsCmd) Help() string {
	return `Lists the files that were added with games whose winner depends on whose points a result
names first: those with a winner in which Black begins, as in English draughts. By PDN 1-0 is
a win of White's, and in many older files one of the first player's, Black's. The columns say
as what the results were read, white?  if Stupol did not ask for it when they were added, and
how many of the first 1000 of these games fit each order, as stupol pdn check counts them.

With --settle the results of files that were read without asking are read anew, by the games
as they are in the library; the files are not needed. Only what is won by whom changes, in
games and statistics: tags, comments, marks of removal and all else stay, and the tag
OriginalResult keeps the text of a result that was turned. It can be undone:

    stupol games results -l my.games --settle --source 3 --results white

Examples:

    stupol games results -l my.games
    stupol games results -l my.games --settle`
}

// Validate checks that there is something to settle.
func (c gamesResultsCmd) Validate() error {
	if !c.Settle && (c.Sources != nil || c.Results.ResultOrder != pdn.OrderByGames) {
		return errors.New("--source and --results are for --settle")
	}
	return nil
}

// Run lists the files on w, or settles their results.
func (c gamesResultsCmd) Run(w io.Writer) error {
	if !c.Settle {
		return flags.WithLibrary(library.OpenReadOnly, c.Library, func(ctx context.Context, l *library.Library) error {
			all, err := l.Results(ctx)
			if err != nil {
				return err
			}
			return c.print(w, all)
		})
	}
	return c.change(func(ctx context.Context, l *library.Library) error {
		all, err := l.Settle(ctx, c.Results.ResultOrder, c.Sources)
		if err != nil {
			return err
		}
		return c.print(w, all)
	})
}

// print prints what there is to say of files.
func (c gamesResultsCmd) print(w io.Writer, all []library.SourceResults) error {
	if c.JSON {
		encoder := json.NewEncoder(w)
		for _, s := range all {
			if err := encoder.Encode(s); err != nil {
				return err
			}
		}
		return nil
	}
	table := output.NewTable(w)
	fmt.Fprintln(table, "file\tread as\tgames\tfit white\tfit first-player\tturned\tname")
	for _, s := range all {
		if s.Order == "" {
			continue
		}
		order := s.Order
		if !s.Asked {
			order += "?"
		}
		words.Fprintf(table, "%d\t%s\t%d\t%d\t%d\t%d\t%s\n", s.Source, order, s.Games.Games, s.Games.White, s.Games.FirstPlayer, s.Turned, movegen.Visible(s.Name))
	}
	return table.Flush()
}
