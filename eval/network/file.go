package network

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"stupol/movegen"
)

// numbers returns everything that a file has, in its order.
func (n *Network) numbers() []any {
	var all []any
	for i := range n.transformers {
		first := &n.transformers[i]
		all = append(all, first.biases, first.weights[:n.inputs*n.width])
	}
	for i := range n.buckets {
		h := &n.buckets[i]
		all = append(all, h.second, &h.last.third, &h.last.output, &h.last.secondBiases, &h.last.thirdBiases, &h.last.outputBias)
	}
	return all
}

// Append appends n to b as in a weights file; see the package comment.
func (n *Network) Append(b []byte) []byte {
	b = binary.LittleEndian.AppendUint16(b, uint16(n.width))
	b = binary.LittleEndian.AppendUint16(b, uint16(n.Shape().Windows))
	for _, numbers := range n.numbers() {
		b, _ = binary.Append(b, binary.LittleEndian, numbers) // fails for other types only
	}
	return b
}

// MaxBytes is the size of the largest network in a weights file.
func MaxBytes(r *movegen.Rules) int { return Shape{MaxWidth, MaxWindows}.bytes(r) }

// bytes is the size of a network for r in a weights file.
func (s Shape) bytes(r *movegen.Rules) int {
	first := 2 * s.Width * (1 + s.inputs(r))
	return 4 + Transformers*first + Buckets*(2*s.Width*Second+binary.Size(lastWeights{}))
}

// Decode returns the network of r that Append has made b of.
func Decode(r *movegen.Rules, b []byte) (*Network, error) {
	if len(b) < 4 {
		return nil, errors.New("shorter than the width of a network")
	}
	width, windows := binary.LittleEndian.Uint16(b), binary.LittleEndian.Uint16(b[2:])
	if windows > MaxWindows {
		return nil, fmt.Errorf("a network with %d sets of windows; this version knows %d", windows, MaxWindows)
	}
	n, err := New(r, Shape{int(width), int(windows)})
	if err != nil {
		return nil, err
	}
	left := b[4:]
	for _, numbers := range n.numbers() {
		if left, err = decode(left, numbers); err != nil {
			return nil, fmt.Errorf("a network of width %d needs more than %d bytes", width, len(b))
		}
	}
	if len(left) > 0 {
		return nil, fmt.Errorf("%d bytes after a network", len(left))
	}
	n.pack()
	return n, nil
}

// decode sets numbers to those with which b begins, and returns what is behind them. Nearly all
// are words, millions of them: encoding/binary takes three times as long for these.
func decode(b []byte, numbers any) (left []byte, err error) {
	size := binary.Size(numbers)
	if len(b) < size {
		return nil, io.ErrUnexpectedEOF
	}
	words, ok := numbers.([]int16)
	if !ok {
		_, err = binary.Decode(b[:size], binary.LittleEndian, numbers)
		return b[size:], err
	}
	for i := range words {
		words[i] = int16(binary.LittleEndian.Uint16(b[2*i:]))
	}
	return b[size:], nil
}
