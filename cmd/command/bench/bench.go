// Package bench has the commands that measure: bench and perft.
package bench

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"stupol/bench"
	"stupol/cmd/flags"
	"stupol/movegen"
	"stupol/protocol/words"
)

// Bench is `stupol bench` and its subcommands.
type Bench struct {
	Perft     benchPerftCmd     `cmd:"" help:"Check the move generator against all known perft counts, and time it."`
	Search    benchSearchCmd    `cmd:"" help:"Search fixed positions to a fixed depth: the signature and the speed of the engine."`
	SMP       benchSMPCmd       `cmd:"" name:"smp" help:"The same with one thread, two, and so on: what threads bring."`
	Compare   benchCompareCmd   `cmd:"" help:"Measure engines beside each other: positions a second, and the time to a depth."`
	Clock     benchClockCmd     `cmd:"" help:"Ask for many moves, each in a short time: are they legal and in time?"`
	Solve     benchSolveCmd     `cmd:"" help:"Solve positions with a hidden combination: how many after how long?"`
	MakeShots benchMakeShotsCmd `cmd:"" help:"Make positions with a hidden combination."`
}

// benchPerftCmd is `stupol bench perft`.
type benchPerftCmd struct {
	Variant  *flags.Rules `placeholder:"NAME" help:"Only this game (default: all)."`
	Full     bool         `help:"Rows of up to 50 million nodes instead of 5 million."`
	MaxNodes *int64       `placeholder:"N" help:"Rows of up to N nodes; 0: every row, which takes minutes."`
	JSON     bool         `name:"json" help:"One JSON object a row and line."`
}

// The largest rows counted, in nodes.
const (
	usualRows = 5_000_000
	fullRows  = 50_000_000
)

// Help is the manual.
func (benchPerftCmd) Help() string {
	return `Stupol carries a suite of perft counts: for positions of every game the number
of lines of legal moves, published or agreed on by independent programs. Each is
counted again, on one thread and without a table, and must come out the same.
The table has a line a position; its last column but one is the speed of the
deepest count. The exit status is 1 if any count is wrong.

Examples:

    stupol bench perft
    stupol bench perft --full
    stupol bench perft --variant frisian --max-nodes 0`
}

// Validate checks the numbers.
func (c benchPerftCmd) Validate() error {
	if c.MaxNodes != nil && *c.MaxNodes < 0 {
		return fmt.Errorf("--max-nodes: %d is negative", *c.MaxNodes)
	}
	return nil
}

// options returns the rows asked for.
func (c benchPerftCmd) options() bench.PerftOptions {
	o := bench.PerftOptions{MaxNodes: usualRows}
	if c.Full {
		o.MaxNodes = fullRows
	}
	if c.MaxNodes != nil {
		o.MaxNodes = *c.MaxNodes
	}
	if c.Variant != nil {
		o.Rules = c.Variant.Rules
	}
	return o
}

// Run counts position by position, reporting each on w as soon as it is done.
func (c benchPerftCmd) Run(w io.Writer) error {
	suite, err := movegen.PerftSuite()
	if err != nil {
		return err
	}
	var total perftTotal
	report := c.reporter(w)
	for _, p := range bench.SelectPerft(suite, c.options()) {
		if err := p.Count(context.Background()); err != nil {
			return err
		}
		total.add(p)
		if err := report(p); err != nil {
			return err
		}
	}
	if !c.JSON {
		fmt.Fprintln(w, total)
	}
	if total.wrong > 0 {
		return fmt.Errorf("%d of %d perft counts are wrong", total.wrong, total.rows)
	}
	return nil
}

// reporter returns the function that prints a position in the form asked for.
func (c benchPerftCmd) reporter(w io.Writer) func(bench.PerftPosition) error {
	if c.JSON {
		out := json.NewEncoder(w)
		return func(p bench.PerftPosition) error { return encodeRows(out, p) }
	}
	fmt.Fprintf(w, "%-14s %-12s %5s %12s %9s %9s\n", "variant", "position", "depth", "nodes", "seconds", "Mnodes/s")
	return func(p bench.PerftPosition) error { return printPosition(w, p) }
}

// printPosition prints the deepest count and those that are wrong.
func printPosition(w io.Writer, p bench.PerftPosition) error {
	verdict := "ok"
	for _, row := range p.Rows {
		if !row.OK() {
			verdict = fmt.Sprintf("WRONG: depth %d counted %d, known %d", row.Depth, row.Got, row.Want)
		}
	}
	deepest := p.Rows[len(p.Rows)-1]
	seconds := deepest.Time.Seconds()
	_, err := fmt.Fprintf(w, "%-14s %-12s %5d %12d %9.3f %9s  %s\n",
		p.Variant, p.Name, deepest.Depth, deepest.Got, seconds, speed(deepest.Got, seconds), verdict)
	return err
}

// encodeRows writes every row as a JSON object.
func encodeRows(out *json.Encoder, p bench.PerftPosition) error {
	for _, row := range p.Rows {
		err := out.Encode(struct {
			perftCount
			Name  string `json:"name"`
			Known int64  `json:"known"`
			OK    bool   `json:"ok"`
		}{
			perftCount: perftCount{Variant: p.Variant, FEN: p.FEN, Depth: row.Depth, Nodes: row.Got, Seconds: row.Time.Seconds()},
			Name:       p.Name, Known: row.Want, OK: row.OK(),
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// perftTotal sums up a run.
type perftTotal struct {
	positions, rows, wrong int
	nodes                  int64
	seconds                float64
}

func (t *perftTotal) add(p bench.PerftPosition) {
	t.positions++
	for _, row := range p.Rows {
		t.rows++
		t.nodes += row.Got
		t.seconds += row.Time.Seconds()
		if !row.OK() {
			t.wrong++
		}
	}
}

// String returns the last line of the table.
func (t perftTotal) String() string {
	return words.Sprintf("%s of %s, %d wrong: %s in %.1f s, %s Mnodes/s",
		words.Count(t.rows, "count"), words.Count(t.positions, "position"), t.wrong, words.Count(t.nodes, "node"), t.seconds, speed(t.nodes, t.seconds))
}

// benchClockCmd is `stupol bench clock`.
type benchClockCmd struct {
	Variant  *flags.Rules `placeholder:"NAME" help:"Only this game (default: all in turn)."`
	Searches int          `default:"200" placeholder:"N" help:"How many moves to ask for (default: ${default})."`
	MoveTime flags.Time   `default:"50ms" placeholder:"TIME" help:"Time for a move (default: ${default})."`
	Grace    flags.Time   `default:"50ms" placeholder:"TIME" help:"A move that takes longer than both is late (default: ${default})."`
	Threads  int          `default:"1" placeholder:"N" help:"Threads of a search (default: ${default})."`
	Hash     int          `default:"64" placeholder:"MB" help:"Size of the transposition table of each game (default: ${default})."`
	Seed     uint64       `default:"1" placeholder:"N" help:"Another seed gives other positions (default: ${default})."`
	JSON     bool         `name:"json" help:"The result as one JSON object."`
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
	return cmp.Or(flags.Within("searches", c.Searches, 1, 1_000_000_000), flags.Within("threads", c.Threads, 1, flags.MaxThreads),
		flags.Within("hash", c.Hash, 1, int(flags.Memory()>>20)))
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
	_, err := words.Fprintf(w, "%s of %v: median %v, 99 %% %v, 99.9 %% %v, longest %v; %d late, %d wrong\n",
		words.Count(c.Searches, "search"), time.Duration(c.MoveTime), tenths(r.Quantile(0.5)), tenths(r.Quantile(0.99)),
		tenths(r.Quantile(0.999)), tenths(r.Quantile(1)), late, len(r.Errors))
	return err
}

// tenths returns d in tenths of a millisecond.
func tenths(d time.Duration) time.Duration { return d.Round(100 * time.Microsecond) }
