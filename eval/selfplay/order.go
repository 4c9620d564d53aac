package selfplay

import "stupol/movegen"

// indexOf returns the index of m among the legal moves of its position in the
// order of files, whatever order legal has.
func indexOf(r *movegen.Rules, legal []movegen.Move, m movegen.Move) int {
	before, own := 0, orderOf(r, m)
	for _, other := range legal {
		if orderOf(r, other) < own {
			before++
		}
	}
	return before
}

// moveAt is the inverse of indexOf.
func moveAt(r *movegen.Rules, legal []movegen.Move, index int) movegen.Move {
	orders := make([]uint64, 0, 64)
	for _, m := range legal {
		orders = append(orders, orderOf(r, m))
	}
	return legal[nth(orders, index)]
}

// nth returns where the value is that n others are smaller than. All differ.
// There are too few to sort them.
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
	panic("selfplay: there are not so many moves")
}

// orderOf returns a number by which moves are ordered: that of the square where
// the move starts, then of the one where it ends, then the sum of 2^n for the
// captured squares n, and a promotion last.
func orderOf(r *movegen.Rules, m movegen.Move) uint64 {
	order := uint64(r.Number(m.From))<<58 | uint64(r.Number(m.To))<<52
	for b := m.Captured; b != 0; b &= b - 1 {
		order |= 1 << r.Number(b.First())
	}
	if m.Promotes {
		order |= 1
	}
	return order
}
