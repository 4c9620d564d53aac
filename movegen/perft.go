package movegen

import "golang.org/x/sync/errgroup"

// Perft returns the number of sequences of depth legal moves from p. Draw
// rules are ignored, and a game that ends earlier adds nothing. Moves of
// the last plies are counted without being played where that can be.
func (r *Rules) Perft(p *Position, depth int) int64 {
	return r.PerftTable(p, depth, nil)
}

// PerftTable is Perft with a table of known counts, which may be nil.
func (r *Rules) PerftTable(p *Position, depth int, table *PerftTable) int64 {
	if depth <= 0 {
		return 1
	}
	w := newWalker(r, depth, table)
	if r.asInternational && table == nil {
		us := p.Turn & 1
		return w.perftSets(us, p.Pieces[us], p.Pieces[us^1], p.Kings, depth)
	}
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
	var n int64
	if w.rules.asInternational && depth == 2 {
		us := p.Turn & 1
		n = w.perftSets(us, p.Pieces[us], p.Pieces[us^1], p.Kings, depth)
	} else {
		n = w.perftMoves(p, positions, depth)
	}
	if w.table != nil {
		w.table.put(p.Hash, depth, n)
	}
	return n
}

// perftMoves counts behind each move of p, which is positions[0].
func (w *walker) perftMoves(p *Position, positions []Position, depth int) (n int64) {
	start := len(w.line)
	w.line = w.rules.Moves(w.line, p)
	for _, m := range w.line[start:] {
		w.play(&positions[1], p, m)
		n += w.perft(positions[1:], depth-1)
	}
	w.line = w.line[:start]
	return n
}

// play makes a move, with the hash only if somebody looks at it.
func (w *walker) play(q, p *Position, m Move) {
	if w.table != nil {
		w.rules.PlayInto(q, p, m)
		return
	}
	w.rules.place(q, p, m)
}

// perftSets is perft by the rules of International draughts: positions are sets of
// squares from move to move, and quiet moves are not listed.
func (w *walker) perftSets(us Color, ours, them, allKings Bits, depth int) (n int64) {
	r := w.rules
	if depth == 1 {
		return int64(r.countSets(us, ours, them, allKings, w.line))
	}
	free := r.board &^ (ours | them)
	men, kings := ours&^allKings, ours&allKings
	jumpers := Bits(0)
	if kings != 0 {
		jumpers = kings & r.kingJumps(them, free)
	}
	if jumpers|men&jumpsAny(them, free) != 0 {
		return w.perftCaptures(us, ours, them, allKings, jumpers, depth)
	}
	if depth == 2 {
		return int64(w.countPairs(us, ours, them, allKings))
	}
	last := r.lastRow[us&1]
	left, right := manTargets(men, free, us)
	for ; left != 0; left &= left - 1 {
		to := left & -left
		n += w.perftSets(us^1, them, ours^(to|back(to, us, StepLeft)), allKings|to&last, depth-1)
	}
	for ; right != 0; right &= right - 1 {
		to := right & -right
		n += w.perftSets(us^1, them, ours^(to|back(to, us, StepRight)), allKings|to&last, depth-1)
	}
	for ; kings != 0; kings &= kings - 1 {
		from := kings & -kings
		for to := r.kingReach(from, free); to != 0; to &= to - 1 {
			step := from | to&-to
			n += w.perftSets(us^1, them, ours^step, allKings^step, depth-1)
		}
	}
	return n
}

// perftCaptures is perftSets for a position with a capture; kings are those that have one.
func (w *walker) perftCaptures(us Color, ours, them, allKings, kings Bits, depth int) (n int64) {
	p := Position{Turn: us, Kings: allKings}
	p.Pieces[us&1], p.Pieces[us&1^1] = ours, them
	start := len(w.line)
	if kings != 0 {
		w.line = w.rules.captures(w.line, &p)
	} else {
		w.line = manCaptures(w.line, ours&^allKings, them, w.rules.board&^(ours|them), w.rules.lastRow[us&1])
	}
	for _, m := range w.line[start:] {
		ours, them, kings := after(m, ours, them, allKings)
		if depth == 2 {
			n += int64(w.rules.countSets(us^1, them, ours, kings, w.line))
		} else {
			n += w.perftSets(us^1, them, ours, kings, depth-1)
		}
	}
	w.line = w.line[:start]
	return n
}
