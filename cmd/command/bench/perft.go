package bench

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"stupol/cmd/flags"
	"stupol/movegen"
)

// maxDepth is the largest depth. No count of interest is beyond it.
const maxDepth = 100

// Perft is `stupol perft`.
type Perft struct {
	flags.Position `embed:""`
	Depth          int  `default:"6" placeholder:"N" help:"Count to this many moves (default: ${default})."`
	Divide         bool `help:"Break the last count down by first move."`
	Threads        int  `default:"1" placeholder:"N" help:"Count in parallel (default: ${default})."`
	Hash           int  `default:"0" placeholder:"MB" help:"Remember counts in a table of this size (default: ${default}, no table)."`
	List           bool `help:"List the moves of the last ply, too, instead of counting them: slower, on one thread and without a table."`
	JSON           bool `name:"json" help:"One JSON object a depth and line."`
}

// Help is the manual.
func (Perft) Help() string {
	return `Perft counts the lines of legal moves from a position, move by move deeper. The
counts are known for many positions, so they prove a move generator right, and
the time taken shows its speed. Two captures are one move when they start and
end on the same squares and take the same pieces.

With --json a line is

    {"variant":"international","fen":"W:W31-50:B1-20","depth":1,"nodes":9,"seconds":0.000001}

Examples:

    stupol perft --depth 10
    stupol perft --depth 12 --threads 2 --hash 256
    stupol perft --variant russian --depth 8 --json
    stupol perft --fen W:WK46:BK5,28 --depth 4 --divide`
}

// Validate checks the numbers.
func (c Perft) Validate() error {
	return cmp.Or(
		flags.Within("depth", c.Depth, 1, maxDepth),
		flags.Within("threads", c.Threads, 1, flags.MaxThreads),
		flags.Within("hash", c.Hash, 0, int(flags.Memory()>>20)),
		c.listAlone(),
	)
}

// listAlone returns an error if --list is given with what does not list.
func (c Perft) listAlone() error {
	if c.List && (c.Divide || c.Threads > 1 || c.Hash > 0) {
		return errors.New("--list goes with neither --divide nor --threads nor --hash")
	}
	return nil
}

// perftCount is the result for one depth.
type perftCount struct {
	Variant string           `json:"variant"`
	FEN     string           `json:"fen"`
	Depth   int              `json:"depth"`
	Nodes   int64            `json:"nodes"`
	Seconds float64          `json:"seconds"`
	Divide  map[string]int64 `json:"divide,omitempty"`
}

// Run counts depth by depth, reporting each on w as soon as it is known.
func (c Perft) Run(w io.Writer) error {
	rules, p, fen, err := c.Read()
	if err != nil {
		return err
	}
	var table *movegen.PerftTable
	if c.Hash > 0 {
		table = movegen.NewPerftTable(int64(c.Hash) << 20)
	}
	report := c.reporter(w)
	for depth := 1; depth <= c.Depth; depth++ {
		count := perftCount{Variant: rules.Name, FEN: fen, Depth: depth}
		began := time.Now()
		if c.List {
			count.Nodes = rules.PerftListed(&p, depth)
		} else if c.Divide && depth == c.Depth {
			count.Divide, count.Nodes = c.divide(rules, &p, table)
		} else {
			count.Nodes = rules.PerftParallel(&p, depth, c.Threads, table)
		}
		count.Seconds = time.Since(began).Seconds()
		if err := report(count); err != nil {
			return err
		}
	}
	return nil
}

// reporter returns the function that prints one result in the form asked for.
func (c Perft) reporter(w io.Writer) func(perftCount) error {
	if c.JSON {
		out := json.NewEncoder(w)
		return func(count perftCount) error { return out.Encode(count) }
	}
	fmt.Fprintf(w, "%5s %16s %9s %9s\n", "depth", "nodes", "seconds", "Mnodes/s")
	return func(count perftCount) error {
		for _, move := range slices.Sorted(maps.Keys(count.Divide)) {
			fmt.Fprintf(w, "%5s %16d  %s\n", "", count.Divide[move], move)
		}
		_, err := fmt.Fprintf(w, "%5d %16d %9.3f %9s\n",
			count.Depth, count.Nodes, count.Seconds, speed(count.Nodes, count.Seconds))
		return err
	}
}

// speed returns a rate in millions a second as text, or a dash where the time
// is too short to tell.
func speed(nodes int64, seconds float64) string {
	if seconds < 0.001 {
		return "-"
	}
	return fmt.Sprintf("%.1f", float64(nodes)/seconds/1e6)
}

// divide returns the count for the last depth after each first move, and the
// sum.
func (c Perft) divide(rules *movegen.Rules, p *movegen.Position, table *movegen.PerftTable) (counts map[string]int64, total int64) {
	counts = make(map[string]int64)
	for _, m := range rules.Moves(nil, p) {
		next := rules.Play(p, m)
		n := rules.PerftParallel(&next, c.Depth-1, c.Threads, table)
		counts[rules.HubMove(m)] = n
		total += n
	}
	return counts, total
}
