package network

// This file has the slow and obvious twins of all kernels.

// addRowsGo makes changes to the sums of both views. weights has a row of width for
// each input and for no input.
func addRowsGo(sums *[2][MaxWidth]int16, width int, weights []int16, changes []change) {
	for _, c := range changes {
		for view := range sums {
			on, off := weights[int(c[2*view])*width:][:width], weights[int(c[2*view+1])*width:][:width]
			for i := range on {
				sums[view][i] += on[i] - off[i]
			}
		}
	}
}

// evaluateGo returns the output of h, from the sums of the feature transformer.
func (h *bucket) evaluateGo(width int, us, them *[MaxWidth]int16) int32 {
	var second [Second]uint8
	h.secondLayer(width, us, them, &second)
	return h.lastLayers(&second)
}

// secondLayer sets out to the activations of the second layer.
func (h *bucket) secondLayer(width int, us, them *[MaxWidth]int16, out *[Second]uint8) {
	sums := h.last.secondBiases
	for side, in := range [2]*[MaxWidth]int16{us, them} {
		weights := h.second[side*width*Second:]
		for i, sum := range in[:width] {
			active := int32(min(max(sum>>sumShift, 0), ActiveUnit))
			if active == 0 {
				continue
			}
			w := weights[i/4*4*Second+i%4:]
			for k := range sums {
				sums[k] += active * int32(w[4*k])
			}
		}
	}
	for k, sum := range sums {
		out[k] = activation(sum)
	}
}

// lastLayers returns the output of h, from the activations of its second layer.
func (h *bucket) lastLayers(in *[Second]uint8) int32 {
	sums := h.last.thirdBiases
	for i, active := range in {
		if active == 0 {
			continue
		}
		w := h.last.third[i/4*4*Third+i%4:]
		for k := range sums {
			sums[k] += int32(active) * int32(w[4*k])
		}
	}
	out := h.last.outputBias
	for k, sum := range sums {
		out += int32(activation(sum)) * int32(h.last.output[k])
	}
	return out
}
