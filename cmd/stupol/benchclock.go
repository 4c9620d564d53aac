package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"stupol/bench"
	"stupol/movegen"
)

// benchClockCmd is `stupol bench clock`.
type benchClockCmd struct {
	Variant  *rulesFlag    `placeholder:"NAME" help:"Only this game (default: all by turns)."`
	Searches int           `default:"200" placeholder:"N" help:"How many moves to ask for (default: ${default})."`
	Time     time.Duration `default:"50ms" placeholder:"TIME" help:"Time for a move (default: ${default})."`
	Grace    time.Duration `default:"50ms" placeholder:"TIME" help:"What more than that is a failure (default: ${default})."`
	Threads  int           `default:"1" placeholder:"T" help:"Threads of a search (default: ${default})."`
	Table    int           `default:"64" placeholder:"MB" help:"Size of the transposition table of each game (default: ${default})."`
	Seed     uint64        `default:"1" placeholder:"N" help:"With another seed come other positions (default: ${default})."`
}

// Help is the manual.
func (benchClockCmd) Help() string {
	return `Moves are asked for in positions at the end of random games, each in the same
short time. Every move must be legal and come in time, and every move of the PV
must be legal; the exit status is 1 if not. On a machine with other work a late
move need not be a fault of Stupol.

Examples:

    stupol bench clock
    stupol bench clock --searches 2000 --time 50ms --threads 2`
}

// Validate checks the numbers.
func (c benchClockCmd) Validate() error {
	if c.Time <= 0 || c.Grace < 0 {
		return errors.New("--time must be positive, --grace not negative")
	}
	return cmp.Or(within("searches", c.Searches, 1, 1_000_000_000), within("threads", c.Threads, 1, maxThreads),
		within("table", c.Table, 1, int(memory()>>20)))
}

// Run runs the test and prints how long the searches took.
func (c benchClockCmd) Run(w io.Writer) error {
	x := bench.TimeTest{
		Rules: movegen.Variants(), Searches: c.Searches, MoveTime: c.Time,
		Threads: c.Threads, TableBytes: int64(c.Table) << 20, Seed: c.Seed,
	}
	if c.Variant != nil {
		x.Rules = []*movegen.Rules{c.Variant.Rules}
	}
	result, err := x.Run(context.Background())
	if err != nil {
		return err
	}
	for _, wrong := range result.Errors {
		fmt.Fprintln(w, wrong)
	}
	late := c.Searches - result.Within(c.Time+c.Grace)
	fmt.Fprintf(w, "%d searches of %v: median %v, 99 %% %v, 99.9 %% %v, longest %v; %d late, %d wrong\n",
		c.Searches, c.Time, tenths(result.Quantile(0.5)), tenths(result.Quantile(0.99)),
		tenths(result.Quantile(0.999)), tenths(result.Quantile(1)), late, len(result.Errors))
	if late+len(result.Errors) > 0 {
		return errors.New("not all moves were right and in time")
	}
	return nil
}

// tenths returns d in tenths of a millisecond.
func tenths(d time.Duration) time.Duration { return d.Round(100 * time.Microsecond) }
