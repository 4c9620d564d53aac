package bench

import (
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"stupol/bench"
	"stupol/cmd/flags"
	"stupol/movegen"
	"stupol/search"
)

// benchSolveCmd is `stupol bench solve`.
type benchSolveCmd struct {
	Variant  *flags.Rules `placeholder:"NAME" help:"Only this game (default: all)."`
	MoveTime flags.Time   `default:"1s" placeholder:"TIME" help:"Time for a position (default: ${default})."`
	Nodes    int64        `placeholder:"N" help:"Nodes for a position, and then no time limit."`
	Threads  int          `default:"1" placeholder:"N" help:"Threads of a search (default: ${default})."`
	Hash     int          `default:"64" placeholder:"MB" help:"Size of the transposition table (default: ${default})."`
	Verbose  bool         `help:"A line a position."`
	JSON     bool         `name:"json" help:"One JSON object a position and line."`
}

// Help is the manual.
func (benchSolveCmd) Help() string {
	return `Stupol carries positions in which only one move wins material by force, and that
move is a sacrifice: shots, made by "stupol bench make-shots". Each is searched for the
same time. It is solved when the right move becomes the best and stays it. The table
tells how many are solved after how long, and after how many nodes.

Examples:

    stupol bench solve
    stupol bench solve --variant international --nodes 1000000 --threads 2`
}

// Validate checks the numbers.
func (c benchSolveCmd) Validate() error {
	if c.MoveTime == 0 {
		return errors.New("--move-time: it must be positive")
	}
	return cmp.Or(flags.Within("nodes", c.Nodes, 0, flags.MaxNodes), flags.Within("threads", c.Threads, 1, flags.MaxThreads),
		flags.Within("hash", c.Hash, 1, int(flags.Memory()>>20)))
}

// limits returns the limits of a search.
func (c benchSolveCmd) limits() search.Limits {
	if c.Nodes > 0 {
		return search.Limits{Nodes: c.Nodes}
	}
	return search.Limits{MoveTime: time.Duration(c.MoveTime)}
}

// Run solves the positions.
func (c benchSolveCmd) Run(w io.Writer) error {
	var rules *movegen.Rules
	if c.Variant != nil {
		rules = c.Variant.Rules
	}
	shots, err := bench.Shots(rules)
	if err != nil {
		return err
	}
	if len(shots) == 0 {
		return fmt.Errorf("bench solve has no positions of %s", rules.Name)
	}
	var solved []bench.Solved
	for _, s := range shots {
		result, err := s.Solve(context.Background(), c.limits(), c.Threads, int64(c.Hash)<<20)
		if err != nil {
			return err
		}
		if result.Found {
			solved = append(solved, result)
		}
		if err := c.print(w, s, result); err != nil {
			return err
		}
	}
	if c.JSON {
		return nil
	}
	return bench.WriteSolved(w, solved, len(shots), c.limits())
}

// solvedRow is the JSON form of the result of a position.
type solvedRow struct {
	Variant string  `json:"variant"`
	FEN     string  `json:"fen"`
	Move    string  `json:"move"`
	Solved  bool    `json:"solved"`
	Seconds float64 `json:"seconds"` // until it was, as are the nodes
	Nodes   int64   `json:"nodes"`
}

// print prints the line of a position, if there is one.
func (c benchSolveCmd) print(w io.Writer, s bench.Shot, r bench.Solved) (err error) {
	switch {
	case c.JSON:
		err = json.NewEncoder(w).Encode(solvedRow{s.Rules.Name, s.FEN, s.Move, r.Found, r.Time.Seconds(), r.Nodes})
	case c.Verbose:
		_, err = fmt.Fprintf(w, "%-13s %-10s %6v %10v %10d  %s\n", s.Rules.Name, s.Move, r.Found, tenths(r.Time), r.Nodes, s.FEN)
	}
	return err
}

// benchMakeShotsCmd is `stupol bench make-shots`.
type benchMakeShotsCmd struct {
	Variant flags.Rules `default:"international" placeholder:"NAME" help:"The game (default: ${default})."`
	Count   int         `default:"100" placeholder:"N" help:"How many to make (default: ${default})."`
	Seed    uint64      `default:"1" placeholder:"N" help:"Another seed gives other positions (default: ${default})."`
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
func (c benchMakeShotsCmd) Validate() error { return flags.Within("count", c.Count, 1, 1_000_000) }

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
