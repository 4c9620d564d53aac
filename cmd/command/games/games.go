// Package games has the command for libraries of games.
package games

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"stupol/cmd/exit"
	"stupol/cmd/flags"
	"stupol/movegen"
	"stupol/protocol/library"
	"stupol/protocol/pattern"
	"stupol/protocol/pdn"
	"stupol/protocol/words"
)

// Games is `stupol games`.
type Games struct {
	Add      gamesAddCmd      `cmd:"" help:"Add the games of files to a library."`
	Find     gamesFindCmd     `cmd:"" help:"List games by a position, moves, a pattern, players, years."`
	Stats    gamesStatsCmd    `cmd:"" help:"Tell how games went on from a position."`
	Show     gamesShowCmd     `cmd:"" help:"Print games of a library by their numbers."`
	Export   gamesExportCmd   `cmd:"" help:"Write games of a library as PDN."`
	Remove   gamesRemoveCmd   `cmd:"" help:"Mark games as removed."`
	Restore  gamesRestoreCmd  `cmd:"" help:"Bring games back that were removed."`
	Vacuum   gamesVacuumCmd   `cmd:"" help:"Delete the games that were removed, for good."`
	Rejected gamesRejectedCmd `cmd:"" help:"List the games that could not be replayed."`
	Results  gamesResultsCmd  `cmd:"" help:"Tell whose points results name first, and turn those that were misread."`
	Info     gamesInfoCmd     `cmd:"" help:"Tell what is in a library."`
}

// positionQuery says which position to find.
type positionQuery struct {
	Variant flags.Rules `placeholder:"NAME" help:"Only this game (default: any; of --fen, --moves and --pattern, international)."`
	FEN     *string     `name:"fen" placeholder:"FEN" help:"This position, as W:W31,32,K40:B1-12."`
	Moves   *string     `placeholder:"MOVES" help:"These moves, as \"32-28 19-23\", from where the game starts."`
}

// otherQuery says what else a game must have.
type otherQuery struct {
	Player  string       `placeholder:"TEXT" help:"A player with this in the name."`
	White   string       `placeholder:"TEXT" help:"A player of White with this in the name."`
	Black   string       `placeholder:"TEXT" help:"A player of Black with this in the name."`
	Event   string       `placeholder:"TEXT" help:"An event with this in the name."`
	Opening string       `placeholder:"TEXT" help:"An opening or a structure with this in its name, or an opening in the moves of its ballot."`
	Years   flags.Range  `placeholder:"A-B" help:"Of these years, as 1990-1999, 1990 or 1990-; 06.03.17 does not tell its year."`
	Result  []resultFlag `placeholder:"RESULT" help:"With one of these results, with commas between them: white (which won), black, draw, unknown."`
	Games   flags.Ranges `placeholder:"LIST" help:"Only games with these numbers in the library, as 1-3,7."`
}

// resultFlag is the name of a result.
type resultFlag struct{ movegen.Outcome }

// UnmarshalText looks the name up.
func (f *resultFlag) UnmarshalText(name []byte) error {
	o, ok := library.ResultNamed(string(name))
	if !ok {
		return fmt.Errorf("%q is not one of white, black, draw, unknown", name)
	}
	f.Outcome = o
	return nil
}

// gamesQuery says which games to find.
type gamesQuery struct {
	positionQuery `embed:""`
	Pattern       *string `placeholder:"PATTERN" help:"A position with these squares, as W28,K32,P33:B19:E23: of White a man, a king (K) and either (P), of Black a man, and an empty one (E)."`
	Swap          bool    `help:"The pattern with the colours exchanged and the board turned will do, too."`
	otherQuery    `embed:""`
}

// rules returns the rules by which a position is meant.
func (q positionQuery) rules() *movegen.Rules {
	return cmp.Or(q.Variant.Rules, movegen.International())
}

// set sets what q says in a query.
func (q positionQuery) set(to *library.Query) error {
	to.Rules = q.Variant.Rules
	if q.FEN != nil {
		to.Rules = q.rules()
		p, err := to.Rules.ParseFEN(*q.FEN)
		if err != nil {
			return err
		}
		to.Position = &p
	}
	if q.Moves != nil {
		to.Rules = q.rules()
		game, err := library.ParseMoves(to.Rules, *q.Moves)
		if err != nil {
			return fmt.Errorf("--moves: %w", err)
		}
		to.Moves = game.Moves()
	}
	return nil
}

// set sets what q says in a query.
func (q otherQuery) set(to *library.Query) {
	to.Player, to.White, to.Black, to.Event, to.Opening = q.Player, q.White, q.Black, q.Event, q.Opening
	to.FirstYear, to.LastYear = q.Years.First, q.Years.Last
	for _, r := range q.Result {
		to.Outcomes = append(to.Outcomes, r.Outcome)
	}
	for _, r := range q.Games {
		to.IDs = append(to.IDs, library.Range{First: int64(r.First), Last: int64(r.Last)})
	}
}

// query returns the query that the flags are for.
func (q gamesQuery) query() (library.Query, error) {
	var to library.Query
	if err := q.positionQuery.set(&to); err != nil {
		return to, err
	}
	q.otherQuery.set(&to)
	if q.Pattern != nil {
		to.Rules = q.rules()
		p, err := pattern.Parse(to.Rules, *q.Pattern)
		if err != nil {
			return to, fmt.Errorf("--pattern: %w", err)
		}
		to.Pattern, to.Swap = &p, q.Swap
	}
	return to, nil
}

// names reports whether the flags name anything.
func (q gamesQuery) names() bool {
	o := q.otherQuery
	return q.Variant.Rules != nil || q.FEN != nil || q.Moves != nil || q.Pattern != nil ||
		o.Player+o.White+o.Black+o.Event+o.Opening != "" || o.Years != flags.Range{} || o.Result != nil || o.Games != nil
}

// gamesFindCmd is `stupol games find`.
type gamesFindCmd struct {
	flags.InLibrary `embed:""`
	gamesQuery      `embed:""`
	Limit           int  `placeholder:"N" help:"List at most N games (default: all)."`
	Count           bool `help:"Print how many there are instead."`
	JSON            bool `name:"json" help:"One JSON object a game and line."`
}

// Help is the manual.
func (gamesFindCmd) Help() string {
	return `Lists the games that have everything that the flags ask for. Names fit in part, in
capitals or not. The column ply says after how many moves of both sides the game first
has the position or the pattern. A pattern says what some squares hold, and nothing of the
others; squares have numbers or, on 64 squares, names:

    W28,32,K46   White has men on 28 and 32 and a king on 46
    B19,P23      Black has a man on 19, and a man or a king on 23
    E24          24 is empty
    W28,32:B19:E24,27,33

With --json a line is

    {"id":17,"variant":"international","white":"Sijbrands","black":"Wiersma","event":"Delft",
      "date":"1976.02.14","result":"draw","plies":93,"ply":21}

Examples:

    stupol games find -l my.games --player Wiersma --years 1970-1979 --result white
    stupol games find -l my.games --fen B:W31-50:B1-18,20,24
    stupol games find -l my.games --variant russian --moves "c3-d4 d6-c5"
    stupol games find -l my.games --opening "Old Fourteenth"
    stupol games find -l my.games --pattern W27,28,32:B18,E23 --swap`
}

// Validate checks the numbers.
func (c gamesFindCmd) Validate() error { return flags.Within("limit", c.Limit, 0, flags.MaxCount) }

// Run lists the games on w.
func (c gamesFindCmd) Run(w io.Writer) error {
	q, err := c.query()
	if err != nil {
		return err
	}
	q.Limit = c.Limit
	return c.Look(func(ctx context.Context, l *library.Library) error {
		if c.Count {
			return c.count(ctx, l, w, q)
		}
		if c.JSON {
			encoder := json.NewEncoder(w)
			return l.Find(ctx, q, func(f library.Found) error { return encoder.Encode(f) })
		}
		table := library.NewTable(w)
		return cmp.Or(l.Find(ctx, q, table.Add), table.Flush())
	})
}

// count prints how many games there are.
func (c gamesFindCmd) count(ctx context.Context, l *library.Library, w io.Writer, q library.Query) error {
	n, err := l.Count(ctx, q)
	if err != nil {
		return err
	}
	return printGames(w, n, c.JSON, "found")
}

// printGames prints what has become of so many games.
func printGames(w io.Writer, n int, asJSON bool, what string) error {
	if asJSON {
		return json.NewEncoder(w).Encode(struct {
			Games int `json:"games"`
		}{n})
	}
	_, err := words.Fprintf(w, "%d %s %s\n", n, gamesWord(n), what)
	return err
}

// gamesWord returns the word for so many games.
func gamesWord(n int) string {
	if n == 1 {
		return "game"
	}
	return "games"
}

// gamesStatsCmd is `stupol games stats`.
type gamesStatsCmd struct {
	flags.InLibrary `embed:""`
	positionQuery   `embed:""`
	otherQuery      `embed:""`
	JSON            bool `name:"json" help:"One JSON object."`
}

// Help is the manual.
func (gamesStatsCmd) Help() string {
	return `Tells by which moves the games of the library went on from a position, and with which
results; without --fen and --moves from where the game starts. A game counts once, where
it first has the position. The column score is what White made of the games with a known
result, a draw counting half. Chance is the mean of White's chances after the move in the
games that have an evaluation there ([%eval 0.35], as stupol analyze --out writes).

Examples:

    stupol games stats -l my.games
    stupol games stats -l my.games --moves "32-28 19-23" --player Sijbrands
    stupol games stats -l my.games --variant english --moves "11-15" --years 1950-
    stupol games stats -l my.games --fen B:W31-50:B1-18,20,24 --json`
}

// Run prints the table on w.
func (c gamesStatsCmd) Run(w io.Writer) error {
	var q library.Query
	if err := c.positionQuery.set(&q); err != nil {
		return err
	}
	c.otherQuery.set(&q)
	r := c.rules()
	p := r.Start()
	if q.Position != nil {
		p = *q.Position
	}
	for _, m := range q.Moves {
		p = r.Play(&p, m)
	}
	if q.Position != nil && q.Moves != nil {
		return exit.UsageError(errors.New("--fen and --moves both name a position"))
	}
	return c.Look(func(ctx context.Context, l *library.Library) error {
		st, err := l.Stats(ctx, r, &p, q)
		if err != nil {
			return err
		}
		if c.JSON {
			return json.NewEncoder(w).Encode(st)
		}
		return st.Write(w)
	})
}

// gamesShowCmd is `stupol games show`.
type gamesShowCmd struct {
	flags.InLibrary `embed:""`
	JSON            bool    `name:"json" help:"One JSON object a game and line, with the PDN as text."`
	Games           []int64 `arg:"" name:"number" help:"Numbers of games, as stupol games find lists them."`
}

// Help is the manual.
func (gamesShowCmd) Help() string {
	return `Prints games as PDN, those that were removed as well. With --json a line has the fields
of stupol games find, the file that the game was added from, and its text.

Examples:

    stupol games show -l my.games 17
    stupol games show -l my.games 17 | stupol pdn show -`
}

// Run prints the games on w.
func (c gamesShowCmd) Run(w io.Writer) error {
	return c.Look(func(ctx context.Context, l *library.Library) error {
		for _, id := range c.Games {
			g, err := l.Game(ctx, id)
			if err != nil {
				return err
			}
			if c.JSON {
				err = json.NewEncoder(w).Encode(g)
			} else {
				err = pdn.NewWriter(w).Write(g.PDN)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// gamesExportCmd is `stupol games export`.
type gamesExportCmd struct {
	flags.InLibrary `embed:""`
	gamesQuery      `embed:""`
	Out             string `short:"o" placeholder:"FILE" file:"new" help:"Where to write (default: standard output)."`
	flags.Overwrite `embed:""`
}

// Help is the manual.
func (gamesExportCmd) Help() string {
	return `Writes the games that stupol games find lists for the same flags, all without any, in the
standard form of PDN, with the comments and variations that they had.

Examples:

    stupol games export -l my.games --player Sijbrands -o sijbrands.pdn
    stupol games export -l my.games --games 1-3,7 >four.pdn`
}

// Run writes to w or to the file asked for.
func (c gamesExportCmd) Run(w io.Writer) error {
	q, err := c.query()
	if err != nil {
		return err
	}
	return c.Look(func(ctx context.Context, l *library.Library) error {
		write := func(w io.Writer) error {
			out := pdn.NewWriter(w)
			return l.Export(ctx, q, func(g *library.Game) error { return out.Write(g.PDN) })
		}
		if c.Out == "" {
			return write(w)
		}
		return flags.WriteFile(c.Out, flags.NewFile(c.Force), write)
	})
}

// gamesRejectedCmd is `stupol games rejected`.
type gamesRejectedCmd struct {
	flags.InLibrary `embed:""`
	PDN             bool `name:"pdn" xor:"form" help:"Print their text, to repair it."`
	JSON            bool `name:"json" xor:"form" help:"One JSON object a game and line."`
}

// Help is the manual.
func (gamesRejectedCmd) Help() string {
	return `Lists the games that were read and could not be replayed: the file and the place in it,
and what is wrong. Once their text is repaired, it is added like any other file.

Examples:

    stupol games rejected -l my.games
    stupol games rejected -l my.games --pdn >repair.pdn`
}

// Run lists them on w.
func (c gamesRejectedCmd) Run(w io.Writer) error {
	return c.Look(func(ctx context.Context, l *library.Library) error {
		return l.RejectedGames(ctx, func(r library.Rejected, text string) (err error) {
			switch {
			case c.JSON:
				err = json.NewEncoder(w).Encode(r)
			case c.PDN:
				_, err = io.WriteString(w, text)
			default:
				_, err = fmt.Fprintln(w, r)
			}
			return err
		})
	})
}

// gamesInfoCmd is `stupol games info`.
type gamesInfoCmd struct {
	flags.InLibrary `embed:""`
	Verify          bool `help:"Look through the whole file whether it is damaged."`
	JSON            bool `name:"json" help:"One JSON object."`
}

// Help is the manual.
func (gamesInfoCmd) Help() string {
	return `Tells how many games of each variant there are, and which files they come from.

Examples:

    stupol games info -l my.games
    stupol games info -l my.games --verify --json`
}

// Run prints it on w.
func (c gamesInfoCmd) Run(w io.Writer) error {
	return c.Look(func(ctx context.Context, l *library.Library) error {
		if c.Verify {
			if err := l.Verify(ctx); err != nil {
				return err
			}
		}
		info, err := l.Info(ctx)
		if err != nil {
			return err
		}
		if c.JSON {
			return json.NewEncoder(w).Encode(info)
		}
		return info.Write(w)
	})
}
