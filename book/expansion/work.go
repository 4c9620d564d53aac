package expansion

import (
	"context"
	"fmt"

	"stupol/book"
	"stupol/book/endgame"
	"stupol/eval/files/output"
	"stupol/eval/files/output/journal"
	"stupol/eval/work/shard"
	"stupol/movegen"
)

// A Work expands positions of a book, and keeps them in a journal as soon as they are
// known, so that it goes on there after an interruption of any kind.
type Work struct {
	// Header says what the scores depend on, of which game they are among it.
	Header book.Header

	Positions int    // to expand in all, those in the journal counted, those of Extend not
	Share     string // which positions, if not all; a journal of others is refused
	By        string // the program and the weights, if other shares must be of the same

	// Choose returns what returns the next position to expand in a graph; nil: the
	// Next of that. It is called when the graph has the positions of Extend.
	Choose func(*Graph) func() (movegen.Position, bool)

	// OnExpansion, if not nil, is called for each position when it is expanded.
	OnExpansion func()

	graph   *Graph
	from    string // checksum of the book of Extend
	next    func() (movegen.Position, bool)
	journal *journal.Journal[Entry] // nil: none
	done    int
}

// NewWork returns a work for an empty book.
func NewWork(r *movegen.Rules, h book.Header) *Work {
	return &Work{Header: h, graph: NewGraphWithDatabases(r)}
}

// NewGraphWithDatabases returns a graph like those of the books in the program: with the
// default settings, and with the values that the databases in the program know.
func NewGraphWithDatabases(r *movegen.Rules) *Graph {
	prober := endgame.Embedded(r).Prober()
	return NewGraph(r, DefaultSettings(), func(p *movegen.Position) bool { return prober.Probe(p) != endgame.Unknown })
}

// Extend lets the work begin with the positions of b, whose scores must be of such
// searches. The checksum tells the file of b from others.
func (w *Work) Extend(b *book.Book, checksum string) error {
	if err := w.Header.SameSearches(b.Header); err != nil {
		return err
	}
	w.from = checksum
	return w.graph.AddBook(b)
}

// Open adds the positions in a journal, if there are any, and keeps others there. With
// nil there is none. It is called once, before Run.
func (w *Work) Open(file output.Handle) (err error) {
	w.next = w.graph.Next
	if w.Choose != nil {
		w.next = w.Choose(w.graph)
	}
	if file == nil {
		return nil
	}
	header := JournalHeader{1, w.Header, w.from, w.Share, w.By}
	w.journal, err = journal.Open(file, header, func(e *Entry) error {
		p, err := w.graph.rules.ParseFEN(e.FEN)
		if err != nil {
			return err
		}
		w.done++
		return w.graph.Add(p, e.Own)
	})
	return err
}

// Run expands positions, one a searcher at a time, until all are expanded that there are
// to be or ctx is done.
func (w *Work) Run(ctx context.Context, searchers []Searcher) error {
	b := Builder{
		Graph: w.graph, Searchers: searchers, Done: w.keep,
		Next: Limit(Without(w.graph, w.next), w.Positions-w.done),
	}
	return b.Build(ctx)
}

// keep writes an expansion to the journal.
func (w *Work) keep(x Expansion) error {
	w.done++
	if w.OnExpansion != nil {
		w.OnExpansion()
	}
	if w.journal == nil {
		return nil
	}
	return w.journal.Add(&Entry{w.graph.rules.FEN(&x.Position), x.Own})
}

// Done returns how many positions have been expanded, those in the journal included.
func (w *Work) Done() int { return w.done }

// Book returns the book as far as it is made, with a header.
func (w *Work) Book(h book.Header) *book.Book { return w.graph.Book(h) }

// A JournalHeader is the first line of the journal of a book in the making, one of package
// journal: what the scores in it depend on.
type JournalHeader struct {
	Version int         `json:"version"`
	Book    book.Header `json:"book"`
	From    string      `json:"from,omitempty"`  // checksum of that book
	Share   string      `json:"share,omitempty"` // of the work, as of Share.String
	By      string      `json:"by,omitempty"`    // the program and the weights, of one of several shares
}

// An Entry is an expanded position in a journal.
type Entry struct {
	FEN string       `json:"fen"`
	Own []book.Score `json:"own"` // of the moves, in the order of the book
}

// A Share is a shard of the Positions that are next in a book.
type Share struct {
	shard.Shard
	Positions int
}

// String returns "3/16 of 500 positions".
func (s Share) String() string { return fmt.Sprintf("%v of %d positions", s.Shard, s.Positions) }

// ParseShare reads what String returns.
func ParseShare(text string) (s Share, err error) {
	_, err = fmt.Sscanf(text, "%d/%d of %d positions", &s.Index, &s.Of, &s.Positions)
	return s, err
}
