package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"stupol/bench/journal"
	"stupol/book/output"
	"stupol/movegen"
	"stupol/protocol/analysis"
	"stupol/protocol/pdn"
)

// analyzeCmd is `stupol analyze`.
type analyzeCmd struct {
	pdnFlags        `embed:""`
	evalFlag        `embed:""`
	endgameUseFlags `embed:""`

	Book     bool   `negatable:"" default:"true" help:"Say which move left the opening book."`
	BookFile string `placeholder:"FILE" file:"read" help:"The opening book (default: the one in the program)."`

	File  string    `arg:"" file:"read" help:"A file of games; - is standard input."`
	Games rangeList `placeholder:"LIST" help:"Only these games of the file, as 1-3,7 (default: all)."`
	Plies rangeFlag `placeholder:"A-B" help:"Judge only these moves, those of both sides counted from 1 (default: all)."`

	Nodes    *int64   `xor:"budget" placeholder:"N" help:"Nodes searched for a move that matters (default: 200000)."`
	MoveTime timeFlag `xor:"budget" placeholder:"TIME" help:"Time searched for a move that matters, instead."`
	Threads  int      `placeholder:"T" help:"Positions searched at a time (default: one a processor)."`
	Hash     int      `default:"16" placeholder:"MB" help:"Size of each thread's transposition table (default: ${default})."`

	Out     string `short:"o" placeholder:"FILE" file:"new" help:"The games with comments, as PDN."`
	Report  string `placeholder:"FILE" file:"new" help:"The report, a page in HTML."`
	Journal string `placeholder:"FILE" file:"run" help:"What has been found so far (default: FILE.journal, with the FILE of --out or else --report)."`
	JSON    bool   `name:"json" help:"Print one JSON object a game and line."`
	Quiet   bool   `short:"q" help:"No progress on standard error."`

	forceFlag `embed:""`
}

// defaultAnalysisNodes is the budget if none is given.
const defaultAnalysisNodes = 200_000

// Help is the manual.
func (analyzeCmd) Help() string {
	return `Searches every position of every game and says which moves were inaccuracies, mistakes
and blunders, and what would have been better. A move loses chances: how many follows
from the scores before and after it, and from what a score means in this game. Forced
moves, and moves that keep what endgame databases know, do not count. The formulas are
in go doc stupol/protocol/analysis.

The mistakes and blunders are printed, and a table: accuracy, the mean loss of chances,
inaccuracies (?!), mistakes (?), blunders (??) and only moves that were found.

All positions are searched with a quarter of the budget; where a move seems to be bad,
or the only one, the whole budget follows, and four times as much if it still does. So a
game takes about half the budget a move, and some more for each mistake.

--out has the games with evaluations from White's view ([%eval 0.35], [%eval #5] for a win
in five moves), the signs $6 for an inaccuracy, $2 for a mistake, $4 for a blunder and $7
for the only move, and the better line as a variation. Comments that are there stay; those
of an earlier analysis are replaced. --report is a single page to look at or to print.

With --nodes the results do not depend on the number of threads. An interrupted analysis
goes on when the same command is given again. The journal serves other --games and --plies
of the same file as well; without it nothing is kept. It may be removed in the end.

Examples:

    stupol analyze game.pdn
    stupol analyze game.pdn --move-time 1 --out annotated.pdn --report game.html
    stupol analyze tournament.pdn --games 1-3,7 --nodes 1000000 --report three.html
    stupol analyze game.pdn --json`
}

// Validate checks the numbers.
func (c analyzeCmd) Validate() error {
	const longest = 24 * 60 * 60.
	return cmp.Or(
		within("nodes", c.budget(), 1, maxNodes/4),
		within("move-time", time.Duration(c.MoveTime).Seconds(), 0, longest),
		within("threads", c.Threads, 0, maxThreads),
		within("hash", c.Hash, 1, int(memory()>>20)),
		c.endgameUseFlags.Validate(),
	)
}

// budget returns the nodes to search.
func (c analyzeCmd) budget() int64 {
	if c.Nodes == nil {
		return defaultAnalysisNodes
	}
	return *c.Nodes
}

// journal returns the name of the journal, "" if there is none.
func (c analyzeCmd) journal() string {
	if beside := cmp.Or(c.Out, c.Report); c.Journal == "" && beside != "" {
		return beside + ".journal"
	}
	return c.Journal
}

// moreFiles returns the journal.
func (c analyzeCmd) moreFiles() (read, written []string) {
	if name := c.journal(); name != "" && c.Journal == "" {
		written = append(written, name)
	}
	return nil, written
}

// Run analyzes the games and writes what was asked for, or a summary on w.
func (c analyzeCmd) Run(w io.Writer) error {
	in, err := c.read()
	if err != nil {
		return err
	}
	defer in.close()
	ctx, stop := untilInterrupted()
	defer stop()
	if err := c.analyze(ctx, in); err != nil {
		return err
	}
	if err := c.write(w, in); err != nil {
		return err
	}
	if in.faulty > 0 {
		return fmt.Errorf("faults in %d of %d games", in.faulty, len(in.records))
	}
	return nil
}

// analyze searches, with a journal if there is to be one.
func (c analyzeCmd) analyze(ctx context.Context, in *analyzeInput) (err error) {
	a := analysis.New(in.analyzed(), in.knowledge)
	a.TableBytes, a.Threads = int64(c.Hash)<<20, threadsOr(c.Threads)
	if a.MoveTime = time.Duration(c.MoveTime); a.MoveTime == 0 {
		a.Nodes = c.budget()
	}
	if name := c.journal(); name != "" {
		file, err := output.Resume(name)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, file.Close()) }()
		j, err := journal.Open(file, c.header(in), a.Add)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		a.OnFinding = j.Add
	}
	display := newDisplay(c.Quiet, 0)
	defer display.hide()
	last := 0
	a.OnProgress = func(pass, done, total int) {
		if total != last {
			display.restart()
			last = total
		}
		display.show(done, total, func() string { return fmt.Sprintf("pass %d of 3: %d of %d searches", pass, done, total) })
	}
	err = a.Run(ctx)
	if c.journal() != "" {
		err = orInterruption(err, "")
	}
	return err
}

// write writes the results.
func (c analyzeCmd) write(w io.Writer, in *analyzeInput) error {
	if c.Out != "" {
		if err := writeFile(c.Out, newFile(c.Force), in.writeGames); err != nil {
			return err
		}
	}
	if c.Report != "" {
		about := analysis.About{Program: "Stupol " + version(), Budget: c.budgetText()}
		if c.File != "-" {
			about.File = filepath.Base(c.File)
		}
		page := func(w io.Writer) error { return analysis.WriteReport(w, in.analyzed(), about) }
		if err := writeFile(c.Report, newFile(c.Force), page); err != nil {
			return err
		}
	}
	if c.JSON {
		encoder := json.NewEncoder(w)
		for _, g := range in.analyzed() {
			if err := encoder.Encode(g.Data()); err != nil {
				return err
			}
		}
		return nil
	}
	return printSummaries(w, in.analyzed())
}

// budgetText says how long was searched.
func (c analyzeCmd) budgetText() string {
	if c.MoveTime != 0 {
		return time.Duration(c.MoveTime).String()
	}
	return fmt.Sprintf("%d nodes", c.budget())
}

// printSummaries prints the mistakes and blunders of each game, and a table with a row for
// each side of it.
func printSummaries(w io.Writer, games []*analysis.Game) error {
	for _, g := range games {
		if lines := g.Mistakes(); len(lines) > 0 {
			fmt.Fprintf(w, "game %d\n  %s\n\n", g.Number, strings.Join(lines, "\n  "))
		}
	}
	table := newTable(w)
	fmt.Fprintln(table, "game\tside\tplayer\taccuracy\tloss\t?!\t?\t??\tonly")
	for _, g := range games {
		sides := analysis.Summarize(g.Judgements())
		for _, color := range []movegen.Color{movegen.White, movegen.Black} {
			s, accuracy, loss := sides[color], "-", "-"
			if s.Moves > 0 {
				accuracy, loss = fmt.Sprintf("%.1f %%", s.Accuracy), fmt.Sprintf("%.1f %%", 100*s.Loss)
			}
			fmt.Fprintf(table, "%d\t%s\t%s\t%s\t%s\t%d\t%d\t%d\t%d\n", g.Number, color, g.Record.Tag(color.String()),
				accuracy, loss, s.Inaccuracies, s.Mistakes, s.Blunders, s.OnlyMoves)
		}
	}
	return table.Flush()
}

// writeGames writes the games with comments. Those that could not be analyzed are
// written as they are.
func (in *analyzeInput) writeGames(w io.Writer) error {
	out := pdn.NewWriter(w)
	for _, r := range in.records {
		g := r.raw
		if r.game != nil {
			g = r.game.Annotated()
		}
		if err := out.Write(g); err != nil {
			return err
		}
	}
	return nil
}

// header returns the header of the journal.
func (c analyzeCmd) header(in *analyzeInput) any {
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
		Version: 1, Engine: version(), Games: in.sum, Hash: c.Hash, MoveTime: time.Duration(c.MoveTime).String(),
		Weights: in.weights, Pieces: map[string]int{},
	}
	if c.MoveTime == 0 {
		h.Nodes = c.budget()
	}
	for r, k := range in.knowledge {
		h.Pieces[r.Name] = k.Endgames.MostPieces()
	}
	h.Rules = in.ruleNames
	return h
}

// fault reports what is wrong with a game of the file.
func (c analyzeCmd) fault(file *pdnSource, number int, fault *pdn.Error) {
	fmt.Fprintln(os.Stderr, file.place(number, fault))
}
