package endgame

import (
	"bytes"
	"encoding/binary"
	"io"

	"github.com/klauspost/compress/zstd"

	"stupol/eval/files/sealed"
	"stupol/movegen"
)

// WriteValues writes the file of the values of a slice to w.
func WriteValues(w io.Writer, r *movegen.Rules, t *Values, c Counts) error {
	return writeBlocks(w, t.Layout, newHeader(ValueFile, r, t.Layout, c), t.packed)
}

// WriteDistances writes the file of the distances of a slice to w: half the plies
// of each position.
func WriteDistances(w io.Writer, r *movegen.Rules, x *Layout, c Counts, halves []uint8) error {
	return writeBlocks(w, x, newHeader(DistanceFile, r, x, c), func(from, to uint64) []byte {
		return halves[from:to]
	})
}

// writeBlocks writes a file to w. What blocks hold is returned by packed for
// positions from to to-1.
func writeBlocks(w io.Writer, x *Layout, h header, packed func(from, to uint64) []byte) error {
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression),
		zstd.WithEncoderCRC(false), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return err
	}
	defer encoder.Close()
	var entries []blockEntry
	var blocks, head bytes.Buffer
	size := uint64(h.BlockSize)
	for from := uint64(0); from < x.size; from += size {
		block := encoder.EncodeAll(packed(from, min(from+size, x.size)), nil)
		entries = append(entries, blockEntry{uint32(len(block)), sealed.Checksum(block)})
		blocks.Write(block)
	}
	// Writing to a bytes.Buffer does not fail.
	binary.Write(&head, binary.LittleEndian, h)
	binary.Write(&head, binary.LittleEndian, entries)
	binary.Write(&head, binary.LittleEndian, sealed.Checksum(head.Bytes()))
	if _, err := w.Write(head.Bytes()); err != nil {
		return err
	}
	_, err = w.Write(blocks.Bytes())
	return err
}

// packed returns the values of positions from to to-1 as bytes.
func (t *Values) packed(from, to uint64) []byte {
	var b []byte
	for _, w := range t.words[from/perWord : (to+perWord-1)/perWord] {
		b = binary.LittleEndian.AppendUint32(b, w)
	}
	return b
}
