package movegen

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// Perft returns the number of sequences of depth legal moves from p. Draw
// rules are ignored, and a game that ends earlier adds nothing. The generator that
// plays makes every count: Moves and what PlayInto does to the board. The moves of
// the last ply are counted by Count, which finds them as Moves does.
func (r *Rules) Perft(p *Position, depth int) int64 {
	return r.PerftTable(p, depth, nil)
}

// PerftListed is Perft with the moves of the last ply listed as well, by Moves.
func (r *Rules) PerftListed(p *Position, depth int) int64 {
	return r.walk(p, depth, walker{listed: true})
}

// PerftTable is Perft with a table of known counts, which may be nil.
func (r *Rules) PerftTable(p *Position, depth int, table *PerftTable) int64 {
	return r.walk(p, depth, walker{table: table})
}

// walk counts from p with w, which says how.
func (r *Rules) walk(p *Position, depth int, w walker) int64 {
	if depth <= 0 {
		return 1
	}
	w.rules, w.positions, w.line = r, make([]Position, depth), make([]Move, 0, 64*depth)
	w.positions[0] = *p
	return w.perft(w.positions, depth)
}

// PerftParallel is PerftTable on several threads. The work is split after two
// moves.
func (r *Rules) PerftParallel(p *Position, depth, threads int, table *PerftTable) int64 {
	if threads <= 1 || depth <= 3 {
		return r.PerftTable(p, depth, table)
	}
	var sum atomic.Int64
	var g errgroup.Group
	g.SetLimit(threads)
	for _, m := range r.Moves(nil, p) {
		q := r.Play(p, m)
		for _, n := range r.Moves(nil, &q) {
			start := r.Play(&q, n)
			g.Go(func() error {
				sum.Add(r.PerftTable(&start, depth-2, table))
				return nil
			})
		}
	}
	g.Wait() // none of them fails
	return sum.Load()
}

// A walker keeps what the whole line it is on needs: a position a ply, and
// the moves of all of them in one slice, the newest at the end.
type walker struct {
	rules     *Rules
	positions []Position
	line      []Move
	table     *PerftTable
	listed    bool // the moves of the last ply, too
}

// perft counts from positions[0], which has depth-1 positions behind it.
func (w *walker) perft(positions []Position, depth int) (n int64) {
	p, start := &positions[0], len(w.line)
	switch {
	case depth == 1 && w.listed:
		return int64(len(w.rules.Moves(w.line, p)) - start)
	case depth == 1:
		return int64(w.rules.Count(w.line, p))
	}
	if n, ok := w.table.get(p.Hash, depth); ok {
		return n
	}
	next := &positions[1]
	w.line = w.rules.Moves(w.line, p)
	moves := w.line[start:]
	switch {
	case w.table != nil:
		for _, m := range moves {
			w.rules.PlayInto(next, p, m)
			n += w.perft(positions[1:], depth-1)
		}
	case depth > 2: // and nobody looks at the hash
		for _, m := range moves {
			w.rules.place(next, p, m)
			n += w.perft(positions[1:], depth-1)
		}
	case w.listed:
		n = w.rules.listAfter(moves, next, p)
	default:
		n = w.rules.countAfter(moves, next, p)
	}
	w.line = w.line[:start]
	w.table.put(p.Hash, depth, n)
	return n
}

// countAfter returns the sum of Count after each of moves, which end their list. Most often
// sets are enough; else the position is made in next.
//
//go:noinline
func (r *Rules) countAfter(moves []Move, next, p *Position) (n int64) {
	line, us := moves[len(moves):], p.Turn&1
	ours, them, kings := p.Pieces[us], p.Pieces[us^1], p.Kings
	if r.KingRunLimit != 0 { // which kings may move is known of a whole position
		for _, m := range moves {
			r.place(next, p, m)
			n += int64(r.Count(line, next))
		}
		return n
	}
	var j firstJumps
	for _, m := range moves {
		them, kings := them&^m.Captured, kingsAfter(kings, m)
		count, ok := r.countSets(&j, us^1, them, ours&^m.From.Bit()|m.To.Bit(), kings, them&kings)
		if !ok {
			r.place(next, p, m)
			count = len(r.captures(line, next, &j)) - len(line)
		}
		n += int64(count)
	}
	return n
}

// listAfter is countAfter with the moves listed by Moves.
func (r *Rules) listAfter(moves []Move, next, p *Position) (n int64) {
	line := moves[len(moves):]
	for _, m := range moves {
		r.place(next, p, m)
		n += int64(len(r.Moves(line, next)))
	}
	return n
}

// PerftTable remembers perft counts by position and depth. It is safe for
// concurrent use without locks: an entry is two words, the key stored
// exclusive-or the count, so that half of one write and half of another match
// no key (Hyatt and Mann, ICGA Journal 25(1), 2002). Two positions with the
// same 64-bit key would be confused: a count that must be beyond doubt is made
// without a table.
type PerftTable struct {
	entries []perftEntry // a power of two
}

type perftEntry struct{ check, count atomic.Uint64 }

// NewPerftTable returns a table of at most that many bytes, and at least one
// entry.
func NewPerftTable(bytes int64) *PerftTable {
	const entrySize = 16
	n := 1
	for int64(2*n*entrySize) <= bytes {
		n *= 2
	}
	return &PerftTable{make([]perftEntry, n)}
}

// key mixes the depth into the hash of a position.
func (t *PerftTable) key(hash uint64, depth int) uint64 {
	return (hash ^ uint64(depth)) * 0x9E3779B97F4A7C15
}

func (t *PerftTable) at(key uint64) *perftEntry {
	return &t.entries[key>>32&uint64(len(t.entries)-1)]
}

// get returns the count of a position, if it is known. A nil table knows none.
func (t *PerftTable) get(hash uint64, depth int) (count int64, ok bool) {
	if t == nil {
		return 0, false
	}
	key := t.key(hash, depth)
	e := t.at(key)
	n := e.count.Load()
	return int64(n), e.check.Load()^n == key
}

// put stores a count over whatever was there.
func (t *PerftTable) put(hash uint64, depth int, count int64) {
	if t == nil {
		return
	}
	key := t.key(hash, depth)
	e := t.at(key)
	e.count.Store(uint64(count))
	e.check.Store(key ^ uint64(count))
}

//go:embed testdata/perft.csv
var perftTable string

// A PerftCase is one known number of legal move sequences: what
// Rules.Perft must return for the position and the depth.
type PerftCase struct {
	Variant string // the Name of its Rules
	Name    string // what the position is called, the same for all its depths
	FEN     string
	Depth   int
	Nodes   int64
	Source  string // who published the number, or how else it was found
}

// PerftSuite returns all known perft numbers, every variant with several
// positions, those of one position together and in order of depth. The
// deepest take hours: choose by Nodes.
func PerftSuite() ([]PerftCase, error) {
	rows, err := csv.NewReader(strings.NewReader(perftTable)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("perft suite: %w", err)
	}
	cases := make([]PerftCase, 0, len(rows))
	for i, row := range rows[1:] { // the first row names the columns
		c, err := perftCase(row)
		if err != nil {
			return nil, fmt.Errorf("perft suite: line %d: %w", i+2, err)
		}
		cases = append(cases, c)
	}
	return cases, nil
}

// perftCase reads a row: variant, name, fen, depth, nodes, source, verified by.
func perftCase(row []string) (PerftCase, error) {
	depth, err := strconv.Atoi(row[3])
	if err != nil {
		return PerftCase{}, err
	}
	nodes, err := strconv.ParseInt(row[4], 10, 64)
	if err != nil {
		return PerftCase{}, err
	}
	return PerftCase{Variant: row[0], Name: row[1], FEN: row[2], Depth: depth, Nodes: nodes, Source: row[5]}, nil
}
