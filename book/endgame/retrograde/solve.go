package retrograde

import (
	"context"
	"fmt"
	"math/bits"
	"sync"
	"sync/atomic"

	"stupol/book/endgame"
	"stupol/movegen"
)

// The values of a slice and of its opposite depend on each other through quiet
// moves, and otherwise on slices solved before. A first pass gives a value to
// every position that has one by a capture, a promotion or for want of moves.
// From there wins and losses spread backwards: for each position that has got its
// value, the quiet moves that lead to it are taken back, once. A position before
// a lost one is won; a position before a won one has one move less that may save it,
// and is lost when none is left. Positions without a value in the end are drawn.

// A solver solves a slice and its opposite.
type solver struct {
	db     *endgame.Database
	rules  *movegen.Rules
	sides  []side // one if the slice is its own opposite
	active atomic.Bool
	lacks  atomic.Pointer[movegen.Position] // with a move to a position whose value is missing

	advance func(positions uint64)
}

// A side is the positions of one of the two slices.
type side struct {
	*endgame.Values
	saving      packedBytes // of positions without a value: moves that may save them
	fresh, next bitset      // positions whose value spreads in this round and in the next
}

// solve adds slice s and its opposite to d, in which all slices that their
// moves lead to must be, or it fails, and returns their values. It calls advance with half
// the number of positions as it goes.
func solve(ctx context.Context, d *endgame.Database, s endgame.Slice, threads int,
	advance func(positions uint64)) ([]*endgame.Values, error) {
	v := &solver{db: d, rules: d.Rules(), advance: advance}
	var sizes []uint64
	for _, s := range pairOf(s) {
		t := endgame.NewValues(endgame.NewLayout(d.Rules(), s))
		v.sides = append(v.sides, side{t, newPackedBytes(t.Size()), newBitset(t.Size()), newBitset(t.Size())})
		sizes = append(sizes, t.Size())
	}
	if err := everywhere(ctx, threads, sizes, v.worker, (*solveWorker).begin); err != nil {
		return nil, err
	}
	if p := v.lacks.Load(); p != nil {
		return nil, fmt.Errorf("slice %v: a move in %s leads to a slice that is missing", s, d.Rules().FEN(p))
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
	var solved []*endgame.Values
	for _, s := range v.sides {
		s.DrawUnknown()
		d.SetValues(s.Values)
		solved = append(solved, s.Values)
	}
	return solved, nil
}

// worker returns what one more thread works with.
func (v *solver) worker() *solveWorker {
	w := &solveWorker{solver: v, prober: v.db.Prober()}
	for _, s := range v.sides {
		w.ways = append(w.ways, newWays(v.rules, s.Layout))
	}
	return w
}

// A solveWorker is what one thread works with.
type solveWorker struct {
	*solver
	prober    *endgame.Prober
	ways      []ways         // to the positions of each side
	back, out []movegen.Move // scratch: moves taken back and moves tried
}

// begin gives values to the positions of a side that have one at once, and counts the moves of
// the others.
func (w *solveWorker) begin(side int, from, to uint64) {
	for i := from; i < to; i++ {
		p := w.ways[side].Position(i)
		v, saving := w.first(&p)
		if v != endgame.Unknown {
			w.resolve(side, i, v)
		} else {
			w.sides[side].saving.set(i, saving)
		}
	}
	w.advance((to - from) / 2)
}

// first returns the value that p has by a capture or a promotion or because
// the side to move is blocked, or else how many moves may save it from a loss.
func (w *solveWorker) first(p *movegen.Position) (v endgame.Value, saving uint8) {
	r := w.rules
	if r.HasCapture(p) {
		return w.known(p, w.prober.Probe(p)), 0
	}
	w.out = r.Quiets(w.out[:0], p)
	if len(w.out) == 0 {
		return w.prober.Derive(p), 0
	}
	for _, m := range w.out {
		if m.Promotes {
			switch w.known(p, w.after(p, m)) {
			case endgame.Win:
				return endgame.Win, 0
			case endgame.Loss:
				continue
			}
		}
		saving++ // a drawn promotion is never struck off
	}
	if saving == 0 {
		return endgame.Loss, 0
	}
	return endgame.Unknown, saving
}

// known returns v, which follows from moves in p, and notes it if it does not.
func (w *solveWorker) known(p *movegen.Position, v endgame.Value) endgame.Value {
	if v == endgame.Unknown {
		lacks := *p // a copy, or each position would be allocated
		w.lacks.Store(&lacks)
	}
	return v
}

// after returns the value of playing m in p, which leads to another slice, for
// the side that plays it.
func (w *solveWorker) after(p *movegen.Position, m movegen.Move) endgame.Value {
	next := w.rules.Play(p, m)
	return w.prober.Probe(&next).Flipped()
}

// resolve notes that position i of a side has value v.
func (w *solveWorker) resolve(side int, i uint64, v endgame.Value) {
	s := &w.sides[side]
	s.Set(i, v)
	if v != endgame.Draw {
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
	v, p := w.sides[side].At(i), w.ways[side].Position(i)
	before := len(w.sides) - 1 - side
	w.back = movesBack(w.back[:0], w.rules, &p)
	earlier := w.ways[before].before(&p)
	for _, m := range w.back {
		j := earlier.index(m)
		switch {
		case w.sides[before].At(j) != endgame.Unknown: // captures among them
		case v == endgame.Loss:
			w.resolve(before, j, endgame.Win)
		case w.sides[before].saving.takeOne(j) == 0:
			w.resolve(before, j, endgame.Loss)
		}
	}
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

// finish counts the values of a slice that has just been solved. Positions
// with a capture, which no one looks up, then get the value of the position
// before them, so that equal values make long runs. It calls advance with the
// other half of the number of positions.
func finish(ctx context.Context, r *movegen.Rules, t *endgame.Values, threads int,
	advance func(positions uint64)) (endgame.Counts, error) {
	var total endgame.Counts
	var mu sync.Mutex
	err := inChunks(ctx, threads, t.Size(), func() func(from, to uint64) error {
		return func(from, to uint64) error {
			counts := finishChunk(r, t, from, to)
			mu.Lock()
			defer mu.Unlock()
			total.Add(counts)
			advance(to - from - (to-from)/2)
			return nil
		}
	})
	return total, err
}

// finishChunk is finish for positions from to to-1, which share no word with
// others.
func finishChunk(r *movegen.Rules, t *endgame.Values, from, to uint64) endgame.Counts {
	var counts endgame.Counts
	last, c := endgame.Draw, t.Cursor()
	for i := from; i < to; i++ {
		p, v := c.Position(i), t.At(i)
		if r.HasCapture(&p) {
			counts.Captures.Count(v)
			t.Replace(i, last)
			continue
		}
		counts.Quiet.Count(v)
		last = v
	}
	return counts
}
