package retrograde

import (
	"slices"

	"stupol/book/endgame"
	"stupol/movegen"
)

// A pair of slices needs in memory all slices with fewer pieces, to which captures
// lead, and those to which its own promotions lead. With five pieces and more no
// other values stay there.

// Memory returns about how many bytes of memory Databases needs for positions
// of r with up to that many pieces.
func Memory(r *movegen.Rules, pieces int) int64 {
	var all, largest uint64
	for n := 2; n <= pieces; n++ {
		if n <= endgame.DistancePieces {
			all += endgame.Positions(r, n) * 5 / 4 // values and distances
		} else if n < pieces {
			all += endgame.Positions(r, n) / 4
		}
		for _, s := range endgame.Slices(r, n) {
			need := pairSize(r, s) * 3 / 2 // values, two sets of fresh positions, and counts of moves
			for _, q := range promotionsFrom(r, s) {
				need += endgame.NewLayout(r, q).Size() / 4
			}
			largest = max(largest, need)
		}
	}
	const program = 64 << 20
	return int64(all+largest) + program
}

// promotionsFrom returns the slices to which promotions in s and its opposite
// lead without a capture.
func promotionsFrom(r *movegen.Rules, s endgame.Slice) []endgame.Slice {
	var all []endgame.Slice
	if r.Goal == movegen.FirstKing {
		return nil
	}
	for _, s := range pairOf(s) {
		if s.Us.Men > 0 {
			promoted := endgame.Force{Men: s.Us.Men - 1, Kings: s.Us.Kings + 1}
			all = append(all, endgame.Slice{Us: s.Them, Them: promoted})
		}
	}
	return all
}

// fetch reads the values that s and its opposite depend on and that are not in
// memory.
func (b *builder) fetch(s endgame.Slice) error {
	need := promotionsFrom(b.rules, s)
	for n := b.resident + 1; n < s.Pieces(); n++ {
		need = append(need, endgame.Slices(b.rules, n)...)
	}
	for _, s := range need {
		if b.db.Values(s) != nil {
			continue
		}
		if err := b.await(s, b.db.Load); err != nil {
			return err
		}
	}
	return nil
}

// release removes the values of s and its opposite and of what promotions in them
// lead to from memory, unless there are few.
func (b *builder) release(s endgame.Slice) {
	if s.Pieces() <= b.resident {
		return
	}
	for _, s := range slices.Concat(pairOf(s), promotionsFrom(b.rules, s)) {
		b.db.DropValues(s)
	}
}
