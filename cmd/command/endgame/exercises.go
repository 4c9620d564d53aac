package endgame

import (
	"fmt"
	"io"

	"stupol/book/endgame"
	"stupol/book/endgame/exercise"
	"stupol/cmd/exit"
	"stupol/cmd/flags"
)

// endgameExercisesCmd is `stupol endgame exercises`.
type endgameExercisesCmd struct {
	Variant flags.Rules `default:"international" placeholder:"NAME" help:"The game (default: ${default})."`
	Count   int         `default:"40" placeholder:"N" help:"So many at most, besides those that have a name (default: ${default})."`
	Seed    uint64      `default:"1" placeholder:"N" help:"Of the positions that are looked at (default: ${default})."`
	Threads int         `placeholder:"N" help:"Work in parallel (default: one thread a processor)."`
}

// mostExercises is more than a game has.
const mostExercises = 10_000

// Help is the manual.
func (endgameExercisesCmd) Help() string {
	return `Finds endings to be played out: positions of up to four pieces that the side to move
wins, of each material the longest win and those with the most only moves of some at
random. Best play ends them within the draw rules. A line has the position, the plies to
the end with best play, and how many moves of the winner on the way are the only ones
that win; the lines stand from easy to hard. The page of stupol web has them among the
puzzles, and defends as long as can be.

Examples:

    stupol endgame exercises
    stupol endgame exercises --variant russian --count 20 --seed 2 >russian.fen`
}

// Validate checks the numbers.
func (c endgameExercisesCmd) Validate() error {
	if err := flags.Within("count", c.Count, 1, mostExercises); err != nil {
		return err
	}
	return flags.Within("threads", c.Threads, 0, flags.MaxThreads)
}

// Run finds them and then prints them on w.
func (c endgameExercisesCmd) Run(w io.Writer) error {
	ctx, stop := exit.UntilInterrupted()
	defer stop()
	r := c.Variant.Rules
	all, err := exercise.Make(ctx, endgame.Embedded(r), c.Count, flags.ThreadsOr(c.Threads), c.Seed)
	if err != nil {
		return exit.OrInterruption(err, "")
	}
	for _, e := range all {
		if _, err := fmt.Fprintln(w, e.String(r)); err != nil {
			return err
		}
	}
	return nil
}
