package network

import "golang.org/x/sys/cpu"

// addRows adds and subtracts rows of weights.
func addRows(sums, weights []int16, on, off []uint16) {
	if !cpu.X86.HasAVX2 {
		addRowsGo(sums, weights, on, off)
		return
	}
	addRowsAVX2(sums, &weights[0], on, off)
}

// evaluate returns the output of h.
func (h *head) evaluate(width int, us, them *[MaxWidth]int16) int32 {
	if !cpu.X86.HasAVX2 {
		return h.evaluateGo(width, us, them)
	}
	return evaluateAVX2(&us[0], &them[0], width, &h.second[0], &h.last.third[0])
}
