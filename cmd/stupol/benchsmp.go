package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"

	"stupol/bench"
)

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
	return cmp.Or(c.searchBenchFlags.Validate(), within("threads", c.Threads, 0, maxThreads))
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
	for t := 1; t <= threadsOr(c.Threads); t++ {
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
