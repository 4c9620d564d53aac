package bench

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"runtime/pprof"

	"stupol/bench"
	"stupol/cmd/flags"
	"stupol/movegen"
)

// searchBenchFlags are the flags of both search benches.
type searchBenchFlags struct {
	Variant *flags.Rules `placeholder:"NAME" help:"The game (default: international)."`
	All     bool         `help:"The positions of all games."`
	Depth   int          `default:"9" placeholder:"N" help:"Search to this nominal depth (default: ${default})."`
	Hash    int          `default:"64" placeholder:"MB" help:"Size of the transposition table (default: ${default})."`
}

// Validate checks the numbers.
func (f searchBenchFlags) Validate() error {
	return cmp.Or(flags.Within("depth", f.Depth, 1, maxDepth), flags.Within("hash", f.Hash, 1, int(flags.Memory()>>20)))
}

// positions returns the positions asked for.
func (f searchBenchFlags) positions() ([]bench.SearchPosition, error) {
	switch {
	case f.All:
		return bench.SearchPositions(nil)
	case f.Variant != nil:
		return bench.SearchPositions(f.Variant.Rules)
	}
	return bench.SearchPositions(movegen.International())
}

// benchSearchCmd is `stupol bench search`.
type benchSearchCmd struct {
	searchBenchFlags `embed:""`
	JSON             bool   `name:"json" help:"One JSON object a position and line, and one for the sum."`
	Profile          string `placeholder:"FILE" file:"new" help:"Write a profile of where the time goes."`
	flags.Overwrite  `embed:""`
}

// Help is the manual.
func (benchSearchCmd) Help() string {
	return `A fixed set of positions from all stages of a game is searched to a fixed depth
on one thread, each with an empty table. The last line says how many nodes that
took and how many a second:

    12345678 nodes 5000000 nps

The first number is the signature of the engine: it is the same on every machine
and changes only when the search or the evaluation does.

Examples:

    stupol bench search
    stupol bench search --variant russian --depth 11
    stupol bench search --all --depth 7
    stupol bench search --all --depth 13 --profile search.prof`
}

// Run searches position by position.
func (c benchSearchCmd) Run(w io.Writer) error {
	if c.Profile == "" {
		return c.search(w)
	}
	var profile bytes.Buffer
	if err := pprof.StartCPUProfile(&profile); err != nil {
		return err
	}
	err := c.search(w)
	pprof.StopCPUProfile()
	if err != nil {
		return err
	}
	return flags.WriteFile(c.Profile, flags.NewFile(c.Force), func(w io.Writer) error {
		_, err := profile.WriteTo(w)
		return err
	})
}

// searchRow is the JSON form of the search of a position.
type searchRow struct {
	Variant string  `json:"variant"`
	FEN     string  `json:"fen"`
	Depth   int     `json:"depth"`
	Nodes   int64   `json:"nodes"`
	Seconds float64 `json:"seconds"`
	Score   float64 `json:"score"` // in men, for the side to move
	Move    string  `json:"move"`
}

// searchSum is the JSON form of the last line.
type searchSum struct {
	Nodes int64 `json:"nodes"`
	NPS   int64 `json:"nps"`
}

func (c benchSearchCmd) search(w io.Writer) error {
	positions, err := c.positions()
	if err != nil {
		return err
	}
	if !c.JSON {
		fmt.Fprintf(w, "%12s %8s %7s  %-12s %s\n", "nodes", "seconds", "score", "move", "position")
	}
	var total bench.SearchRun
	for _, p := range positions {
		result, run, err := p.Search(context.Background(), c.Depth, 1, int64(c.Hash)<<20)
		if err != nil {
			return err
		}
		total.Add(run)
		err = c.print(w, searchRow{
			Variant: p.Rules.Name, FEN: p.FEN, Depth: c.Depth, Nodes: run.Nodes, Seconds: run.Time.Seconds(),
			Score: float64(result.Score) / 100, Move: p.Rules.HubMove(result.Move),
		})
		if err != nil {
			return err
		}
	}
	if c.JSON {
		return json.NewEncoder(w).Encode(searchSum{total.Nodes, total.PerSecond()})
	}
	_, err = fmt.Fprintf(w, "%d nodes %d nps\n", total.Nodes, total.PerSecond())
	return err
}

// print prints the row of a position.
func (c benchSearchCmd) print(w io.Writer, r searchRow) error {
	if c.JSON {
		return json.NewEncoder(w).Encode(r)
	}
	_, err := fmt.Fprintf(w, "%12d %8.3f %7.2f  %-12s %s %s\n", r.Nodes, r.Seconds, r.Score, r.Move, r.Variant, r.FEN)
	return err
}

// benchSMPCmd is `stupol bench smp`.
type benchSMPCmd struct {
	searchBenchFlags `embed:""`
	Threads          int  `default:"0" placeholder:"N" help:"Try 1 to N threads (default: as many as there are processors)."`
	JSON             bool `name:"json" help:"One JSON object a number of threads and line."`
}

// Help is the manual.
func (benchSMPCmd) Help() string {
	return `The positions of "stupol bench search" are searched to the same depth with one
thread, with two, and so on. A line for each number of threads gives the nodes
visited a second and the time to reach the depth, and both against one thread.

Example:

    stupol bench smp --depth 11 --threads 2`
}

// Validate checks the numbers.
func (c benchSMPCmd) Validate() error {
	return cmp.Or(c.searchBenchFlags.Validate(), flags.Within("threads", c.Threads, 0, flags.MaxThreads))
}

// smpRow is the result for a number of threads.
type smpRow struct {
	Threads int     `json:"threads"`
	Nodes   int64   `json:"nodes"`
	NPS     int64   `json:"nps"`
	Seconds float64 `json:"seconds"`
	Speed   float64 `json:"nps_ratio"`  // to that of one thread
	Speedup float64 `json:"time_ratio"` // of one thread to this
}

// Run searches the whole set for each number of threads.
func (c benchSMPCmd) Run(w io.Writer) error {
	positions, err := c.positions()
	if err != nil {
		return err
	}
	if !c.JSON {
		fmt.Fprintf(w, "%7s %14s %12s %9s %9s %9s\n", "threads", "nodes", "nps", "seconds", "nps x", "time x")
	}
	var alone bench.SearchRun
	for t := 1; t <= flags.ThreadsOr(c.Threads); t++ {
		total, err := c.search(positions, t)
		if err != nil {
			return err
		}
		if t == 1 {
			alone = total
		}
		err = c.print(w, smpRow{
			Threads: t, Nodes: total.Nodes, NPS: total.PerSecond(), Seconds: total.Time.Seconds(),
			Speed:   float64(total.PerSecond()) / float64(alone.PerSecond()),
			Speedup: alone.Time.Seconds() / total.Time.Seconds(),
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// search searches all positions with that number of threads.
func (c benchSMPCmd) search(positions []bench.SearchPosition, threads int) (total bench.SearchRun, err error) {
	for _, p := range positions {
		_, run, err := p.Search(context.Background(), c.Depth, threads, int64(c.Hash)<<20)
		if err != nil {
			return total, err
		}
		total.Add(run)
	}
	return total, nil
}

// print prints the row of a number of threads.
func (c benchSMPCmd) print(w io.Writer, r smpRow) error {
	if c.JSON {
		return json.NewEncoder(w).Encode(r)
	}
	_, err := fmt.Fprintf(w, "%7d %14d %12d %9.3f %9.2f %9.2f\n", r.Threads, r.Nodes, r.NPS, r.Seconds, r.Speed, r.Speedup)
	return err
}
