package network

import (
	"math/bits"
	"unsafe"
)

// This file evaluates networks where there is no assembly, in WebAssembly above all. Several
// numbers lie side by side in one of 64 bits, a lane each, and are added or multiplied by one
// instruction. Results are those of the assembly.

// lanes are the weights of an output bucket for this: each number has those of two neurons, the second
// times 2^32. So a sum of products with activations has the sums of both, as long as that of
// the first fits into 32 bits with its sign, which it does without its bias: 2*MaxWidth times
// ActiveUnit times 127 is below 2^24.
type lanes struct {
	second [][Second / 2]int64      // of each input
	third  [Second][Third / 2]int64 // the same
}

// newLanes returns the weights of h.
func newLanes(h *bucket, width int) *lanes {
	l := &lanes{second: make([][Second / 2]int64, 2*width)}
	pair := func(weights []int8, i, k, neurons int) int64 {
		return int64(weights[weightIndex(i, k, neurons)]) + int64(weights[weightIndex(i, k+1, neurons)])<<32
	}
	for i := range l.second {
		for k := range l.second[i] {
			l.second[i][k] = pair(h.second, i, 2*k, Second)
		}
	}
	for i := range l.third {
		for k := range l.third[i] {
			l.third[i][k] = pair(h.last.third[:], i, 2*k, Third)
		}
	}
	return l
}

// packLanes makes the lanes of all buckets, if this processor needs them.
func (n *Network) packLanes() {
	if usesLanes() {
		for i := range n.buckets {
			n.buckets[i].lanes = newLanes(&n.buckets[i], n.width)
		}
	}
}

// perWord is how many sums of a feature transformer are in 64 bits.
const perWord = 4

// words returns sums or weights of a feature transformer, four at a time. There is a multiple of
// four of them.
func words(sums []int16) []uint64 {
	return unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(sums))), len(sums)/perWord)
}

// signs has the highest bit of each lane of 16.
const signs = 0x8000_8000_8000_8000

// A block is widthStep sums or weights of a feature transformer. It is taken as a whole, since
// the end of a loop is slow in WebAssembly: Go goes on to it by way of a table.
type block = [widthStep / perWord]uint64

// blockOf returns the block at a place.
func blockOf(sums []int16, at int) *block {
	return (*block)(unsafe.Pointer(unsafe.SliceData(sums[at : at+widthStep])))
}

// changed returns four sums, to which the weights on are added and from which those of off are
// subtracted. Lanes wrap around each for itself: their highest bits are added apart, as no carry
// comes out of what is below them.
func changed(sums, on, off uint64) uint64 {
	sums = ((sums &^ signs) + (on &^ signs)) ^ ((sums ^ on) & signs)
	return ((sums | signs) - (off &^ signs)) ^ (^(sums ^ off) & signs)
}

// addRowsLanes makes changes to the sums of both views. weights has a row of width for
// each input and for no input.
func addRowsLanes(sums *[2][MaxWidth]int16, width int, weights []int16, changes []change) {
	for i := range changes {
		for view := range sums {
			onRow, offRow := int(changes[i][2*view])*width, int(changes[i][2*view+1])*width
			for at := 0; at < width; at += widthStep {
				s, on, off := blockOf(sums[view][:], at), blockOf(weights, onRow+at), blockOf(weights, offRow+at)
				s[0] = changed(s[0], on[0], off[0])
				s[1] = changed(s[1], on[1], off[1])
				s[2] = changed(s[2], on[2], off[2])
				s[3] = changed(s[3], on[3], off[3])
				s[4] = changed(s[4], on[4], off[4])
				s[5] = changed(s[5], on[5], off[5])
				s[6] = changed(s[6], on[6], off[6])
				s[7] = changed(s[7], on[7], off[7])
				s[8] = changed(s[8], on[8], off[8])
				s[9] = changed(s[9], on[9], off[9])
				s[10] = changed(s[10], on[10], off[10])
				s[11] = changed(s[11], on[11], off[11])
				s[12] = changed(s[12], on[12], off[12])
				s[13] = changed(s[13], on[13], off[13])
				s[14] = changed(s[14], on[14], off[14])
				s[15] = changed(s[15], on[15], off[15])
			}
		}
	}
}

// firstLane is the number of the sum in the lowest lane of a word, and what tells the others
// from it, as 0 is where the lowest byte comes first.
var firstLane = func() int {
	word := words([]int16{1, 0, 0, 0})[0]
	return bits.TrailingZeros64(word) / 16
}()

// evaluate returns the output of h, of which l has the weights.
func (l *lanes) evaluate(h *bucket, width int, us, them *[MaxWidth]int16) int32 {
	var sums [Second / 2]int64
	l.addView(&sums, l.second[:width], us)
	l.addView(&sums, l.second[width:], them)
	var third [Third / 2]int64
	for k, sum := range sums {
		first, second := apart(sum)
		addPair(&third, &l.third[2*k], int64(activation(h.last.secondBiases[2*k]+first)))
		addPair(&third, &l.third[2*k+1], int64(activation(h.last.secondBiases[2*k+1]+second)))
	}
	out := h.last.outputBias
	for k, sum := range third {
		first, second := apart(sum)
		out += int32(activation(h.last.thirdBiases[2*k]+first)) * int32(h.last.output[2*k])
		out += int32(activation(h.last.thirdBiases[2*k+1]+second)) * int32(h.last.output[2*k+1])
	}
	return out
}

// addView adds a view's share to the sums of the second layer. Most activations are 0: it
// looks at four sums at once whether one of them is above.
func (l *lanes) addView(to *[Second / 2]int64, weights [][Second / 2]int64, view *[MaxWidth]int16) {
	const low, active = signs >> 15, 1<<15 - 1<<sumShift // of a lane; what makes a sum of at least 0 an activation
	s0, s1, s2, s3, s4, s5, s6, s7 := to[0], to[1], to[2], to[3], to[4], to[5], to[6], to[7]
	for i, word := range words(view[:len(weights)]) {
		negative := word >> 15 & low
		word &= low * active &^ (negative<<16 - negative)
		for word != 0 {
			lane := bits.TrailingZeros64(word) &^ 15
			a := int64(min(word>>lane&(1<<16-1)>>sumShift, ActiveUnit))
			word &^= (1<<16 - 1) << lane
			w := &weights[perWord*i+(lane/16^firstLane)]
			s0 += a * w[0]
			s1 += a * w[1]
			s2 += a * w[2]
			s3 += a * w[3]
			s4 += a * w[4]
			s5 += a * w[5]
			s6 += a * w[6]
			s7 += a * w[7]
		}
	}
	*to = [Second / 2]int64{s0, s1, s2, s3, s4, s5, s6, s7}
}

// addPair adds the share of an activation of the second layer to the sums of the third.
func addPair(to, weights *[Third / 2]int64, active int64) {
	if active != 0 {
		for k := range to {
			to[k] += active * weights[k]
		}
	}
}

// apart returns the two sums in a number.
func apart(sum int64) (first, second int32) {
	first = int32(sum)
	return first, int32((sum - int64(first)) >> 32)
}

// activation returns a sum of products as an activation: at least 0 and at most 1.
func activation(sum int32) uint8 { return uint8(min(max(sum>>weightBits, 0), ActiveUnit)) }
