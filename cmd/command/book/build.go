package book

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"stupol/book"
	"stupol/book/endgame"
	"stupol/book/expansion"
	"stupol/cmd/build"
	"stupol/cmd/exit"
	"stupol/cmd/flags"
	"stupol/eval"
	"stupol/eval/files/input"
	"stupol/eval/files/output"
	"stupol/movegen"
	"stupol/protocol/library"
	"stupol/protocol/opening"
	"stupol/protocol/progress"
	"stupol/protocol/words"
	"stupol/search"
	"stupol/search/handed"
)

// bookWorkFlags say how positions of a book are searched, by stupol book build and
// import.
type bookWorkFlags struct {
	flags.Evaluation `embed:""`
	flags.Overwrite  `embed:""`
	Out              string      `required:"" short:"o" placeholder:"FILE" file:"new" help:"The book."`
	Journal          string      `placeholder:"FILE" file:"run" help:"The positions expanded so far (default: FILE.journal, with the FILE of --out)."`
	Variant          flags.Rules `default:"international" placeholder:"NAME" help:"The game (default: ${default})."`
	From             string      `placeholder:"FILE" file:"read" help:"Go on from this book."`
	Nodes            int64       `default:"500000" placeholder:"N" help:"Nodes searched to score a move (default: ${default})."`
	Positions        int         `default:"1000" placeholder:"N" help:"Expand N positions in all, those of --from not counted (default: ${default})."`
	Time             flags.Time  `placeholder:"TIME" help:"End after this time, as 90m or 8h (default: when all is done)."`
	Threads          int         `placeholder:"N" help:"Positions expanded at a time (default: one a processor)."`
	Hash             int         `default:"${book_table}" placeholder:"MB" help:"Size of each thread's transposition table (default: ${default})."`
	Quiet            bool        `short:"q" help:"No progress on standard error."`
}

// bookBuildCmd is `stupol book build`.
type bookBuildCmd struct {
	bookWorkFlags `embed:""`
	Shard         *flags.Shard `placeholder:"I/N" help:"Expand only share I of N of the --positions that are next in --from; the first is 0. ${shard_help}"`
}

// Vars are the numbers in the help.
var Vars = kong.Vars{"book_table": fmt.Sprint(book.UsualTable >> 20)}

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
		flags.Within("nodes", c.Nodes, 1, flags.MaxNodes),
		flags.Within("positions", c.Positions, 1, flags.MaxCount),
		flags.Within("threads", c.Threads, 0, flags.MaxThreads),
		flags.Within("hash", c.Hash, 1, 1<<20),
		flags.Within("time", int64(c.Time), 0, flags.MaxNodes),
	)
}

// journalName returns the name of the journal, "" if there is none.
func (c bookWorkFlags) journalName() string {
	return flags.JournalName(c.Journal, c.Out)
}

// MoreFiles names the journal, if no flag does.
func (c bookWorkFlags) MoreFiles() (read, written []string) {
	return flags.OwnJournal(c.Journal, c.Out)
}

// Run builds the book and prints a summary on w.
func (c bookBuildCmd) Run(w io.Writer) error {
	if c.Shard == nil {
		return c.run(w, bookRun{})
	}
	weights, err := eval.Fingerprint(c.Variant.Rules, c.EvalFile)
	if err != nil {
		return err
	}
	engine, err := build.Program()
	if err != nil {
		return err
	}
	share := expansion.Share{Shard: c.Shard.Shard, Positions: c.Positions}
	by := fmt.Sprintf("stupol %s, weights %s", engine, weights)
	return c.run(w, bookRun{positions: c.Shard.Share(c.Positions), share: share.String(), by: by, next: func(g *expansion.Graph) func() (movegen.Position, bool) {
		return expansion.FromList(g.Share(share))
	}})
}

// A bookRun is what sets a command that expands positions apart.
type bookRun struct {
	next      func(*expansion.Graph) func() (movegen.Position, bool) // the position to expand next; nil: as a graph says
	positions int                                                    // of the share, if there is one
	share     string                                                 // of the work, if not all
	by        string                                                 // the program and the weights, if all shares must be of the same
}

// run expands positions and writes the book.
func (c bookWorkFlags) run(w io.Writer, r bookRun) (err error) {
	ctx, stop := exit.UntilInterrupted()
	defer stop()
	evaluator, err := c.Evaluator(c.Variant.Rules)
	if err != nil {
		return err
	}
	work, err := c.begin(r, evaluator.Name())
	if err != nil {
		return err
	}
	file, err := c.openJournal(work)
	if err != nil {
		return err
	}
	if file != nil {
		defer func() { err = errors.Join(err, file.Close()) }()
	}
	scorers, err := handed.Scorers(flags.ThreadsOr(c.Threads), c.Nodes, search.Options{
		Rules: c.Variant.Rules, Eval: evaluator, TableBytes: int64(c.Hash) << 20, Endgames: endgame.Embedded(c.Variant.Rules),
	})
	if err != nil {
		return err
	}
	defer handed.Close(scorers)
	var searchers []expansion.Searcher
	for _, s := range scorers {
		searchers = append(searchers, s)
	}
	counter := progress.NewCounter(c.Quiet, uint64(cmp.Or(r.positions, c.Positions)), "positions")
	counter.Resume(uint64(work.Done()))
	work.OnExpansion = func() { counter.Advance(1) }
	limited := ctx
	if c.Time > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, time.Duration(c.Time))
		defer cancel()
	}
	err = work.Run(limited, searchers)
	counter.Close()
	switch {
	case errors.Is(err, context.DeadlineExceeded): // of --time
	case err != nil && file == nil:
		return err
	case err != nil:
		return exit.OrInterruption(err, "after "+words.Count(work.Done(), "position"))
	}
	b := work.Book(withOrigin(work.Header))
	size, err := output.Write(c.Out, flags.NewFile(c.Force), writeBook(b))
	if err == nil {
		words.Fprintf(w, "%s: %s, %d of them new, %s\n", movegen.Visible(c.Out), words.Count(b.Len(), "position"), work.Done(), words.Count(size, "byte"))
	}
	return err
}

// begin returns the work, which has the positions of --from.
func (c bookWorkFlags) begin(r bookRun, weights string) (*expansion.Work, error) {
	fingerprint, err := eval.Fingerprint(c.Variant.Rules, c.EvalFile)
	if err != nil {
		return nil, err
	}
	header := book.Header{
		Variant: c.Variant.Name, Nodes: c.Nodes, Weights: weights, WeightsHash: fingerprint, Pieces: endgame.Embedded(c.Variant.Rules).Pieces(),
	}
	if table := int64(c.Hash) << 20; table != book.UsualTable {
		header.TableBytes = table
	}
	work := expansion.NewWork(c.Variant.Rules, header)
	work.Positions, work.Share, work.By, work.Choose = c.Positions, r.share, r.by, r.next
	if c.From == "" {
		return work, nil
	}
	data, err := input.ReadFile(c.From, book.MaxFile)
	if err != nil {
		return nil, err
	}
	name := "--from " + c.From
	b, err := parseBook(name, data)
	if err == nil {
		err = checkGame(b, c.Variant.Rules, name)
	}
	if err != nil {
		return nil, err
	}
	if err := work.Extend(b, fmt.Sprintf("%08x", crc32.ChecksumIEEE(data))); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return work, nil
}

// openJournal lets the work go on where its journal ends, and returns the file of that, nil
// if there is none.
func (c bookWorkFlags) openJournal(work *expansion.Work) (file output.Handle, err error) {
	name := c.journalName()
	if name == "" {
		return nil, work.Open(nil)
	}
	if file, err = output.Resume(name); err != nil {
		return nil, err
	}
	if err := work.Open(file); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", name, err), file.Close())
	}
	return file, nil
}

// bookMergeCmd is `stupol book merge`.
type bookMergeCmd struct {
	flags.Overwrite `embed:""`
	Out             string   `required:"" short:"o" placeholder:"FILE" file:"new" help:"The book."`
	Books           []string `arg:"" placeholder:"FILE" file:"read" help:"The books, all of one game and made with the same settings."`
}

// Help is the manual.
func (bookMergeCmd) Help() string {
	return `Makes a book with the positions of all the books, and works out the scores anew. Books
with scores of other searches (other nodes, tables, weights or databases) are refused.

Example:

    stupol book merge --out my.book share0.book share1.book share2.book share3.book`
}

// Run merges the books and prints a summary on w.
func (c bookMergeCmd) Run(w io.Writer) error {
	var graph *expansion.Graph
	var header book.Header
	for _, name := range c.Books {
		b, err := readBook(name)
		if err != nil {
			return err
		}
		if graph == nil {
			graph, header = expansion.NewGraphWithDatabases(b.Rules()), b.Header
		}
		if err = header.SameSearches(b.Header); err == nil {
			err = graph.AddBook(b)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	b := graph.Book(withOrigin(header))
	size, err := output.Write(c.Out, flags.NewFile(c.Force), writeBook(b))
	if err == nil {
		words.Fprintf(w, "%s: %s, %s\n", movegen.Visible(c.Out), words.Count(b.Len(), "position"), words.Count(size, "byte"))
	}
	return err
}

// withOrigin returns h with this program, this day and this command.
func withOrigin(h book.Header) book.Header {
	h.Engine, h.Date = build.Version(), time.Now().Format(time.DateOnly)
	h.Command = strings.Join(append([]string{"stupol"}, os.Args[1:]...), " ")
	return h
}

// bookImportCmd is `stupol book import`.
type bookImportCmd struct {
	bookWorkFlags `embed:""`
	Plies         int      `default:"20" placeholder:"N" help:"Only the first N moves of both sides together (default: ${default})."`
	MinGames      int      `default:"2" placeholder:"N" help:"Only positions of at least N games (default: ${default})."`
	Library       string   `short:"l" placeholder:"FILE" file:"read" help:"A library whose games count, too: see stupol games."`
	Games         []string `arg:"" optional:"" placeholder:"FILE" file:"read" help:"The games, in PDN."`
}

// Help is the manual.
func (bookImportCmd) Help() string {
	return `Expands positions that were played, those of most games first: also those after moves
that a build would leave out, because they are worse than others by six tenths of a man
or seem to be. Games that end in an illegal move count up to it. Games of another kind of
draughts are left out. The games come from files, from a library, or from both.

Examples:

    stupol book import --from my.book --out larger.book --positions 500 games.pdn
    stupol book import --out my.book --library my.games --min-games 20`
}

// Validate checks the numbers.
func (c bookImportCmd) Validate() error {
	if len(c.Games) == 0 && c.Library == "" {
		return errors.New("which games? name files, or --library")
	}
	return errors.Join(c.bookWorkFlags.Validate(),
		flags.Within("plies", c.Plies, 0, flags.MaxCount), flags.Within("min-games", c.MinGames, 1, flags.MaxCount))
}

// Run expands the positions and prints a summary on w.
func (c bookImportCmd) Run(w io.Writer) error {
	played, games, names := expansion.Played{}, 0, c.Games
	for _, name := range c.Games {
		n, err := c.count(played, name)
		if err != nil {
			return err
		}
		games += n
	}
	if c.Library != "" {
		n, err := c.countLibrary(played)
		if err != nil {
			return err
		}
		games += n
		names = append(names, c.Library)
	}
	if games == 0 {
		return fmt.Errorf("no games of %s in %s", c.Variant.Title, strings.Join(names, ", "))
	}
	words.Fprintf(w, "%s, %s\n", words.Count(games, "game"), words.Count(len(played), "position"))
	share := fmt.Sprintf("positions of %d games in %s", games, strings.Join(names, ", "))
	return c.run(w, bookRun{share: share, next: func(g *expansion.Graph) func() (movegen.Position, bool) {
		return func() (movegen.Position, bool) { return g.MostPlayed(played, c.MinGames) }
	}})
}

// count counts the positions of the games of a file and returns how many games it has.
func (c bookImportCmd) count(played expansion.Played, name string) (games int, err error) {
	file, err := input.Open(name)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	if games, err = opening.CountPlayed(played, file, c.Variant.Rules, c.Plies); err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return games, err
}

// countLibrary counts the positions of the games of the library and returns how many it has.
func (c bookImportCmd) countLibrary(played expansion.Played) (games int, err error) {
	r := c.Variant.Rules
	err = flags.InLibrary{Library: c.Library}.Look(func(ctx context.Context, l *library.Library) error {
		return l.Lines(ctx, library.Query{Rules: r}, func(start movegen.Position, moves []movegen.Move) error {
			if len(moves) > 0 {
				games++
				played.Add(r, start, moves, c.Plies)
			}
			return nil
		})
	})
	return games, err
}
