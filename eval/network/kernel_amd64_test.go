package network

// rowsByKernel returns what each kernel makes of sums by changes, by its name.
func rowsByKernel(sums [2][MaxWidth]int16, width int, weights []int16, changes []change) map[string][2][MaxWidth]int16 {
	out := map[string][2][MaxWidth]int16{}
	s := sums
	addRowsLanes(&s, width, weights, changes)
	out["Go"] = s
	if hasAVX2 {
		s := sums
		addRowsAVX2(&s[0][0], &s[1][0], width, &weights[0], changes)
		out["AVX2"] = s
	}
	if hasVNNI {
		s := sums
		addRowsAVX512(&s[0][0], &s[1][0], width, &weights[0], changes)
		out["AVX-512"] = s
	}
	return out
}

// byKernel returns what each kernel makes of sums, by its name.
func (n *Network) byKernel(h *bucket, us, them *[MaxWidth]int16) map[string]int32 {
	out := map[string]int32{"Go": newLanes(h, n.width).evaluate(h, n.width, us, them)}
	if hasAVX2 {
		out["AVX2"] = evaluateAVX2(&us[0], &them[0], n.width, &h.second[0], &h.last.third[0])
	}
	if hasVNNI {
		out["VNNI"] = evaluateVNNI(&us[0], &them[0], n.width, &h.second[0], &h.last.third[0])
	}
	return out
}
