package main

import (
	"cmp"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"time"

	"stupol/bench"
	"stupol/movegen"
	"stupol/search"
)

// benchSolveCmd is `stupol bench solve`.
type benchSolveCmd struct {
	Variant *rulesFlag    `placeholder:"NAME" help:"Only this game (default: all)."`
	Time    time.Duration `default:"1s" placeholder:"TIME" help:"Time for a position (default: ${default})."`
	Nodes   int64         `placeholder:"N" help:"Nodes for a position, and then no time limit."`
	Threads int           `default:"1" placeholder:"T" help:"Threads of a search (default: ${default})."`
	Table   int           `default:"64" placeholder:"MB" help:"Size of the transposition table (default: ${default})."`
	Verbose bool          `help:"A line a position."`
	Make    int           `placeholder:"N" help:"Instead, make N new positions of the game and print them."`
	Seed    uint64        `default:"1" placeholder:"N" help:"With another seed others are made (default: ${default})."`
}

// Help is the manual.
func (benchSolveCmd) Help() string {
	return `Stupol carries positions in which one move alone wins material by force, and
gives some first: shots. They were found in small games it played with itself,
proved by a search for material alone, and confirmed by a long search. Each is
searched for the same time; it is solved from when the right move comes to be
the best and stays it. The table tells how many are solved after how long, and
after how many nodes.

Examples:

    stupol bench solve
    stupol bench solve --variant international --nodes 1000000 --threads 2
    stupol bench solve --make 100 --seed 7 --variant international`
}

// Validate checks the numbers.
func (c benchSolveCmd) Validate() error {
	switch {
	case c.Time <= 0 || c.Nodes < 0:
		return fmt.Errorf("--time must be positive, --nodes not negative")
	case c.Make > 0 && c.Variant == nil:
		return fmt.Errorf("--make needs --variant")
	}
	return cmp.Or(within("threads", c.Threads, 1, maxThreads), within("table", c.Table, 1, int(memory()>>20)),
		within("make", c.Make, 0, 1_000_000))
}

// Run solves the positions, or makes some.
func (c benchSolveCmd) Run(w io.Writer) error {
	if c.Make > 0 {
		return c.makeShots(w)
	}
	var rules *movegen.Rules
	if c.Variant != nil {
		rules = c.Variant.Rules
	}
	shots, err := bench.Shots(rules)
	if err != nil {
		return err
	}
	limits := search.Limits{MoveTime: c.Time}
	if c.Nodes > 0 {
		limits = search.Limits{Nodes: c.Nodes}
	}
	var solved []bench.Solved
	for _, s := range shots {
		result, err := s.Solve(context.Background(), limits, c.Threads, int64(c.Table)<<20)
		if err != nil {
			return err
		}
		if result.Found {
			solved = append(solved, result)
		}
		if c.Verbose {
			fmt.Fprintf(w, "%-13s %-10s %6v %10v %10d  %s\n", s.Rules.Name, s.Move, result.Found, tenths(result.Time), result.Nodes, s.FEN)
		}
	}
	return printSolved(w, solved, len(shots), limits)
}

// printSolved prints how many of the shots were solved after several times and
// numbers of nodes.
func printSolved(w io.Writer, solved []bench.Solved, shots int, l search.Limits) error {
	count := func(in func(bench.Solved) bool) (n int) {
		for _, s := range solved {
			if in(s) {
				n++
			}
		}
		return n
	}
	for limit := time.Millisecond; l.MoveTime > 0 && limit < l.MoveTime; limit *= 10 {
		fmt.Fprintf(w, "%3d of %d after %v\n", count(func(s bench.Solved) bool { return s.Time <= limit }), shots, limit)
	}
	most := l.Nodes
	for _, s := range solved {
		most = max(most, s.Nodes)
	}
	for limit := int64(1000); limit < most; limit *= 10 {
		fmt.Fprintf(w, "%3d of %d after %d nodes\n", count(func(s bench.Solved) bool { return s.Nodes <= limit }), shots, limit)
	}
	_, err := fmt.Fprintf(w, "%d of %d solved\n", len(solved), shots)
	return err
}

// makeShots prints new shots in the form of the file in bench.
func (c benchSolveCmd) makeShots(w io.Writer) error {
	out, made := csv.NewWriter(w), 0
	err := bench.MakeShots(context.Background(), c.Variant.Rules, c.Seed, func(s bench.Shot) bool {
		_ = out.Write(s.Row()) // kept until Flush
		out.Flush()
		made++
		return made < c.Make && out.Error() == nil
	})
	return cmp.Or(err, out.Error())
}
