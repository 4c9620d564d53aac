package main

import (
	"cmp"
	"fmt"
	"io"
	"runtime/debug"
	"time"

	"stupol/book/endgame"
	"stupol/book/endgame/build"
)

// endgameBuildCmd is `stupol endgame build`.
type endgameBuildCmd struct {
	Variant rulesFlag `default:"international" placeholder:"NAME" help:"The game (default: ${default})."`
	Dir     string    `name:"bb-dir" required:"" placeholder:"DIR" file:"databases" help:"The folder of the databases; it is made if need be."`
	Pieces  int       `default:"4" placeholder:"N" help:"All positions of 2 to N pieces (default: ${default})."`
	Threads int       `placeholder:"T" help:"Work in parallel (default: one thread a processor)."`
	Memory  float64   `placeholder:"GB" help:"Take no more memory, and do not begin if it is too little (default: what there is)."`
	Shard   shardFlag `default:"0/1" placeholder:"I/N" help:"Build only shard I of N; the first is 0 (default: ${default}). ${shard_help}"`
	Quiet   bool      `short:"q" help:"Show no progress."`
}

// Help is the manual.
func (endgameBuildCmd) Help() string {
	return `Files go to a folder named after the game in --bb-dir, for each material with each
side to move one of the values and up to four pieces one of the distances; on 100
squares four pieces take 2 MB on disk. Files that are there and whole are kept, so
an interrupted build goes on where it was. Draw rules that count moves are left
aside, and in Frisian the rule of three king moves too.

On one processor four pieces take a minute on 100 squares, and about ten seconds
on 64; with one piece more it is twenty times that. Memory is for all positions
with fewer pieces, two bits each, and what two materials at a time need: under
1 GB for five pieces on 100 squares, 6 GB for six.

Shards divide the materials among processes that run at the same time with the same
--bb-dir, on one machine or on a file system that several share. Each waits for what
it needs of the others.

Examples:

    stupol endgame build --pieces 4 --bb-dir endgames
    stupol endgame build --variant russian --pieces 5 --bb-dir endgames --threads 2
    stupol endgame build --variant russian --pieces 6 --bb-dir /shared --shard env/16`
}

// Validate checks the numbers.
func (c endgameBuildCmd) Validate() error {
	const most = 1e6 // GB
	return cmp.Or(within("pieces", c.Pieces, 2, endgame.MaxPieces), within("threads", c.Threads, 0, maxThreads),
		within("memory", c.Memory, 0, most))
}

// Run builds slice by slice, reporting each on w when it is done.
func (c endgameBuildCmd) Run(w io.Writer) error {
	if err := c.checkMemory(); err != nil {
		return err
	}
	ctx, stop := untilInterrupted()
	defer stop()
	printSliceTitle(w)
	began, progress := time.Now(), c.progress()
	defer progress.close()
	err := build.Databases(ctx, c.Variant.Rules, build.Options{
		Pieces: c.Pieces, Threads: threadsOr(c.Threads), Dir: c.Dir,
		Advance: progress.advance,
		Shard:   c.Shard.Has,
		Wait: func(s endgame.Slice, why error) {
			progress.hide()
			fmt.Fprintf(w, "waiting for %v of another shard: %v\n", s, why)
		},
		Done: func(i endgame.Info, built bool) {
			remark := "kept"
			if built {
				remark = fmt.Sprintf("%.1f s", time.Since(began).Seconds())
			}
			progress.hide()
			printSlice(w, i.Slice.String(), i, remark)
			began = time.Now()
		},
	})
	return orInterruption(err, "")
}

// progress returns what shows how many of the positions are done.
func (c endgameBuildCmd) progress() *progress {
	var positions uint64
	for n := 2; n <= c.Pieces; n++ {
		positions += endgame.Positions(c.Variant.Rules, n)
	}
	return newProgress(c.Quiet, positions, "positions")
}

// checkMemory returns an error if the work would not fit into the memory there
// is, or that was allowed. It tells the runtime of the latter.
func (c endgameBuildCmd) checkMemory() error {
	need, there := build.Memory(c.Variant.Rules, c.Pieces), memory()
	if c.Memory > 0 {
		there = int64(c.Memory * (1 << 30))
		debug.SetMemoryLimit(there)
	}
	if need > there {
		return fmt.Errorf("--memory: %d pieces of %s take about %d MB, and there are %d",
			c.Pieces, c.Variant.Name, need>>20, there>>20)
	}
	return nil
}
