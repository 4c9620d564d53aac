package retrograde

import "sync/atomic"

// packedBytes are a byte for each position, four in a word so that several goroutines may work on
// them: codes of plies, and counts of moves, of which seven pieces have half as many as fit.
type packedBytes []uint32

const lanes = 4

func newPackedBytes(size uint64) packedBytes { return make(packedBytes, (size+lanes-1)/lanes) }

func (b packedBytes) at(i uint64) uint8 {
	return uint8(atomic.LoadUint32(&b[i/lanes]) >> (i % lanes * 8))
}

func (b packedBytes) set(i uint64, to uint8) {
	word, shift := &b[i/lanes], i%lanes*8
	for {
		old := atomic.LoadUint32(word)
		if atomic.CompareAndSwapUint32(word, old, old&^(0xFF<<shift)|uint32(to)<<shift) {
			return
		}
	}
}

// takeOne takes one from the byte of position i, which is not 0, and returns what is left.
func (b packedBytes) takeOne(i uint64) uint8 {
	shift := i % lanes * 8
	return uint8(atomic.AddUint32(&b[i/lanes], -(uint32(1)<<shift)) >> shift)
}

// anyIn reports whether any of the bytes in the word of i may be n.
func (b packedBytes) anyIn(i uint64, n uint8) bool {
	const ones, highs = 0x0101_0101, 0x8080_8080
	differs := atomic.LoadUint32(&b[i/lanes]) ^ uint32(n)*ones
	return (differs-ones)&^differs&highs != 0
}
