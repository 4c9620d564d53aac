package main

import (
	"bytes"
	"math/rand/v2"
)

// spoil changes text at random: bytes are lost, doubled, exchanged, overwritten.
func spoil(text []byte, rng *rand.Rand) []byte {
	b := bytes.Clone(text)
	for range 1 + rng.IntN(4) {
		at := rng.IntN(len(b) + 1)
		end := min(len(b), at+1+rng.IntN(8))
		switch rng.IntN(6) {
		case 0: // lost
			b = append(b[:at:at], b[end:]...)
		case 1: // doubled
			b = append(b[:end:end], b[at:]...)
		case 2: // inserted
			b = append(append(b[:at:at], noise(rng, 1+rng.IntN(4))...), b[at:]...)
		case 3: // overwritten
			copy(b[at:end], noise(rng, end-at))
		case 4: // cut off
			b = b[:at]
		case 5: // another number
			for i := at; i < end; i++ {
				if '0' <= b[i] && b[i] <= '9' {
					b[i] = byte('0' + rng.IntN(10))
				}
			}
		}
	}
	return b
}

// noise returns n bytes; half of the time readable ones.
func noise(rng *rand.Rand, n int) []byte {
	b := make([]byte, n)
	readable := rng.IntN(2) == 0
	for i := range b {
		b[i] = byte(rng.IntN(256))
		if readable {
			b[i] = ' ' + b[i]%95
		}
	}
	return b
}
