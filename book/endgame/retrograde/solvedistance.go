package retrograde

import (
	"context"
	"fmt"
	"sync/atomic"

	"stupol/book/endgame"
	"stupol/movegen"
)

// Distances are worked out once the values of a slice and its opposite are
// known. They spread backwards like values, but one ply a round, so that a
// position is reached by the shortest way if it is won and by the longest if
// it is lost. Captures and promotions lead to slices whose distances are known. So
// a position with captures gets its distance at once and spreads it when its round
// comes. A position that wins by a promotion gets that distance until a shorter
// one is found, and one that loses by a promotion waits for all its other moves.

// A distanceSolver works out the distances of a slice and its opposite.
type distanceSolver struct {
	db    *endgame.Database
	rules *movegen.Rules
	sides []distanceSide // one if the slice is its own opposite
	last  atomic.Uint32  // the largest distance given
}

// A distanceSide is the positions of one of the two slices.
type distanceSide struct {
	*endgame.Values
	codes packedBytes
}

// solveDistances adds the distances of slice s and its opposite to d, in which
// must be their values and the values and distances of all slices that their
// moves lead to, and returns them.
func solveDistances(ctx context.Context, d *endgame.Database, s endgame.Slice, threads int) ([]distanceSide, error) {
	v := &distanceSolver{db: d, rules: d.Rules()}
	var sizes []uint64
	for _, s := range pairOf(s) {
		t := d.Values(s)
		v.sides = append(v.sides, distanceSide{t, newPackedBytes(t.Size())})
		sizes = append(sizes, t.Size())
	}
	if err := everywhere(ctx, threads, sizes, v.worker, (*distanceWorker).begin); err != nil {
		return nil, err
	}
	for n := 0; n <= int(v.last.Load()); n++ {
		if n > farthest {
			return nil, fmt.Errorf("slice %v: a game of more than %d plies", s, farthest)
		}
		spread := func(w *distanceWorker, side int, from, to uint64) { w.spread(side, from, to, n) }
		if err := everywhere(ctx, threads, sizes, v.worker, spread); err != nil {
			return nil, err
		}
	}
	for _, s := range v.sides {
		d.SetDistances(s.Layout, s.halves())
	}
	return v.sides, nil
}

// ofLosses returns the distances as files have them: half the plies of quiet
// positions that are lost. All others repeat the one before.
func (s *distanceSide) ofLosses(r *movegen.Rules) []uint8 {
	halves := s.halves()
	last, c := uint8(0), s.Cursor()
	for i := range halves {
		if p := c.Position(uint64(i)); s.At(uint64(i)) == endgame.Loss && !r.HasCapture(&p) {
			last = halves[i]
		}
		halves[i] = last
	}
	return halves
}

// worker returns what one more thread works with.
func (v *distanceSolver) worker() *distanceWorker {
	w := &distanceWorker{distanceSolver: v, prober: v.db.Prober()}
	for _, s := range v.sides {
		w.ways = append(w.ways, newWays(v.rules, s.Layout))
	}
	return w
}

// A distanceWorker is what one thread works with.
type distanceWorker struct {
	*distanceSolver
	prober                *endgame.Prober
	ways                  []ways         // to the positions of each side
	back, out, promotions []movegen.Move // scratch: moves taken back, moves tried, promotions
}

// begin gives distances to the positions of a side that have one by a capture
// or a promotion or because the side to move is blocked.
func (w *distanceWorker) begin(side int, from, to uint64) {
	for i := from; i < to; i++ {
		p := w.ways[side].Position(i)
		if w.rules.HasCapture(&p) {
			w.beginCapture(side, i, p)
		} else {
			w.beginQuiet(side, i, p)
		}
	}
}

func (w *distanceWorker) beginCapture(side int, i uint64, p movegen.Position) {
	plies, ok := w.prober.Distance(&p)
	if !ok {
		w.sides[side].codes.set(i, never)
		return
	}
	w.resolve(side, i, plies)
}

func (w *distanceWorker) beginQuiet(side int, i uint64, p movegen.Position) {
	v := w.sides[side].At(i)
	if v == endgame.Draw {
		w.sides[side].codes.set(i, never)
		return
	}
	w.out = w.rules.Quiets(w.out[:0], &p)
	if len(w.out) == 0 {
		w.resolve(side, i, 0)
		return
	}
	plies, ok := w.promoting(&p, v)
	if ok && (v == endgame.Win || len(w.promotions) == len(w.out)) {
		w.resolve(side, i, plies)
	}
}

// promoting returns the distance of p through the promotions among the moves
// of w.out.
func (w *distanceWorker) promoting(p *movegen.Position, v endgame.Value) (plies int, ok bool) {
	w.promotions = w.promotions[:0]
	for _, m := range w.out {
		if m.Promotes {
			w.promotions = append(w.promotions, m)
		}
	}
	return w.prober.DistanceThrough(p, v, w.promotions)
}

// resolve notes that position i of a side is that many plies from the end.
func (w *distanceWorker) resolve(side int, i uint64, plies int) {
	w.sides[side].codes.set(i, codeOf(plies))
	for last := w.last.Load(); plies > int(last); last = w.last.Load() {
		if w.last.CompareAndSwap(last, uint32(plies)) {
			return
		}
	}
}

// spread looks at the positions of a side that are n plies from the end.
func (w *distanceWorker) spread(side int, from, to uint64, n int) {
	codes := w.sides[side].codes
	for i := from; i < to; i++ {
		if i%lanes == 0 && !codes.anyIn(i, codeOf(n)) {
			i += lanes - 1
			continue
		}
		if codes.at(i) == codeOf(n) {
			w.spreadFrom(side, i, n)
		}
	}
}

// spreadFrom gives distances to the positions before position i of a side, as
// far as they follow from its own, which is n.
func (w *distanceWorker) spreadFrom(side int, i uint64, n int) {
	p := w.ways[side].Position(i)
	lost := n%2 == endgame.Parity(w.rules, endgame.Loss)
	before := len(w.sides) - 1 - side
	s := &w.sides[before]
	w.back = movesBack(w.back[:0], w.rules, &p)
	earlier := w.ways[before].before(&p)
	for _, m := range w.back {
		j := earlier.index(m)
		code := s.codes.at(j)
		switch {
		case code != unresolved && code <= codeOf(n+1): // never among them
		case lost:
			if q := takenBack(&p, m); code == unresolved || !w.rules.HasCapture(&q) {
				w.resolve(before, j, n+1)
			}
		case code == unresolved && s.At(j) == endgame.Loss:
			q := takenBack(&p, m)
			if plies, ok := w.lostIn(before, &q, n); ok {
				w.resolve(before, j, plies)
			}
		}
	}
}

// lostIn returns the distance of p, a quiet lost position of a side, if none
// of the positions that its moves lead to within the pair of slices is more
// than n plies from the end.
func (w *distanceWorker) lostIn(side int, p *movegen.Position, n int) (plies int, ok bool) {
	other := len(w.sides) - 1 - side
	codes, later := w.sides[other].codes, w.ways[other].after(p)
	w.out = w.rules.Quiets(w.out[:0], p)
	for _, m := range w.out {
		if m.Promotes {
			continue
		}
		code := codes.at(later.index(m))
		if code == unresolved || code > codeOf(n) {
			return 0, false
		}
	}
	plies, _ = w.promoting(p, endgame.Loss)
	return max(plies, n+1), true
}

// A plyCode is 1 more than the number of plies to the end of the game.
type plyCode = uint8

const (
	unresolved plyCode = 0   // not known yet
	farthest           = 250 // plies
	never      plyCode = 255 // drawn
)

func codeOf(plies int) plyCode { return plyCode(min(plies, farthest+1) + 1) }

// halves returns half the plies of each position.
func (s *distanceSide) halves() []uint8 {
	half := make([]uint8, s.Size())
	for i := range half {
		if n := s.codes.at(uint64(i)); n != unresolved && n != never {
			half[i] = (n - 1) / 2
		}
	}
	return half
}
