// Package puzzles has the command for problems.
package puzzles

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"stupol/book/endgame"
	"stupol/cmd/console"
	"stupol/cmd/exit"
	"stupol/cmd/flags"
	"stupol/eval/files/input"
	"stupol/movegen"
	"stupol/protocol/progress"
	"stupol/protocol/puzzle"
	"stupol/protocol/words"
)

// Puzzles is `stupol puzzles`.
type Puzzles struct {
	Check puzzlesCheckCmd `cmd:"" help:"Tell whether problems are sound: no second way, and no fault in the solution."`
	Make  puzzlesMakeCmd  `cmd:"" help:"Find puzzles in games: positions in which one way alone wins."`
}

// puzzleFlags say how problems are searched.
type puzzleFlags struct {
	flags.UseEndgames `embed:""`

	Threads int `placeholder:"N" help:"How many are searched at a time (default: one a processor)."`
	Hash    int `default:"64" placeholder:"MB" help:"Size of each thread's transposition table (default: ${default})."`
}

// Validate checks the numbers.
func (f puzzleFlags) Validate() error {
	return cmp.Or(
		flags.Within("threads", f.Threads, 0, flags.MaxThreads),
		flags.Within("hash", f.Hash, 1, int(flags.Memory()>>20)),
		f.UseEndgames.Validate(),
	)
}

// databases returns what opens the databases of each game once.
func (f puzzleFlags) databases() func(*movegen.Rules) *endgame.Database {
	opened := map[*movegen.Rules]*endgame.Database{}
	return func(r *movegen.Rules) *endgame.Database {
		if opened[r] == nil {
			opened[r] = f.OpenEndgames(r)
		}
		return opened[r]
	}
}

// puzzlesCheckCmd is `stupol puzzles check`.
type puzzlesCheckCmd struct {
	flags.PDN   `embed:""`
	puzzleFlags `embed:""`

	File    string       `arg:"" file:"read" help:"Problems: a file of games with positions, or a list of FENs; - is standard input."`
	Games   flags.Ranges `aliases:"only" placeholder:"LIST" help:"Only these problems of the file, as 1-3,7 (default: all)."`
	Nodes   int64        `default:"1000000" placeholder:"N" help:"Nodes of each search, of which there are two for each move of the solution (default: ${default})."`
	Replies int          `default:"2" placeholder:"N" help:"Other replies of the opponent that are followed at each move (default: ${default})."`
	Strict  bool         `help:"A problem with any note is not sound."`
	JSON    bool         `name:"json" help:"Print one JSON object a problem and line."`
	Quiet   bool         `short:"q" help:"No progress on standard error."`
}

// Help is the manual.
func (puzzlesCheckCmd) Help() string {
	return `A problem is a position in which the side to move is to win, or to draw if its result is
a draw. It is sound if one way alone does it. Each move of the solution is compared with
all others: by endgame databases where they know, else by searches. What is found:

    no solution       no move wins, or that of the solution does not
    unclear solution  the search has not told whether it wins
    cook              another first move wins as well
    dual              another move wins as well, later in the solution

and notes, which make a problem unsound with --strict only:

    late dual         a dual of the last move, or when the gain is there
    side dual         a second way after another reply than that of the solution
    landing           the king may stop elsewhere after the same capture
    unclear           another move may win: the search has not told

A score is a win if it is proven or stands for a chance of 95 %; how many men that are
depends on the game. Another move is clearly worse if it leaves at most 80 %. What is
between them is searched again, four times as long. More nodes find more: a cook that is
not found is no proof that there is none.

A file is one of games in PDN, whose tag FEN is the position and whose moves are the
solution, or a list with a line for each problem: FEN; moves; remark. Moves and remark may
be left out. Without a solution the best line is followed until the gain is there, or until
several moves win and nothing is given any more. With
equal nodes the result is the same each time, whatever the number of threads.

The exit status is 1 if a problem is not sound, or cannot be read.

Examples:

    stupol puzzles check problems.pdn
    stupol puzzles check --nodes 50000000 --strict problems.pdn
    stupol puzzles check --variant russian --json list.fen`
}

// Validate checks the numbers.
func (c puzzlesCheckCmd) Validate() error {
	const mostReplies = 100
	return cmp.Or(
		flags.Within("nodes", c.Nodes, 1, flags.MaxNodes/4),
		flags.Within("replies", c.Replies, 0, mostReplies),
		c.puzzleFlags.Validate(),
	)
}

// Run checks the problems and reports on w.
func (c puzzlesCheckCmd) Run(w io.Writer) error {
	problems, faulty, err := c.read()
	if err != nil {
		return err
	}
	ctx, stop := exit.UntilInterrupted()
	defer stop()
	display := progress.New(c.Quiet, 0)
	defer display.Hide()
	sound, databases := 0, c.databases()
	checkers := func(r *movegen.Rules, db *endgame.Database) (*puzzle.Checker, error) {
		return puzzle.New(puzzle.Options(r, int64(c.Hash)<<20, db), c.Nodes, c.Replies)
	}
	for _, p := range problems {
		databases(p.Rules) // from this goroutine alone
	}
	err = puzzle.CheckAll(ctx, problems, flags.ThreadsOr(c.Threads), func(r *movegen.Rules) (*puzzle.Checker, error) {
		return checkers(r, databases(r))
	}, func(number int, r puzzle.Report) error {
		if r.Sound(c.Strict) {
			sound++
		}
		display.Hide()
		err := c.print(w, &r)
		display.Show(number+1, len(problems), func() string { return words.Sprintf("%d of %s", number+1, words.Count(len(problems), "problem")) })
		return err
	})
	if err != nil {
		return err
	}
	return c.conclude(w, sound, len(problems), faulty)
}

// conclude prints the count, and returns an error if not all problems are sound.
func (c puzzlesCheckCmd) conclude(w io.Writer, sound, problems, faulty int) error {
	if !c.JSON {
		if _, err := words.Fprintf(w, "%d of %d sound\n", sound, problems); err != nil {
			return err
		}
	}
	var failed []error
	if sound < problems {
		failed = append(failed, fmt.Errorf("%d of %d problems not sound", problems-sound, problems))
	}
	if faulty > 0 {
		failed = append(failed, fmt.Errorf("%s could not be read", words.Count(faulty, "problem")))
	}
	return errors.Join(failed...)
}

// print prints a report.
func (c puzzlesCheckCmd) print(w io.Writer, r *puzzle.Report) error {
	if c.JSON {
		return json.NewEncoder(w).Encode(r.Data(c.Strict))
	}
	for _, line := range r.Summary(c.Strict) {
		if _, err := fmt.Fprintln(w, line); err != nil {
			return err
		}
	}
	return nil
}

// read returns the problems of the file, and the number of those that cannot be read, which
// are reported on standard error.
func (c puzzlesCheckCmd) read() (problems []puzzle.Problem, faulty int, err error) {
	source, err := input.NewSource(c.File, os.Stdin)
	if err != nil {
		return nil, 0, err
	}
	number := 0
	add := func(p puzzle.Problem, err error) error {
		number++
		switch {
		case !c.Games.Has(number):
		case err != nil:
			faulty++
			fmt.Fprintf(console.Stderr, "%s: %s: %v\n", movegen.Visible(c.File), p.Place, err)
		default:
			problems = append(problems, p)
		}
		return nil
	}
	if err := puzzle.Read(source, c.Reading(), add); err != nil {
		return nil, 0, err
	}
	switch {
	case c.Games.Last() > number:
		return nil, 0, fmt.Errorf("--games: %s has %s", c.File, words.Count(number, "problem"))
	case number == 0:
		return nil, 0, fmt.Errorf("%s: no problems", c.File)
	}
	return problems, faulty, nil
}
