package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"stupol/book/build"
	"stupol/book/output"
	"stupol/eval"
	"stupol/movegen"
)

// bookWorkFlags say how positions of a book are searched, by stupol book build and
// import.
type bookWorkFlags struct {
	evalFlag  `embed:""`
	forceFlag `embed:""`
	Out       string    `required:"" short:"o" placeholder:"FILE" file:"new" help:"The book."`
	Journal   string    `placeholder:"FILE" file:"run" help:"The positions expanded so far (default: FILE.journal, with the FILE of --out)."`
	Variant   rulesFlag `default:"international" placeholder:"NAME" help:"The game (default: ${default})."`
	From      string    `placeholder:"FILE" file:"read" help:"Go on from this book."`
	Nodes     int64     `default:"500000" placeholder:"N" help:"Nodes searched to score a move (default: ${default})."`
	Positions int       `default:"1000" placeholder:"N" help:"Expand N positions in all, those of --from not counted (default: ${default})."`
	Time      timeFlag  `placeholder:"TIME" help:"End after this time, as 90m or 8h (default: when all is done)."`
	Threads   int       `placeholder:"T" help:"Positions expanded at a time (default: one a processor)."`
	Hash      int       `default:"${book_table}" placeholder:"MB" help:"Size of each thread's transposition table (default: ${default})."`
	Quiet     bool      `short:"q" help:"No progress on standard error."`
}

// bookBuildCmd is `stupol book build`.
type bookBuildCmd struct {
	bookWorkFlags `embed:""`
	Shard         *shardFlag `placeholder:"I/N" help:"Expand only share I of N of the --positions that are next in --from; the first is 0. ${shard_help}"`
}

// Help is the manual.
func (bookBuildCmd) Help() string {
	return `Expands, again and again, the position at which play would soonest leave the book. To
expand a position is to search the position after each of its moves and to work out the
scores of all positions that lead to it. A move that is worse than the best one by a
tenth of a man counts as three plies more; moves worse by six tenths are not followed.

The journal has every expanded position as soon as it is known. The same command
continues an interrupted build, and with more --positions and --force a finished one.
With one thread equal commands make equal books.

Shards divide the work among machines: each expands its share of the positions that are
next in the book of --from, and stupol book merge puts the shares together. One such
round expands positions that are known now; the next begins with the merged book.

Examples:

    stupol book build --out my.book --positions 2000
    stupol book build --variant russian --nodes 200000 --time 2h --out russian.book
    stupol book build --from my.book --positions 500 --shard 3/16 --out share3.book`
}

// Validate checks the numbers.
func (c bookWorkFlags) Validate() error {
	return cmp.Or(
		within("nodes", c.Nodes, 1, maxNodes),
		within("positions", c.Positions, 1, maxCount),
		within("threads", c.Threads, 0, maxThreads),
		within("hash", c.Hash, 1, 1<<20),
		within("time", int64(c.Time), 0, maxNodes),
	)
}

func (c bookWorkFlags) journalName() string { return cmp.Or(c.Journal, c.Out+".journal") }

// moreFiles names the journal, if no flag does.
func (c bookWorkFlags) moreFiles() (read, written []string) {
	if c.Journal == "" {
		written = append(written, c.journalName())
	}
	return nil, written
}

// shareFormat is how a journal names the share of a shard: "3/16 of 500 positions".
const shareFormat = "%d/%d of %d positions"

// Run builds the book and prints a summary on w.
func (c bookBuildCmd) Run(w io.Writer) error {
	if c.Shard == nil {
		return c.run(w, bookRun{next: func(g *build.Graph) func() (movegen.Position, bool) { return g.Next }})
	}
	weights, err := eval.Fingerprint(c.Variant.Rules, c.EvalFile)
	if err != nil {
		return err
	}
	engine, err := program()
	if err != nil {
		return err
	}
	share := fmt.Sprintf(shareFormat, c.Shard.Index, c.Shard.Of, c.Positions)
	by := fmt.Sprintf("stupol %s, weights %s", engine, weights)
	return c.run(w, bookRun{positions: c.Shard.Share(c.Positions), share: share, by: by, next: func(g *build.Graph) func() (movegen.Position, bool) {
		return build.FromList(g.Share(c.Positions, c.Shard.Index, c.Shard.Of))
	}})
}

// A bookRun is what sets a command that expands positions apart.
type bookRun struct {
	next      func(*build.Graph) func() (movegen.Position, bool) // the position to expand next
	positions int                                                // of the share, if there is one
	share     string                                             // of the work, if not all
	by        string                                             // the program and the weights, if all shares must be of the same
}

// run expands positions and writes the book.
func (c bookWorkFlags) run(w io.Writer, r bookRun) (err error) {
	ctx, stop := untilInterrupted()
	defer stop()
	work, err := c.open(r)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, work.close()) }()
	limited := ctx
	if c.Time > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, time.Duration(c.Time))
		defer cancel()
	}
	err = work.builder.Build(limited)
	work.progress.close()
	switch {
	case errors.Is(err, context.DeadlineExceeded): // of --time
	case err != nil:
		return orInterruption(err, fmt.Sprintf("after %d positions", work.done))
	}
	size, err := output.Write(c.Out, newFile(c.Force), writeBook(work.book()))
	if err == nil {
		fmt.Fprintf(w, "%s: %d positions, %d of them new, %d bytes\n", c.Out, work.builder.Graph.Len(), work.done, size)
	}
	return err
}
