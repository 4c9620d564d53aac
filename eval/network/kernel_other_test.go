//go:build !amd64

package network

// byKernel returns what each kernel makes of sums, by its name.
func (n *Network) byKernel(h *bucket, us, them *[MaxWidth]int16) map[string]int32 {
	return map[string]int32{"Go": newLanes(h, n.width).evaluate(h, n.width, us, them)}
}

func rowsByKernel(sums [2][MaxWidth]int16, width int, weights []int16, changes []change) map[string][2][MaxWidth]int16 {
	addRowsLanes(&sums, width, weights, changes)
	return map[string][2][MaxWidth]int16{"Go": sums}
}
