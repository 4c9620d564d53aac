package main

import (
	"cmp"
	"context"
	"encoding/csv"
	"io"

	"stupol/bench"
)

// benchMakeShotsCmd is `stupol bench make-shots`.
type benchMakeShotsCmd struct {
	Variant rulesFlag `default:"international" placeholder:"NAME" help:"The game (default: ${default})."`
	Count   int       `default:"100" placeholder:"N" help:"How many to make (default: ${default})."`
	Seed    uint64    `default:"1" placeholder:"N" help:"Another seed gives other positions (default: ${default})."`
}

// Help is the manual.
func (benchMakeShotsCmd) Help() string {
	return `Makes positions for "stupol bench solve" and prints them in the form of bench/shots.csv:
game, FEN, move, gain in men, depth. They are found in small games of Stupol with
itself, proved by a search for material alone, and confirmed by a long search.

Example:

    stupol bench make-shots --variant russian --count 20 --seed 7`
}

// Validate checks the numbers.
func (c benchMakeShotsCmd) Validate() error { return within("count", c.Count, 1, 1_000_000) }

// Run makes positions and prints each as soon as it is found.
func (c benchMakeShotsCmd) Run(w io.Writer) error {
	out, made := csv.NewWriter(w), 0
	err := bench.MakeShots(context.Background(), c.Variant.Rules, c.Seed, func(s bench.Shot) bool {
		_ = out.Write(s.Row()) // kept until Flush
		out.Flush()
		made++
		return made < c.Count && out.Error() == nil
	})
	return cmp.Or(err, out.Error())
}
