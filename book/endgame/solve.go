package endgame

import (
	"context"
	"math/bits"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"stupol/movegen"
)

// The values of a slice and of its opposite depend on each other through quiet
// moves, and otherwise on slices solved before. A first pass gives a value to
// every position that has one by a capture, a promotion or for want of moves.
// From there wins and losses spread backwards: each position that newly has
// its value is looked at once, by taking back the quiet moves that lead to
// it. Before a lost position comes a won one; before a won one comes a lost
// one if all its other moves lead to won positions too. Whatever is left when
// nothing spreads any more is drawn.

// A solver solves a slice and its opposite.
type solver struct {
	db     *Database
	sides  []side // one if the slice is its own opposite
	active atomic.Bool

	advance func(positions uint64)
}

// A side is the positions of one of the two slices.
type side struct {
	*table
	fresh, next bitset // positions with a value that has yet to spread, now and in the next round
}

// solve adds slice s and its opposite to d, in which all slices that their
// moves lead to must be, and returns their tables. It calls advance with half
// the number of positions as it goes.
func (d *Database) solve(ctx context.Context, s Slice, threads int, advance func(positions uint64)) ([]*table, error) {
	v := &solver{db: d, advance: advance}
	var sizes []uint64
	for _, s := range pairOf(s) {
		t := newTable(newLayout(d.rules, s))
		v.sides = append(v.sides, side{t, newBitset(t.size), newBitset(t.size)})
		sizes = append(sizes, t.size)
	}
	if err := everywhere(ctx, threads, sizes, v.worker, (*solveWorker).begin); err != nil {
		return nil, err
	}
	for v.active.Swap(false) {
		for i := range v.sides {
			s := &v.sides[i]
			s.fresh, s.next = s.next, s.fresh
		}
		if err := everywhere(ctx, threads, sizes, v.worker, (*solveWorker).spread); err != nil {
			return nil, err
		}
	}
	var tables []*table
	for _, s := range v.sides {
		s.fillUnknown()
		d.tables[s.slice.id()] = s.table
		tables = append(tables, s.table)
	}
	return tables, nil
}

// pairOf returns s and its opposite, or s alone if they are the same.
func pairOf(s Slice) []Slice {
	if s == s.Opposite() {
		return []Slice{s}
	}
	return []Slice{s, s.Opposite()}
}

// chunk is how many positions a worker takes at a time, a multiple of 64.
const chunk = 1 << 14

// worker returns what one more thread works with.
func (v *solver) worker() *solveWorker {
	return &solveWorker{solver: v, prober: v.db.Prober()}
}

// everywhere calls work for all positions of sides of these sizes, in chunks,
// on several threads, each of which has a worker of its own.
func everywhere[W any](
	ctx context.Context, threads int, sizes []uint64, worker func() W, work func(w W, side int, from, to uint64),
) error {
	for side, size := range sizes {
		err := inChunks(ctx, threads, size, func() func(from, to uint64) error {
			w := worker()
			return func(from, to uint64) error {
				work(w, side, from, to)
				return nil
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// inChunks covers 0 to size with chunks, on several threads, each of which
// works with a function of its own.
func inChunks(ctx context.Context, threads int, size uint64, worker func() func(from, to uint64) error) error {
	var taken atomic.Uint64
	group, ctx := errgroup.WithContext(ctx)
	for range threads {
		group.Go(func() error {
			work := worker()
			for {
				from := taken.Add(chunk) - chunk
				if from >= size {
					return nil
				}
				if err := ctx.Err(); err != nil {
					return err
				}
				if err := work(from, min(from+chunk, size)); err != nil {
					return err
				}
			}
		})
	}
	return group.Wait()
}

// A solveWorker is what one thread works with.
type solveWorker struct {
	*solver
	prober    *Prober
	back, out []movegen.Move // scratch: moves taken back and moves tried
}

// begin gives values to the positions of a side that have one at once.
func (w *solveWorker) begin(side int, from, to uint64) {
	for i := from; i < to; i++ {
		p := w.sides[side].position(i)
		if v := w.first(side, &p); v != Unknown {
			w.resolve(side, i, v)
		}
	}
	w.advance((to - from) / 2)
}

// first returns the value that p has by a capture or a promotion or because
// the side to move is blocked.
func (w *solveWorker) first(side int, p *movegen.Position) Value {
	r := w.db.rules
	if r.HasCapture(p) {
		return w.prober.captures(*p, w.prober.line[:0])
	}
	w.out = r.Quiets(w.out[:0], p)
	if len(w.out) == 0 {
		return withoutMove(r)
	}
	promotes := false
	for _, m := range w.out {
		if !m.Promotes {
			continue
		}
		if w.prober.after(*p, m, w.prober.line[:0]) == Win {
			return Win
		}
		promotes = true
	}
	if promotes && w.isLost(side, p) {
		return Loss
	}
	return Unknown
}

// resolve notes that position i of a side has value v.
func (w *solveWorker) resolve(side int, i uint64, v Value) {
	s := &w.sides[side]
	s.set(i, v)
	if v != Draw {
		s.next.add(i)
		w.active.Store(true)
	}
}

// spread looks at the fresh positions of a side.
func (w *solveWorker) spread(side int, from, to uint64) {
	s := &w.sides[side]
	for n := from / 64; n < (to+63)/64; n++ {
		for word := s.fresh.take(n); word != 0; word &= word - 1 {
			w.spreadFrom(side, n*64+uint64(bits.TrailingZeros64(word)))
		}
	}
}

// spreadFrom gives values to the positions before position i of a side, as far
// as they follow from the value of i.
func (w *solveWorker) spreadFrom(side int, i uint64) {
	v, p := w.sides[side].at(i), w.sides[side].position(i)
	before := len(w.sides) - 1 - side
	w.back = movesBack(w.back[:0], w.db.rules, &p)
	for _, m := range w.back {
		q := takenBack(&p, m)
		j := w.sides[before].index(&q)
		switch {
		case w.sides[before].at(j) != Unknown: // captures among them
		case v == Loss:
			w.resolve(before, j, Win)
		case w.isLost(before, &q):
			w.resolve(before, j, Loss)
		}
	}
}

// movesBack appends to dst the quiet moves by which Black can have come to p,
// in which White is to move. Taken back they are the quiet moves of white
// pieces in the same places, so movegen finds them when colours are exchanged;
// they go from where the piece is now to where it was.
func movesBack(dst []movegen.Move, r *movegen.Rules, p *movegen.Position) []movegen.Move {
	exchanged := movegen.Position{Pieces: [2]movegen.Bits{p.Pieces[movegen.Black], p.Pieces[movegen.White]}, Kings: p.Kings}
	return r.Quiets(dst, &exchanged)
}

// takenBack returns the position before p by one of the moves of movesBack.
func takenBack(p *movegen.Position, m movegen.Move) movegen.Position {
	from, to := m.To.Bit(), m.From.Bit() // of the move taken back
	q := movegen.Position{
		Pieces: [2]movegen.Bits{p.Pieces[movegen.White], p.Pieces[movegen.Black]&^to | from},
		Kings:  p.Kings,
		Turn:   movegen.Black,
	}
	if p.Kings&to != 0 {
		q.Kings = p.Kings&^to | from
	}
	return q
}

// isLost reports whether all moves of p, a quiet position of a side, are known
// to lose.
func (w *solveWorker) isLost(side int, p *movegen.Position) bool {
	after := w.sides[len(w.sides)-1-side].table
	w.out = w.db.rules.Quiets(w.out[:0], p)
	for _, m := range w.out {
		if m.Promotes {
			if w.prober.after(*p, m, w.prober.line[:0]) != Loss {
				return false
			}
			continue
		}
		next := w.db.rules.Play(p, m)
		if after.at(after.index(&next)) != Win {
			return false
		}
	}
	return true
}

// A bitset is a set of positions that several goroutines may work on.
type bitset []uint64

func newBitset(size uint64) bitset { return make(bitset, (size+63)/64) }

func (b bitset) add(i uint64) { atomic.OrUint64(&b[i/64], 1<<(i%64)) }

// take returns word n and empties it.
func (b bitset) take(n uint64) uint64 {
	if atomic.LoadUint64(&b[n]) == 0 {
		return 0
	}
	return atomic.SwapUint64(&b[n], 0)
}
