package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"stupol/bench/journal"
	"stupol/book"
	"stupol/book/endgame"
	"stupol/book/output"
	"stupol/eval"
	"stupol/movegen"
	"stupol/protocol/pdn"
	"stupol/search"
)

// bookExamCmd is `stupol book exam`.
type bookExamCmd struct {
	bookFlags `embed:""`
	evalFlag  `embed:""`
	Positions int     `default:"300" placeholder:"N" help:"Number of positions (default: ${default})."`
	Nodes     int64   `default:"20000000" placeholder:"N" help:"Nodes of each search (default: ${default})."`
	Margin    float64 `default:"0.1" placeholder:"MEN" help:"By how much a move played may be worse than the best one (default: ${default})."`
	Seed      uint64  `default:"1" placeholder:"N" help:"Of the choice of moves and positions (default: ${default})."`
	Threads   int     `placeholder:"T" help:"Positions searched at a time (default: one a processor)."`
	Hash      int     `default:"128" placeholder:"MB" help:"Size of each thread's transposition table (default: ${default})."`
	Journal   string  `placeholder:"FILE" file:"run" help:"Keep what was found, so that the same command goes on after an interruption."`
	JSON      bool    `name:"json" help:"One JSON object."`
	Quiet     bool    `short:"q" help:"No progress on standard error."`
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
	return cmp.Or(within("positions", c.Positions, 1, maxCount), within("nodes", c.Nodes, 1, maxNodes),
		within("margin", c.Margin, 0, maxMen), within("threads", c.Threads, 0, maxThreads),
		within("hash", c.Hash, 1, 1<<20))
}

// A bookFinding is what an exam found out about a position.
type bookFinding struct {
	FEN    string  `json:"fen"`
	Book   string  `json:"book"`   // its move
	Search string  `json:"search"` // the move of the search
	Best   float64 `json:"best"`   // the score of that
	Regret float64 `json:"regret"`
}

// A bookExam is the outcome of an exam.
type bookExam struct {
	Variant   string        `json:"variant"`
	Positions int           `json:"positions"`
	Same      int           `json:"same"` // in which the search found the book's move
	Mean      float64       `json:"mean"` // regret
	Worst     float64       `json:"worst"`
	Findings  []bookFinding `json:"findings,omitempty"` // the largest regret first
}

// Run examines the book and prints the outcome on w.
func (c bookExamCmd) Run(w io.Writer) error {
	b, err := c.open()
	if err != nil {
		return err
	}
	positions := c.choose(b)
	if len(positions) == 0 {
		return errors.New("the book has no move in any position")
	}
	if len(positions) < c.Positions {
		fmt.Fprintf(os.Stderr, "stupol: only %d positions of %d: play from the book meets no others\n", len(positions), c.Positions)
	}
	findings, err := c.examine(b, positions)
	if err != nil {
		return err
	}
	exam := newBookExam(b, findings)
	if c.JSON {
		return json.NewEncoder(w).Encode(exam)
	}
	return exam.print(w)
}

// choose returns positions that the book has a move in, from games in which both sides
// play from it.
func (c bookExamCmd) choose(b *book.Book) (chosen []movegen.Position) {
	const tries = 100 // games for a position
	random := rand.New(rand.NewPCG(c.Seed, 0))
	options := book.Options{Plies: maxCount, Margin: book.Score(hundredths(c.Margin)), Random: random}
	seen := map[book.Key]bool{}
	for i := 0; i < tries*c.Positions && len(chosen) < c.Positions; i++ {
		var met []movegen.Position
		for g := movegen.NewGame(b.Rules()); ; {
			answer, ok := b.Choose(g, options)
			if !ok {
				break
			}
			met = append(met, *g.Position())
			g.Push(answer.Move)
		}
		if len(met) == 0 {
			return nil
		}
		p := met[random.IntN(len(met))]
		if key := book.KeyOf(b.Rules(), &p); !seen[key] {
			seen[key] = true
			chosen = append(chosen, p)
		}
	}
	return chosen
}

// examine searches the positions, several at a time.
func (c bookExamCmd) examine(b *book.Book, positions []movegen.Position) (findings []bookFinding, err error) {
	ctx, stop := untilInterrupted()
	defer stop()
	x, err := c.newExaminer(b, len(positions))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, x.close()) }()
	findings = make([]bookFinding, len(positions))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(cap(x.engines))
	for i, p := range positions {
		group.Go(func() (err error) {
			findings[i], err = x.examine(ctx, p)
			return err
		})
	}
	err = group.Wait()
	switch {
	case err == nil:
		return findings, nil
	case c.Journal != "":
		return nil, orInterruption(err, "")
	}
	return nil, err
}

// A bookExaminer finds out about positions.
type bookExaminer struct {
	book     *book.Book
	nodes    int64
	engines  chan *search.Engine // that are free
	known    map[string]bookFinding
	progress *progress

	mu      sync.Mutex // guards the journal
	file    *os.File   // of the journal; nil: there is none
	journal *journal.Journal[bookFinding]
}

func (c bookExamCmd) newExaminer(b *book.Book, positions int) (*bookExaminer, error) {
	x := &bookExaminer{
		book: b, nodes: c.Nodes, engines: make(chan *search.Engine, threadsOr(c.Threads)), known: map[string]bookFinding{},
		progress: newProgress(c.Quiet, uint64(positions), "positions"),
	}
	evaluator, err := c.evaluator(b.Rules())
	if err != nil {
		return nil, err
	}
	for range cap(x.engines) {
		e, err := search.New(search.Options{
			Rules: b.Rules(), Eval: evaluator, TableBytes: int64(c.Hash) << 20, Endgames: endgame.Embedded(b.Rules()),
		})
		if err != nil {
			return nil, err
		}
		x.engines <- e
	}
	if c.Journal == "" {
		return x, nil
	}
	sum := crc32.NewIEEE()
	if _, err := b.WriteTo(sum); err != nil {
		return nil, err
	}
	weights, err := eval.Fingerprint(b.Rules(), c.EvalFile)
	if err != nil {
		return nil, err
	}
	if x.file, err = output.Resume(c.Journal); err != nil {
		return nil, err
	}
	x.journal, err = journal.Open(x.file, struct {
		Version int         `json:"version"`
		Book    book.Header `json:"book"`
		Nodes   int64       `json:"nodes"`
		Weights string      `json:"weights"`
		Hash    string      `json:"weights_sha256"`
		Sum     string      `json:"book_crc32"`
	}{2, b.Header, c.Nodes, evaluator.Name(), weights, fmt.Sprintf("%08x", sum.Sum32())}, func(f *bookFinding) error {
		x.known[f.FEN] = *f
		return nil
	})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", c.Journal, err), x.close())
	}
	return x, nil
}

// close gives back what the examiner took.
func (x *bookExaminer) close() error {
	x.progress.close()
	for range len(x.engines) {
		(<-x.engines).Close()
	}
	if x.file == nil {
		return nil
	}
	return x.file.Close()
}

// examine returns what is known of p, or finds it out.
func (x *bookExaminer) examine(ctx context.Context, p movegen.Position) (bookFinding, error) {
	defer x.progress.advance(1)
	if f, ok := x.known[x.book.Rules().FEN(&p)]; ok {
		return f, nil
	}
	engine := <-x.engines
	defer func() { x.engines <- engine }()
	f, err := x.regret(ctx, engine, p)
	if err != nil || x.journal == nil {
		return f, err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	return f, x.journal.Add(&f)
}

// regret compares the book's move in p with that of a search.
func (x *bookExaminer) regret(ctx context.Context, engine *search.Engine, p movegen.Position) (bookFinding, error) {
	rules := x.book.Rules()
	move := book.Best(x.book.Lookup(&p)).Move
	own, err := x.search(ctx, engine, p)
	if err != nil {
		return bookFinding{}, err
	}
	f := bookFinding{
		FEN: rules.FEN(&p), Book: pdn.Usual.Move(rules, &p, move), Search: pdn.Usual.Move(rules, &p, own.Move), Best: float64(own.Score) / 100,
	}
	if move != own.Move {
		other, err := x.search(ctx, engine, p, move)
		if err != nil {
			return f, err
		}
		f.Regret = max(0, float64(own.Score-other.Score)/100)
	}
	return f, nil
}

// search searches p, or some of its moves.
func (x *bookExaminer) search(ctx context.Context, engine *search.Engine, p movegen.Position, moves ...movegen.Move) (search.Result, error) {
	engine.Clear()
	limits := search.Limits{Nodes: x.nodes, Moves: moves, Analyze: true}
	r, err := engine.Search(ctx, movegen.NewGameFrom(x.book.Rules(), p, nil), limits, nil)
	if err == nil {
		err = ctx.Err()
	}
	return r, err
}

// newBookExam sums findings up.
func newBookExam(b *book.Book, findings []bookFinding) bookExam {
	e := bookExam{Variant: b.Rules().Name, Positions: len(findings)}
	for _, f := range findings {
		if f.Book == f.Search {
			e.Same++
		} else {
			e.Findings = append(e.Findings, f)
		}
		e.Mean += f.Regret / float64(len(findings))
		e.Worst = max(e.Worst, f.Regret)
	}
	slices.SortStableFunc(e.Findings, func(f, g bookFinding) int { return cmp.Compare(g.Regret, f.Regret) })
	return e
}

// print prints the exam on w, with the worst findings.
func (e bookExam) print(w io.Writer) error {
	const most = 10
	fmt.Fprintf(w, "%d positions; in %d the search finds the book's move\nregret in men: %.4f on average, %.2f at most\n",
		e.Positions, e.Same, e.Mean, e.Worst)
	if e.Worst == 0 {
		return nil
	}
	t := newTable(w)
	fmt.Fprintln(t, "regret\tbook\tsearch\tscore\tposition\t")
	for _, f := range e.Findings[:min(most, len(e.Findings))] {
		fmt.Fprintf(t, "%.2f\t%s\t%s\t%+.2f\t%s\t\n", f.Regret, f.Book, f.Search, f.Best, f.FEN)
	}
	return t.Flush()
}
