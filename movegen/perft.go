package movegen

import "golang.org/x/sync/errgroup"

// Perft returns the number of sequences of depth legal moves from p. Draw
// rules are ignored, and a game that ends earlier adds nothing. Moves before
// the last ply are played; those of the last are only counted.
func (r *Rules) Perft(p *Position, depth int) int64 {
	return r.PerftTable(p, depth, nil)
}

// PerftTable is Perft with a table of known counts, which may be nil.
func (r *Rules) PerftTable(p *Position, depth int, table *PerftTable) int64 {
	if depth <= 0 {
		return 1
	}
	w := newWalker(r, depth, table)
	w.positions[0] = *p
	return w.perft(w.positions, depth)
}

// PerftParallel is PerftTable on several threads. The work is split after two
// moves.
func (r *Rules) PerftParallel(p *Position, depth, threads int, table *PerftTable) int64 {
	if threads <= 1 || depth <= 3 {
		return r.PerftTable(p, depth, table)
	}
	var starts []Position
	for _, m := range r.Moves(nil, p) {
		q := r.Play(p, m)
		for _, n := range r.Moves(nil, &q) {
			starts = append(starts, r.Play(&q, n))
		}
	}
	counts := make([]int64, len(starts))
	var g errgroup.Group
	g.SetLimit(threads)
	for i := range starts {
		g.Go(func() error {
			counts[i] = r.PerftTable(&starts[i], depth-2, table)
			return nil
		})
	}
	g.Wait() // none of them fails
	var sum int64
	for _, n := range counts {
		sum += n
	}
	return sum
}

// A walker keeps what the whole line it is on needs: a position a ply, and
// the moves of all of them in one slice, the newest at the end.
type walker struct {
	rules     *Rules
	positions []Position
	line      []Move
	table     *PerftTable
}

func newWalker(r *Rules, depth int, table *PerftTable) *walker {
	return &walker{
		rules:     r,
		positions: make([]Position, depth),
		line:      make([]Move, 0, 64*depth),
		table:     table,
	}
}

// perft counts from positions[0], which has depth-1 positions behind it.
func (w *walker) perft(positions []Position, depth int) int64 {
	p := &positions[0]
	if depth == 1 {
		return int64(w.rules.Count(p, w.line))
	}
	if w.table != nil {
		if n, ok := w.table.get(p.Hash, depth); ok {
			return n
		}
	}
	start := len(w.line)
	w.line = w.rules.Moves(w.line, p)
	var n int64
	if depth == 2 {
		n = w.countAfter(p, &positions[1], w.line[start:])
	} else {
		for _, m := range w.line[start:] {
			w.play(&positions[1], p, m)
			n += w.perft(positions[1:], depth-1)
		}
	}
	w.line = w.line[:start]
	if w.table != nil {
		w.table.put(p.Hash, depth, n)
	}
	return n
}

// countAfter counts the moves that follow each of moves.
func (w *walker) countAfter(p, next *Position, moves []Move) int64 {
	r, us, n := w.rules, p.Turn&1, 0
	for _, m := range moves {
		if r.setwise {
			ours, theirs, kings := after(m, p.Pieces[us], p.Pieces[us^1], p.Kings)
			n += r.countSets(us^1, theirs, ours, kings, w.line)
			continue
		}
		r.place(next, p, m)
		n += r.Count(next, w.line)
	}
	return int64(n)
}

// play makes a move, with the hash only if somebody looks at it.
func (w *walker) play(q, p *Position, m Move) {
	if w.table != nil {
		w.rules.PlayInto(q, p, m)
		return
	}
	w.rules.place(q, p, m)
}
