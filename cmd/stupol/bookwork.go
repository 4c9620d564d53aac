package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"os"

	"stupol/bench/journal"
	"stupol/book"
	"stupol/book/build"
	"stupol/book/endgame"
	"stupol/book/output"
	"stupol/eval"
	"stupol/eval/input"
	"stupol/movegen"
	"stupol/search"
)

// bookWork is a book in the making.
type bookWork struct {
	header   book.Header
	builder  build.Builder
	database *endgame.Database
	engines  []*search.Engine
	file     *os.File // the journal
	done     int      // positions expanded, those of earlier runs included
	progress *progress
}

// bookJournal is the header of a journal: what the scores depend on.
type bookJournal struct {
	Version int         `json:"version"`
	Book    book.Header `json:"book"`
	From    string      `json:"from,omitempty"`  // checksum of that book
	Share   string      `json:"share,omitempty"` // of the work
	By      string      `json:"by,omitempty"`    // the program and the weights, of one of several shards
}

// bookEntry is an expanded position in a journal.
type bookEntry struct {
	FEN string       `json:"fen"`
	Own []book.Score `json:"own"` // of the moves, in the order of the book
}

// open reads what there is and prepares the rest.
func (c bookWorkFlags) open(r bookRun) (_ *bookWork, err error) {
	work := &bookWork{database: endgame.Embedded(c.Variant.Rules)}
	evaluator, err := c.evaluator(c.Variant.Rules)
	if err != nil {
		return nil, err
	}
	weights, err := eval.Fingerprint(c.Variant.Rules, c.EvalFile)
	if err != nil {
		return nil, err
	}
	work.header = book.Header{
		Variant: c.Variant.Name, Nodes: c.Nodes, Weights: evaluator.Name(), WeightsHash: weights, Pieces: work.database.Pieces(),
	}
	table := int64(c.Hash) << 20
	if table != book.UsualTable {
		work.header.TableBytes = table
	}
	work.builder.Graph = newBookGraph(c.Variant.Rules)
	from, err := c.addFrom(work)
	if err != nil {
		return nil, err
	}
	next := r.next(work.builder.Graph)
	if err := c.openJournal(work, cmp.Or(r.positions, c.Positions), bookJournal{1, work.header, from, r.share, r.by}); err != nil {
		return nil, err
	}
	work.builder.Next = build.Limit(build.Without(work.builder.Graph, next), c.Positions-work.done)
	for range threadsOr(c.Threads) {
		if err := work.addEngine(search.Options{
			Rules: c.Variant.Rules, Eval: evaluator, TableBytes: table, Endgames: work.database,
		}); err != nil {
			return nil, errors.Join(err, work.close())
		}
	}
	return work, nil
}

// addFrom adds the positions of --from and returns the checksum of the file.
func (c bookWorkFlags) addFrom(work *bookWork) (checksum string, err error) {
	if c.From == "" {
		return "", nil
	}
	data, err := input.ReadFile(c.From, book.MaxFile)
	if err != nil {
		return "", err
	}
	name := "--from " + c.From
	b, err := parseBook(name, data)
	if err == nil {
		err = checkGame(b, c.Variant.Rules, name)
	}
	if err != nil {
		return "", err
	}
	if err = sameSearches(work.header, b.Header); err == nil {
		err = work.builder.Graph.AddBook(b)
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	return fmt.Sprintf("%08x", crc32.ChecksumIEEE(data)), nil
}

// sameSearches returns an error if the scores of one book cannot be in the other.
func sameSearches(a, b book.Header) error {
	switch {
	case a.Variant != b.Variant:
		return fmt.Errorf("a book of %s, not of %s", b.Variant, a.Variant)
	case a.Nodes != b.Nodes:
		return fmt.Errorf("its scores are of %d nodes, not of %d", b.Nodes, a.Nodes)
	case a.Weights != b.Weights:
		return fmt.Errorf("its scores are of the weights %s, not of %s", b.Weights, a.Weights)
	case a.WeightsHash != b.WeightsHash && a.WeightsHash != "" && b.WeightsHash != "":
		return fmt.Errorf("its scores are of other weights with the same name: %s, not %s", b.WeightsHash, a.WeightsHash)
	case a.TableBytes != b.TableBytes:
		table := func(h book.Header) int64 { return cmp.Or(h.TableBytes, book.UsualTable) >> 20 }
		return fmt.Errorf("its scores are of a table of %d MiB, not of %d", table(b), table(a))
	case a.Pieces != b.Pieces:
		return fmt.Errorf("its scores are of databases of %d pieces, not of %d", b.Pieces, a.Pieces)
	}
	return nil
}

// openJournal adds the positions of the journal and has the builder write to it.
func (c bookWorkFlags) openJournal(work *bookWork, positions int, head bookJournal) (err error) {
	if work.file, err = output.Resume(c.journalName()); err != nil {
		return err
	}
	rules, graph := c.Variant.Rules, work.builder.Graph
	j, err := journal.Open(work.file, head, func(e *bookEntry) error {
		p, err := rules.ParseFEN(e.FEN)
		if err != nil {
			return err
		}
		work.done++
		return graph.Add(p, e.Own)
	})
	if err != nil {
		return errors.Join(fmt.Errorf("%s: %w", c.journalName(), err), work.file.Close())
	}
	work.progress = newProgress(c.Quiet, uint64(positions), "positions")
	work.progress.resume(uint64(work.done))
	work.builder.Done = func(x build.Expansion) error {
		work.done++
		work.progress.advance(1)
		return j.Add(&bookEntry{rules.FEN(&x.Position), x.Own})
	}
	return nil
}

// addEngine gives the builder another searcher.
func (work *bookWork) addEngine(o search.Options) error {
	engine, err := search.New(o)
	if err != nil {
		return err
	}
	work.engines = append(work.engines, engine)
	work.builder.Searchers = append(work.builder.Searchers, &bookSearcher{engine, work.header.Nodes})
	return nil
}

// book returns what has been made.
func (work *bookWork) book() *book.Book { return work.builder.Graph.Book(withOrigin(work.header)) }

// close gives back what open took.
func (work *bookWork) close() error {
	for _, e := range work.engines {
		e.Close()
	}
	return work.file.Close()
}

// bookSearcher scores positions with an engine that forgets each search.
type bookSearcher struct {
	engine *search.Engine
	nodes  int64
}

// Search implements build.Searcher.
func (s *bookSearcher) Search(ctx context.Context, g *movegen.Game) (book.Score, error) {
	s.engine.Clear()
	r, err := s.engine.Search(ctx, g, search.Limits{Nodes: s.nodes, Analyze: true}, nil)
	if err == nil {
		err = ctx.Err()
	}
	return book.Score(r.Score), err
}
