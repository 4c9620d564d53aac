package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"stupol/bench"
	"stupol/movegen"
)

// benchClockCmd is `stupol bench clock`.
type benchClockCmd struct {
	Variant  *rulesFlag `placeholder:"NAME" help:"Only this game (default: all in turn)."`
	Searches int        `default:"200" placeholder:"N" help:"How many moves to ask for (default: ${default})."`
	MoveTime timeFlag   `default:"50ms" placeholder:"TIME" help:"Time for a move (default: ${default})."`
	Grace    timeFlag   `default:"50ms" placeholder:"TIME" help:"A move that takes longer than both is late (default: ${default})."`
	Threads  int        `default:"1" placeholder:"N" help:"Threads of a search (default: ${default})."`
	Hash     int        `default:"64" placeholder:"MB" help:"Size of the transposition table of each game (default: ${default})."`
	Seed     uint64     `default:"1" placeholder:"N" help:"Another seed gives other positions (default: ${default})."`
	JSON     bool       `name:"json" help:"The result as one JSON object."`
}

// Help is the manual.
func (benchClockCmd) Help() string {
	return `Moves are asked for in positions at the end of random games, each in the same
short time. Every move must be legal and come in time, and every move of the PV
must be legal; the exit status is 1 if not. On a machine with other work a late
move need not be a fault of Stupol.

Examples:

    stupol bench clock
    stupol bench clock --searches 2000 --move-time 50ms --threads 2`
}

// Validate checks the numbers.
func (c benchClockCmd) Validate() error {
	if c.MoveTime == 0 {
		return errors.New("--move-time: it must be positive")
	}
	return cmp.Or(within("searches", c.Searches, 1, 1_000_000_000), within("threads", c.Threads, 1, maxThreads),
		within("hash", c.Hash, 1, int(memory()>>20)))
}

// clockResult is the JSON form of the result; times are in seconds.
type clockResult struct {
	Searches int      `json:"searches"`
	MoveTime float64  `json:"move_time"`
	Median   float64  `json:"median"`
	P99      float64  `json:"p99"`
	P999     float64  `json:"p99.9"`
	Longest  float64  `json:"longest"`
	Late     int      `json:"late"`
	Wrong    []string `json:"wrong"`
}

// Run runs the test and prints how long the searches took.
func (c benchClockCmd) Run(w io.Writer) error {
	test := bench.TimeTest{
		Rules: movegen.Variants(), Searches: c.Searches, MoveTime: time.Duration(c.MoveTime),
		Threads: c.Threads, TableBytes: int64(c.Hash) << 20, Seed: c.Seed,
	}
	if c.Variant != nil {
		test.Rules = []*movegen.Rules{c.Variant.Rules}
	}
	result, err := test.Run(context.Background())
	if err != nil {
		return err
	}
	late := c.Searches - result.Within(time.Duration(c.MoveTime+c.Grace))
	if err := c.print(w, result, late); err != nil {
		return err
	}
	if late+len(result.Errors) > 0 {
		return errors.New("not all moves were right and in time")
	}
	return nil
}

// print prints the result.
func (c benchClockCmd) print(w io.Writer, r bench.TimeTestResult, late int) error {
	quantile := func(part float64) float64 { return r.Quantile(part).Seconds() }
	if c.JSON {
		return json.NewEncoder(w).Encode(clockResult{
			Searches: c.Searches, MoveTime: time.Duration(c.MoveTime).Seconds(), Late: late, Wrong: append([]string{}, r.Errors...),
			Median: quantile(0.5), P99: quantile(0.99), P999: quantile(0.999), Longest: quantile(1),
		})
	}
	for _, wrong := range r.Errors {
		fmt.Fprintln(w, wrong)
	}
	_, err := fmt.Fprintf(w, "%d searches of %v: median %v, 99 %% %v, 99.9 %% %v, longest %v; %d late, %d wrong\n",
		c.Searches, time.Duration(c.MoveTime), tenths(r.Quantile(0.5)), tenths(r.Quantile(0.99)),
		tenths(r.Quantile(0.999)), tenths(r.Quantile(1)), late, len(r.Errors))
	return err
}

// tenths returns d in tenths of a millisecond.
func tenths(d time.Duration) time.Duration { return d.Round(100 * time.Microsecond) }
