package pdn

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"stupol/cmd/build"
	"stupol/cmd/console"
	"stupol/cmd/exit"
	"stupol/cmd/flags"
	"stupol/eval"
	"stupol/eval/files/input"
	"stupol/eval/files/output"
	"stupol/eval/files/output/journal"
	"stupol/movegen"
	"stupol/protocol/analysis"
	"stupol/protocol/library"
	"stupol/protocol/params"
	"stupol/protocol/pdn"
	"stupol/protocol/progress"
	"stupol/protocol/words"
)

// Analyze is `stupol analyze`.
type Analyze struct {
	flags.PDN         `embed:""`
	flags.Evaluation  `embed:""`
	flags.UseEndgames `embed:""`

	Book     bool   `negatable:"" default:"true" help:"Say which move left the opening book."`
	BookFile string `placeholder:"FILE" file:"read" help:"The opening book (default: the one in the program)."`

	Why bool `negatable:"" default:"true" help:"Say in the list of mistakes, and in the games with comments, why moves are bad."`

	Library string `short:"l" placeholder:"FILE" file:"read" help:"Say which move left what the games of this library had played, and who had played it."`

	File  string       `arg:"" file:"read" help:"A file of games; - is standard input."`
	Games flags.Ranges `placeholder:"LIST" help:"Only these games of the file, as 1-3,7 (default: all)."`
	Plies flags.Range  `placeholder:"A-B" help:"Judge only these moves, those of both sides counted from 1 (default: all)."`

	Nodes    *int64     `xor:"budget" placeholder:"N" help:"Nodes searched for a move that matters (default: 200000)."`
	MoveTime flags.Time `xor:"budget" placeholder:"TIME" help:"Time searched for a move that matters, instead."`
	Threads  int        `placeholder:"N" help:"Positions searched at a time (default: one a processor)."`
	Hash     int        `default:"16" placeholder:"MB" help:"Size of each thread's transposition table (default: ${default})."`

	Out      string         `short:"o" placeholder:"FILE" file:"new" help:"The games with comments, as PDN."`
	Report   string         `placeholder:"FILE" file:"new" help:"The report, a page in HTML."`
	Language flags.Language `placeholder:"NAME" help:"Language of the report: ${languages} (default: en)."`
	Board    flags.Board    `default:"${board}" placeholder:"ADDR" help:"Where the links of the report find the board: the port or host:port of stupol web, or an address with http:// (default: ${board})."`
	Shard    flags.Shard    `default:"0/1" placeholder:"I/N" help:"Analyze only shard I of N of the games, for a journal that stupol merge puts together with the others; the first is 0 (default: ${default}). ${shard_help}"`
	Journal  string         `placeholder:"FILE" file:"run" help:"What has been found so far (default: FILE.journal, with the FILE of --out or else --report)."`
	JSON     bool           `name:"json" help:"Print one JSON object a game and line."`
	Quiet    bool           `short:"q" help:"No progress on standard error."`

	flags.Overwrite `embed:""`
}

// Help is the manual.
func (Analyze) Help() string {
	return `Searches every position of every game and says which moves were inaccuracies, mistakes
and blunders, and what would have been better. A move loses chances: how many follows
from the scores before and after it, and from what a score means in this game. Forced
moves, and moves that keep what endgame databases know, do not count. The formulas are
in go doc stupol/protocol/analysis.

The mistakes and blunders are printed, and a table: accuracy, the mean loss of chances,
inaccuracies (?!), mistakes (?), blunders (??) and only moves that were found.

All positions are searched with a quarter of the budget, but for those with a single move;
where a move seems to be bad, or the only one, the whole budget follows, and four times as
much if it still does. So a game takes about half the budget for each move that is not
forced, and some more for each mistake. The page of stupol web says the same with its
budgets, quick (--nodes 20000), normal (the default) and deep (--nodes 2000000).

--out has the games with evaluations from White's view ([%eval 0.35], [%eval #5] for a win
in five moves), the signs $6 for an inaccuracy, $2 for a mistake, $4 for a blunder and $7
for the only move, and the better line as a variation. Comments that are there stay, and so
do signs: a move that its author has marked gets no other sign. What an earlier analysis has
written is replaced.

Behind a mistake stands why it is one, if that can be shown: a shot with what it gives and
takes, a man that cannot be held, a value of the databases that is lost, and so on. Pieces
are counted by a search of their own, and what is not proved is not said; go doc
stupol/protocol/reason has all reasons with their definitions. --no-why leaves them out, but
not from --report and --json, where a program finds key and facts.

--report is a single page to look at or to print, in the language that --language names,
with links to stupol web, which lets one learn from the mistakes of a side. They lead to the
port that stupol web has without --listen, on the machine where the report is read; --board
names another one, or a board without a server.

With --nodes the results do not depend on the number of threads. An interrupted analysis
goes on when the same command is given again. The journal serves other --games and --plies
of the same file as well; without it nothing is kept. It may be removed in the end.

Examples:

    stupol analyze game.pdn
    stupol analyze game.pdn --move-time 1 --out annotated.pdn --report game.html
    stupol analyze tournament.pdn --games 1-3,7 --nodes 1000000 --report three.html
    stupol analyze game.pdn --report partia.html --language pl
    stupol analyze game.pdn --library my.games
    stupol analyze game.pdn --json`
}

// Validate checks the numbers.
func (c Analyze) Validate() error {
	const longest = 24 * 60 * 60.
	return cmp.Or(
		flags.Within("nodes", c.budget(), 1, flags.MaxNodes/4),
		flags.Within("move-time", time.Duration(c.MoveTime).Seconds(), 0, longest),
		flags.Within("threads", c.Threads, 0, flags.MaxThreads),
		flags.Within("hash", c.Hash, 1, int(flags.Memory()>>20)),
		c.Shard.Keeps(c.Journal, c.Out, c.Report),
		c.UseEndgames.Validate(),
	)
}

// budget returns the nodes to search.
func (c Analyze) budget() int64 {
	if c.Nodes == nil {
		return analysis.UsualNodes
	}
	return *c.Nodes
}

// journal returns the name of the journal, "" if there is none.
func (c Analyze) journal() string { return flags.JournalName(c.Journal, cmp.Or(c.Out, c.Report)) }

// MoreFiles returns the journal.
func (c Analyze) MoreFiles() (read, written []string) {
	return flags.OwnJournal(c.Journal, cmp.Or(c.Out, c.Report))
}

// Run analyzes the games and writes what was asked for, or a summary on w.
func (c Analyze) Run(w io.Writer) error {
	in, err := c.read()
	if err != nil {
		return err
	}
	defer in.Close()
	if err := c.know(in); err != nil {
		return err
	}
	ctx, stop := exit.UntilInterrupted()
	defer stop()
	if err := c.followLibrary(ctx, in); err != nil {
		return err
	}
	if err := c.analyze(ctx, in); err != nil {
		return err
	}
	for _, g := range in.Games() {
		g.Silent = !c.Why
	}
	if err := c.write(w, in); err != nil {
		return err
	}
	if in.Faulty > 0 {
		return fmt.Errorf("faults in %d of %d games", in.Faulty, in.Selected)
	}
	return nil
}

// followLibrary looks where the games leave what those of the library have played.
func (c Analyze) followLibrary(ctx context.Context, in *analyzeInput) error {
	if c.Library == "" {
		return nil
	}
	l, err := library.OpenReadOnly(c.Library)
	if err != nil {
		return err
	}
	for _, g := range in.Games() {
		var d *library.Departure
		if d, err = l.Departure(ctx, g.Record, g.Rules); err != nil {
			break
		}
		if d != nil {
			g.Departs(d)
		}
	}
	return cmp.Or(err, l.Close())
}

// analyzeInput is what stupol analyze works with.
type analyzeInput struct {
	*analysis.Input
	sum     string            // SHA-256 of the file
	weights map[string]string // fingerprints, by the name of the rules
}

// read reads the file and all that is needed for its games.
func (c Analyze) read() (*analyzeInput, error) {
	file, err := c.Source(c.File)
	if err != nil {
		return nil, err
	}
	flags.TellMeaning(file)
	in := &analyzeInput{weights: map[string]string{}}
	if in.sum, err = file.Hash(); err != nil {
		return nil, err
	}
	in.Input, err = analysis.Selection{
		Survey: file.Survey, Has: c.has, Plies: analysis.Plies{First: c.Plies.First, Last: c.Plies.Last},
		OnFault: func(number int, fault *pdn.Error) { fmt.Fprintln(console.Stderr, file.Place(number, fault)) },
	}.Read(file.Games())
	if err != nil {
		return nil, err
	}
	if c.Games.Last() > in.Total {
		return nil, fmt.Errorf("--games: %s has %s", c.File, words.Count(in.Total, "game"))
	}
	if len(in.Games()) == 0 {
		return nil, fmt.Errorf("%s: no game to analyze", c.File)
	}
	return in, nil
}

// has reports whether a game is to be analyzed; they are counted from 1.
func (c Analyze) has(number int) bool { return c.Games.Has(number) && c.Shard.Has(number-1) }

// know opens what is known of the variants. The caller closes in, whatever err is.
func (c Analyze) know(in *analyzeInput) error {
	for _, r := range in.Rules {
		var k analysis.Knowledge
		var err error
		if k.Eval, err = c.Evaluator(r); err != nil {
			return err
		}
		if in.weights[r.Name], err = eval.Fingerprint(r, c.EvalFile); err != nil {
			return err
		}
		if k.Book, err = (params.Book{Use: c.Book, Plies: 1, File: c.BookFile}).Open(r, input.Folder); err != nil {
			return err
		}
		k.Endgames = c.OpenEndgames(r)
		in.Knowledge[r] = k
	}
	return nil
}

// analyze searches, with a journal if there is to be one.
func (c Analyze) analyze(ctx context.Context, in *analyzeInput) (err error) {
	a := analysis.New(in.Games(), in.Knowledge)
	a.TableBytes, a.Threads = int64(c.Hash)<<20, flags.ThreadsOr(c.Threads)
	if a.MoveTime = time.Duration(c.MoveTime); a.MoveTime == 0 {
		a.Nodes = c.budget()
	}
	if name := c.journal(); name != "" {
		file, failed := output.Resume(name) // err is the result
		if failed != nil {
			return failed
		}
		defer func() { err = errors.Join(err, file.Close()) }()
		j, failed := journal.Open(file, c.header(in), a.Add)
		if failed != nil {
			return fmt.Errorf("%s: %w", name, failed)
		}
		a.OnFinding = j.Add
	}
	display := progress.New(c.Quiet, 0)
	defer display.Hide()
	last := 0
	a.OnProgress = func(pass, done, total int) {
		if total != last {
			display.Restart()
			last = total
		}
		display.Show(done, total, func() string {
			return words.Sprintf("pass %d of 3: %d of %s", pass, done, words.Count(total, "search"))
		})
	}
	err = a.Run(ctx)
	if c.journal() != "" {
		err = exit.OrInterruption(err, "")
	}
	return err
}

// write writes the results.
func (c Analyze) write(w io.Writer, in *analyzeInput) error {
	if c.Out != "" {
		if err := flags.WriteFile(c.Out, flags.NewFile(c.Force), in.Write); err != nil {
			return err
		}
	}
	if c.Report != "" {
		about := analysis.About{Program: "Stupol " + build.Version(), Budget: c.budgetText(), Board: string(c.Board), Language: c.Language.Language}
		if c.File != "-" {
			about.File = filepath.Base(c.File)
		}
		page := func(w io.Writer) error { return analysis.WriteReport(w, in.Games(), about) }
		if err := flags.WriteFile(c.Report, flags.NewFile(c.Force), page); err != nil {
			return err
		}
	}
	if c.JSON {
		encoder := json.NewEncoder(w)
		for _, g := range in.Games() {
			if err := encoder.Encode(g.Explained()); err != nil {
				return err
			}
		}
		return nil
	}
	return printSummaries(w, in.Games())
}

// budgetText says how long was searched.
func (c Analyze) budgetText() string {
	if c.MoveTime != 0 {
		seconds := strconv.FormatFloat(time.Duration(c.MoveTime).Seconds(), 'f', -1, 64)
		return c.Language.Say("{n} s", "n", c.Language.Decimal(seconds))
	}
	return c.Language.Say("{n} node|{n} nodes", "n", c.budget())
}

// printSummaries prints the mistakes and blunders of each game, and a table with a row for
// each side of it.
func printSummaries(w io.Writer, games []*analysis.Game) error {
	for _, g := range games {
		lines := g.Mistakes()
		if left := g.LeftLibrary(); left != "" {
			lines = append([]string{movegen.Visible(left)}, lines...)
		}
		if len(lines) > 0 {
			fmt.Fprintf(w, "game %d\n  %s\n\n", g.Number, strings.Join(lines, "\n  "))
		}
	}
	table := output.NewTable(w)
	fmt.Fprintln(table, "game\tside\tplayer\taccuracy\tloss\t?!\t?\t??\tonly")
	for _, g := range games {
		sides := analysis.Summarize(g.Judgements())
		for _, color := range []movegen.Color{movegen.White, movegen.Black} {
			s, accuracy, loss := sides[color], "-", "-"
			if s.Moves > 0 {
				accuracy, loss = fmt.Sprintf("%.1f %%", s.Accuracy), fmt.Sprintf("%.1f %%", 100*s.Loss)
			}
			fmt.Fprintf(table, "%d\t%s\t%s\t%s\t%s\t%d\t%d\t%d\t%d\n", g.Number, color, movegen.Visible(g.Record.Tag(color.String())),
				accuracy, loss, s.Inaccuracies, s.Mistakes, s.Blunders, s.OnlyMoves)
		}
	}
	return table.Flush()
}

// header returns the header of the journal.
func (c Analyze) header(in *analyzeInput) any {
	type header struct {
		Version  int               `json:"version"` // of the format
		Engine   string            `json:"engine"`
		Games    string            `json:"games_sha256"`
		Rules    []string          `json:"rules"`
		Nodes    int64             `json:"nodes"` // 0: by time
		MoveTime string            `json:"move_time"`
		Hash     int               `json:"hash"`
		Weights  map[string]string `json:"weights"`
		Pieces   map[string]int    `json:"pieces"` // of the databases
	}
	h := header{
		Version: 1, Engine: build.Version(), Games: in.sum, Hash: c.Hash, MoveTime: time.Duration(c.MoveTime).String(),
		Weights: in.weights, Pieces: map[string]int{},
	}
	if c.MoveTime == 0 {
		h.Nodes = c.budget()
	}
	for r, k := range in.Knowledge {
		h.Pieces[r.Name] = k.Endgames.MostPieces()
	}
	for _, r := range in.Rules {
		h.Rules = append(h.Rules, r.Name)
	}
	return h
}
