package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"runtime"
	"runtime/pprof"

	"stupol/bench"
	"stupol/movegen"
)

// searchBenchFlags are what both search benches ask for.
type searchBenchFlags struct {
	Variant *rulesFlag `placeholder:"NAME" help:"The game (default: international)."`
	All     bool       `help:"The positions of all games."`
	Depth   int        `default:"9" placeholder:"N" help:"Search to this nominal depth (default: ${default})."`
	Table   int        `default:"64" placeholder:"MB" help:"Size of the transposition table (default: ${default})."`
}

// Validate checks the numbers.
func (f searchBenchFlags) Validate() error {
	return cmp.Or(within("depth", f.Depth, 1, maxDepth), within("table", f.Table, 1, int(memory()>>20)))
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
	Profile          string `placeholder:"FILE" file:"new" help:"Write a profile of where the time goes."`
	forceFlag        `embed:""`
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
    stupol bench search --all --depth 17 --table 16 --profile cmd/stupol/default.pgo --force`
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
	return writeFile(c.Profile, newFile(c.Force), func(w io.Writer) error {
		_, err := profile.WriteTo(w)
		return err
	})
}

func (c benchSearchCmd) search(w io.Writer) error {
	positions, err := c.positions()
	if err != nil {
		return err
	}
	var total bench.SearchRun
	fmt.Fprintf(w, "%12s %8s %7s  %-12s %s\n", "nodes", "seconds", "score", "move", "position")
	for _, p := range positions {
		result, took, err := p.Search(context.Background(), c.Depth, 1, int64(c.Table)<<20)
		if err != nil {
			return err
		}
		total.Add(took)
		if _, err := fmt.Fprintf(w, "%12d %8.3f %7v  %-12s %s %s\n", took.Nodes, took.Time.Seconds(),
			result.Score, p.Rules.HubMove(result.Move), p.Rules.Name, p.FEN); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(w, "%d nodes %d nps\n", total.Nodes, total.PerSecond())
	return err
}

// benchSMPCmd is `stupol bench smp`.
type benchSMPCmd struct {
	searchBenchFlags `embed:""`
	Threads          int `default:"0" placeholder:"T" help:"Try 1 to T threads (default: as many as there are processors)."`
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
	return cmp.Or(c.searchBenchFlags.Validate(), within("threads", c.Threads, 0, maxThreads))
}

// Run searches the whole set for each number of threads.
func (c benchSMPCmd) Run(w io.Writer) error {
	positions, err := c.positions()
	if err != nil {
		return err
	}
	threads := c.Threads
	if threads == 0 {
		threads = runtime.NumCPU()
	}
	fmt.Fprintf(w, "%7s %14s %12s %9s %9s %9s\n", "threads", "nodes", "nps", "seconds", "nps x", "time x")
	var alone bench.SearchRun
	for t := 1; t <= threads; t++ {
		var total bench.SearchRun
		for _, p := range positions {
			_, took, err := p.Search(context.Background(), c.Depth, t, int64(c.Table)<<20)
			if err != nil {
				return err
			}
			total.Add(took)
		}
		if t == 1 {
			alone = total
		}
		if _, err := fmt.Fprintf(w, "%7d %14d %12d %9.3f %9.2f %9.2f\n", t, total.Nodes, total.PerSecond(), total.Time.Seconds(),
			float64(total.PerSecond())/float64(alone.PerSecond()), alone.Time.Seconds()/total.Time.Seconds()); err != nil {
			return err
		}
	}
	return nil
}
