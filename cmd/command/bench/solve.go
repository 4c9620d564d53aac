package bench

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"stupol/bench"
	"stupol/cmd/flags"
	"stupol/eval/files/input"
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
	Shots    string       `placeholder:"FILE" file:"read" help:"Positions that stupol bench make-shots printed (default: those of the program)."`
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
    stupol bench solve --variant international --nodes 1000000 --threads 2
    stupol bench solve --shots own.csv --move-time 100ms

Other engines solve them with "stupol bench compare --shots".`
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
	shots, err := shotsOf(c.Shots, rules)
	if err != nil {
		return err
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

// shotsOf returns the shots of a game in the file of that name, or in the program without one; of all
// games if rules is nil. There is at least one.
func shotsOf(name string, rules *movegen.Rules) (list []bench.Shot, err error) {
	where := "the program"
	if name == "" {
		list, err = bench.Shots(rules)
	} else {
		const largest = 16 << 20
		where = movegen.Visible(name)
		var text []byte
		if text, err = input.ReadFile(name, largest); err == nil {
			list, err = bench.ReadShots(bytes.NewReader(text), rules)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", where, err)
	}
	if len(list) == 0 {
		what := "shots"
		if rules != nil {
			what += " of " + rules.Name
		}
		return nil, fmt.Errorf("%s has no %s", where, what)
	}
	return list, nil
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
