package endgame

import (
	"os"
	"slices"

	"stupol/movegen"
)

// While many pieces are built, only what is needed is in memory: all positions
// with fewer pieces, to which captures lead, and of as many pieces the slices
// to which the promotions of the present pair lead.

// BuildMemory returns about how many bytes of memory Build needs for positions
// of r with up to so many pieces.
func BuildMemory(r *movegen.Rules, pieces int) int64 {
	var all, largest uint64
	for n := 2; n <= pieces; n++ {
		if n <= distancePieces {
			all += Positions(r, n) * 5 / 4 // values and distances
		} else if n < pieces {
			all += Positions(r, n) / 4
		}
		for _, s := range Slices(r, n) {
			need := pairSize(r, s) * 3 / 4 // values, two sets of fresh positions, and the file
			for _, q := range crownedFrom(r, s) {
				need += newLayout(r, q).size / 4
			}
			largest = max(largest, need)
		}
	}
	const program = 64 << 20
	return int64(all+largest) + program
}

// crownedFrom returns the slices to which promotions in s and its opposite lead
// without a capture.
func crownedFrom(r *movegen.Rules, s Slice) []Slice {
	var all []Slice
	if r.Goal == movegen.FirstKing {
		return nil
	}
	for _, s := range pairOf(s) {
		if s.Us.Men > 0 {
			all = append(all, Slice{s.Them, Force{s.Us.Men - 1, s.Us.Kings + 1}})
		}
	}
	return all
}

// fetch reads the values that s and its opposite depend on and that are not in
// memory.
func (b builder) fetch(d *Database, s Slice) error {
	need := crownedFrom(d.rules, s)
	if s.Pieces()-1 > b.resident {
		need = append(need, Slices(d.rules, s.Pieces()-1)...)
	}
	for _, s := range need {
		if d.tables[s.id()] != nil {
			continue
		}
		if err := d.load(os.DirFS(b.Dir), s); err != nil {
			return err
		}
	}
	return nil
}

// release gives the values of s and its opposite and of what promotions in them
// lead to out of memory, unless there are few.
func (b builder) release(d *Database, s Slice) {
	if s.Pieces() <= b.resident {
		return
	}
	for _, s := range slices.Concat(pairOf(s), crownedFrom(d.rules, s)) {
		d.tables[s.id()] = nil
	}
}
