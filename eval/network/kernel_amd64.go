package network

import "golang.org/x/sys/cpu"

// What the processor has.
var (
	hasAVX2 = cpu.X86.HasAVX2 && cpu.X86.HasBMI1
	hasVNNI = hasAVX2 && cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VNNI
)

// addRows makes changes to the sums of both views.
func addRows(sums *[2][MaxWidth]int16, width int, weights []int16, changes []change) {
	switch {
	case hasVNNI:
		addRowsAVX512(&sums[0][0], &sums[1][0], width, &weights[0], changes)
	case hasAVX2:
		addRowsAVX2(&sums[0][0], &sums[1][0], width, &weights[0], changes)
	default:
		addRowsLanes(sums, width, weights, changes)
	}
}

// evaluate returns the output of h.
func (h *bucket) evaluate(width int, us, them *[MaxWidth]int16) int32 {
	switch {
	case hasVNNI:
		return evaluateVNNI(&us[0], &them[0], width, &h.second[0], &h.last.third[0])
	case hasAVX2:
		return evaluateAVX2(&us[0], &them[0], width, &h.second[0], &h.last.third[0])
	}
	return h.lanes.evaluate(h, width, us, them)
}

func usesLanes() bool { return !hasAVX2 }

// Kernel names the code that evaluates networks on this processor: "AVX-512 VNNI", "AVX2"
// or "Go".
func Kernel() string {
	switch {
	case hasVNNI:
		return "AVX-512 VNNI"
	case hasAVX2:
		return "AVX2"
	}
	return "Go"
}
