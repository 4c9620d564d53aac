package bench

import (
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"

	"stupol/bench"
	"stupol/cmd/exit"
	"stupol/cmd/flags"
)

// benchMakeShotsCmd is `stupol bench make-shots`.
type benchMakeShotsCmd struct {
	Variant flags.Rules `default:"international" placeholder:"NAME" help:"The game (default: ${default})."`
	Count   int         `default:"100" placeholder:"N" help:"How many to make, or to take at most from games (default: ${default})."`
	Seed    uint64      `default:"1" placeholder:"N" help:"Another seed gives other positions (default: ${default})."`
	Games   []string    `arg:"" optional:"" name:"games" file:"read" help:"Files of games to take them from; - is standard input."`
}

// Help is the manual.
func (benchMakeShotsCmd) Help() string {
	return `Makes positions for "stupol bench solve" and prints them in the form of bench/shots.csv:
game, FEN, move, gain in men, depth. They are found in small games of Stupol with
itself, proved by a search for material alone, and confirmed by a long search.

With files of games they are taken from those, in the order of the files, whether or not
the player saw them; what a side had at its move before, too, counts once, and games of
another kind are left out. They are proved by the search for material alone, and no
engine has a say.

Examples:

    stupol bench make-shots --variant russian --count 20 --seed 7
    stupol bench make-shots tournament.pdn > shots.csv
    stupol bench solve --shots shots.csv --nodes 10000`
}

// Validate checks the numbers.
func (c benchMakeShotsCmd) Validate() error { return flags.Within("count", c.Count, 1, 1_000_000) }

// Run makes positions and prints each as soon as it is found.
func (c benchMakeShotsCmd) Run(w io.Writer) error {
	ctx, stop := exit.UntilInterrupted()
	defer stop()
	out, made := csv.NewWriter(w), 0
	found := func(s bench.Shot) bool {
		_ = out.Write(s.Row()) // kept until Flush
		out.Flush()
		made++
		return made < c.Count && out.Error() == nil
	}
	var err error
	if len(c.Games) == 0 {
		err = bench.MakeShots(ctx, c.Variant.Rules, c.Seed, found)
	} else {
		err = c.take(ctx, found)
	}
	if errors.Is(err, context.Canceled) {
		return exit.ErrStopped
	}
	return cmp.Or(err, out.Error())
}

// take calls found for the shots in the games of the files, until it returns false.
func (c benchMakeShotsCmd) take(ctx context.Context, found func(bench.Shot) bool) error {
	sources, err := flags.PDN{}.Sources(c.Games)
	if err != nil {
		return err
	}
	rules, games, known := c.Variant.Rules, 0, map[string]bool{}
	for _, source := range sources {
		for g, err := range source.Games() {
			if err != nil {
				return err
			}
			if by, err := source.Survey.Rules(g); err != nil || by != rules {
				continue
			}
			games++
			shots, err := bench.ShotsOf(ctx, rules, g.Replay(rules).Positions())
			if err != nil {
				return err
			}
			for _, s := range shots {
				if known[s.FEN] {
					continue
				}
				known[s.FEN] = true
				if !found(s) {
					return nil
				}
			}
		}
	}
	if games == 0 {
		return fmt.Errorf("no game of the files is of %s", rules.Name)
	}
	return nil
}
