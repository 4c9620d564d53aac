//go:build !amd64

package network

// addRows makes changes to the sums of both views.
func addRows(sums *[2][MaxWidth]int16, width int, weights []int16, changes []change) {
	addRowsGo(sums, width, weights, changes)
}

// evaluate returns the output of h.
func (h *head) evaluate(width int, us, them *[MaxWidth]int16) int32 {
	return h.evaluateGo(width, us, them)
}

// Kernel names the code that evaluates networks on this processor.
func Kernel() string { return "Go" }
