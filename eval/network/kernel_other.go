//go:build !amd64

package network

// addRows makes changes to the sums of both views.
func addRows(sums *[2][MaxWidth]int16, width int, weights []int16, changes []change) {
	addRowsLanes(sums, width, weights, changes)
}

// evaluate returns the output of h.
func (h *bucket) evaluate(width int, us, them *[MaxWidth]int16) int32 {
	return h.lanes.evaluate(h, width, us, them)
}

func usesLanes() bool { return true }

// Kernel names the code that evaluates networks on this processor.
func Kernel() string { return "Go" }
