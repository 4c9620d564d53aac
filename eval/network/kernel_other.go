//go:build !amd64

package network

// addRows adds and subtracts rows of weights.
func addRows(sums, weights []int16, on, off []uint16) { addRowsGo(sums, weights, on, off) }

// evaluate returns the output of h.
func (h *head) evaluate(width int, us, them *[MaxWidth]int16) int32 {
	return h.evaluateGo(width, us, them)
}
