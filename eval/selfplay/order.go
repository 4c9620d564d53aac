package selfplay

import "stupol/movegen"

// indexOf returns the index of m among the legal moves in the order of the file format,
// whatever the order of legal.
func indexOf(r *movegen.Rules, legal []movegen.Move, m movegen.Move) int {
	before, key := 0, orderKey(r, m)
	for _, other := range legal {
		if orderKey(r, other) < key {
			before++
		}
	}
	return before
}

// moveAt is the inverse of indexOf.
func moveAt(r *movegen.Rules, legal []movegen.Move, index int) movegen.Move {
	keys := make([]uint64, 0, 64)
	for _, m := range legal {
		keys = append(keys, orderKey(r, m))
	}
	return legal[nth(keys, index)]
}

// nth returns the place of the value that is larger than n others. All differ. They
// are too few for sorting to pay.
func nth(values []uint64, n int) int {
	for i, v := range values {
		smaller := 0
		for _, other := range values {
			if other < v {
				smaller++
			}
		}
		if smaller == n {
			return i
		}
	}
	panic("selfplay: move index out of range")
}

// orderKey returns the sort key of a move, from the highest bits: the number of its first
// square, of its last square, the sum of 2^n for the captured squares n, and 1 for a
// promotion.
func orderKey(r *movegen.Rules, m movegen.Move) uint64 {
	key := uint64(r.Number(m.From))<<58 | uint64(r.Number(m.To))<<52
	for b := m.Captured; b != 0; b &= b - 1 {
		key |= 1 << r.Number(b.First())
	}
	if m.Promotes {
		key |= 1
	}
	return key
}
