package book

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"stupol/book"
	"stupol/book/endgame"
	"stupol/book/exam"
	"stupol/cmd/console"
	"stupol/cmd/exit"
	"stupol/cmd/flags"
	"stupol/eval"
	"stupol/eval/files/output"
	"stupol/eval/files/output/journal"
	"stupol/eval/work/shard"
	"stupol/movegen"
	"stupol/protocol/pdn"
	"stupol/protocol/progress"
	"stupol/protocol/words"
	"stupol/search"
	"stupol/search/handed"
)

// bookExamCmd is `stupol book exam`.
type bookExamCmd struct {
	bookFlags        `embed:""`
	flags.Evaluation `embed:""`
	Positions        int         `default:"300" placeholder:"N" help:"Number of positions (default: ${default})."`
	Nodes            int64       `default:"20000000" placeholder:"N" help:"Nodes of each search (default: ${default})."`
	MaxLoss          float64     `aliases:"margin" default:"0.1" placeholder:"MEN" help:"By how much a move played may be worse than the best one (default: ${default})."`
	Seed             uint64      `default:"1" placeholder:"N" help:"Of the choice of moves and positions (default: ${default})."`
	Threads          int         `placeholder:"N" help:"Positions searched at a time (default: one a processor)."`
	Hash             int         `default:"128" placeholder:"MB" help:"Size of each thread's transposition table (default: ${default})."`
	Shard            flags.Shard `default:"0/1" placeholder:"I/N" help:"Examine only shard I of N of the positions, for a journal that stupol merge puts together with the others; the first is 0 (default: ${default}). ${shard_help}"`
	Journal          string      `placeholder:"FILE" file:"run" help:"Keep what was found, so that the same command goes on after an interruption."`
	JSON             bool        `name:"json" help:"One JSON object."`
	Quiet            bool        `short:"q" help:"No progress on standard error."`
}

// Help is the manual.
func (bookExamCmd) Help() string {
	return `Plays games from the book, every move chosen at random within the margin, the better the
likelier. Positions in which the book has a move are taken from them, one a game and
none twice. A long search then finds its own move, and if it is not the book's best
another one as long gives a score to that. The regret is by how much the book's move is
worse, in men; at least 0.

Examples:

    stupol book exam
    stupol book exam --variant russian --positions 100 --journal exam.jsonl`
}

// Validate checks the numbers.
func (c bookExamCmd) Validate() error {
	return cmp.Or(flags.Within("positions", c.Positions, 1, flags.MaxCount), flags.Within("nodes", c.Nodes, 1, flags.MaxNodes),
		flags.Within("max-loss", c.MaxLoss, 0, flags.MaxMen), flags.Within("threads", c.Threads, 0, flags.MaxThreads),
		flags.Within("hash", c.Hash, 1, 1<<20), c.Shard.Keeps(c.Journal))
}

// Run examines the book and prints the outcome on w.
func (c bookExamCmd) Run(w io.Writer) error {
	b, err := c.open()
	if err != nil {
		return err
	}
	positions := exam.Choose(b, c.Positions, book.Score(flags.Hundredths(c.MaxLoss)), c.Seed)
	if len(positions) == 0 {
		return errors.New("the book has no move in any position")
	}
	if len(positions) < c.Positions {
		words.Fprintf(console.Stderr, "stupol: only %s of %d: play from the book meets no others\n", words.Count(len(positions), "position"), c.Positions)
	}
	comparisons, err := c.examine(b, shard.Select(c.Shard.Shard, positions))
	if err != nil {
		return err
	}
	result := exam.Sum(b, comparisons)
	if c.JSON {
		return json.NewEncoder(w).Encode(result)
	}
	return printExam(w, result)
}

// examine searches the positions, several at a time.
func (c bookExamCmd) examine(b *book.Book, positions []movegen.Position) (comparisons []exam.Comparison, err error) {
	ctx, stop := exit.UntilInterrupted()
	defer stop()
	evaluator, err := c.Evaluator(b.Rules())
	if err != nil {
		return nil, err
	}
	x := exam.Exam{Book: b, Text: func(p *movegen.Position, m movegen.Move) string { return pdn.Usual.Move(b.Rules(), p, m) }}
	scorers, err := handed.Scorers(flags.ThreadsOr(c.Threads), c.Nodes, search.Options{
		Rules: b.Rules(), Eval: evaluator, TableBytes: int64(c.Hash) << 20, Endgames: endgame.Embedded(b.Rules()),
	})
	if err != nil {
		return nil, err
	}
	defer handed.Close(scorers)
	for _, s := range scorers {
		x.Searchers = append(x.Searchers, s)
	}
	if c.Journal != "" {
		var file output.Handle
		if file, err = c.openJournal(&x, evaluator.Name()); err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, file.Close()) }()
	}
	counter := progress.NewCounter(c.Quiet, uint64(len(positions)), "positions")
	defer counter.Close()
	x.OnProgress = func() { counter.Advance(1) }
	comparisons, err = x.Run(ctx, positions)
	if c.Journal != "" {
		err = exit.OrInterruption(err, "")
	}
	return comparisons, err
}

// openJournal reads the comparisons of the journal and has the exam write others to it.
func (c bookExamCmd) openJournal(x *exam.Exam, weights string) (output.Handle, error) {
	sum := crc32.NewIEEE()
	if _, err := x.Book.WriteTo(sum); err != nil {
		return nil, err
	}
	fingerprint, err := eval.Fingerprint(x.Book.Rules(), c.EvalFile)
	if err != nil {
		return nil, err
	}
	file, err := output.Resume(c.Journal)
	if err != nil {
		return nil, err
	}
	x.Known = map[string]exam.Comparison{}
	j, err := journal.Open(file, struct {
		Version int         `json:"version"`
		Book    book.Header `json:"book"`
		Nodes   int64       `json:"nodes"`
		Weights string      `json:"weights"`
		Hash    string      `json:"weights_sha256"`
		Sum     string      `json:"book_crc32"`
	}{2, x.Book.Header, c.Nodes, weights, fingerprint, fmt.Sprintf("%08x", sum.Sum32())}, func(f *exam.Comparison) error {
		x.Known[f.FEN] = *f
		return nil
	})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", c.Journal, err), file.Close())
	}
	x.OnComparison = j.Add
	return file, nil
}

// printExam prints the outcome on w, with the worst comparisons.
func printExam(w io.Writer, e exam.Summary) error {
	const most = 10
	words.Fprintf(w, "%s; in %d the search finds the book's move\nregret in men: %.4f on average, %.2f at most\n",
		words.Count(e.Positions, "position"), e.Same, e.Mean, e.Worst)
	if e.Worst == 0 {
		return nil
	}
	t := output.NewTable(w)
	fmt.Fprintln(t, "regret\tbook\tsearch\tscore\tposition\t")
	for _, f := range e.Comparisons[:min(most, len(e.Comparisons))] {
		fmt.Fprintf(t, "%.2f\t%s\t%s\t%+.2f\t%s\t\n", f.Regret, f.Book, f.Search, f.Best, f.FEN)
	}
	return t.Flush()
}
