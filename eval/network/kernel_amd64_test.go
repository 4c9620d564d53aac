package network

// byKernel returns what each kernel makes of sums, by its name.
func (n *Network) byKernel(h *head, us, them *[MaxWidth]int16) map[string]int32 {
	out := map[string]int32{}
	if hasAVX2 {
		out["AVX2"] = evaluateAVX2(&us[0], &them[0], n.width, &h.second[0], &h.last.third[0])
	}
	if hasVNNI {
		out["VNNI"] = evaluateVNNI(&us[0], &them[0], n.width, &h.second[0], &h.last.third[0])
	}
	return out
}
