package endgame

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/klauspost/compress/zstd"

	"stupol/movegen"
)

// The file format is described in doc.go.
const (
	magic         = "STUPOLEG"
	formatVersion = 1
	blockSize     = 1 << 16 // positions
)

// header is the beginning of a file.
type header struct {
	Magic     [8]byte
	Version   uint32
	BlockSize uint32
	Variant   [16]byte
	Material  [4]uint8
	Blocks    uint32
	Positions uint64
	Counts    Counts
}

// blockEntry describes a block; these follow the header.
type blockEntry struct {
	Length   uint32
	Checksum uint32
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func checksum(b []byte) uint32 { return crc32.Checksum(b, castagnoli) }

// newHeader returns the header of a file with the table of a layout.
func newHeader(r *movegen.Rules, x *layout, c Counts) header {
	s := x.slice
	h := header{
		Version:   formatVersion,
		BlockSize: blockSize,
		Material:  [4]uint8{s.Us.Men, s.Us.Kings, s.Them.Men, s.Them.Kings},
		Blocks:    uint32((x.size + blockSize - 1) / blockSize),
		Positions: x.size,
		Counts:    c,
	}
	copy(h.Magic[:], magic)
	copy(h.Variant[:], r.Name)
	return h
}

// write writes t to w as a file.
func (t *table) write(w io.Writer, r *movegen.Rules, c Counts) error {
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression),
		zstd.WithEncoderCRC(false), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return err
	}
	defer encoder.Close()
	var entries []blockEntry
	var blocks, head bytes.Buffer
	for from := uint64(0); from < t.size; from += blockSize {
		block := encoder.EncodeAll(t.packed(from, min(from+blockSize, t.size)), nil)
		entries = append(entries, blockEntry{uint32(len(block)), checksum(block)})
		blocks.Write(block)
	}
	// Writing to a bytes.Buffer does not fail.
	binary.Write(&head, binary.LittleEndian, newHeader(r, t.layout, c))
	binary.Write(&head, binary.LittleEndian, entries)
	binary.Write(&head, binary.LittleEndian, checksum(head.Bytes()))
	if _, err := w.Write(head.Bytes()); err != nil {
		return err
	}
	_, err = w.Write(blocks.Bytes())
	return err
}

// packed returns the values of positions from to to-1 as bytes.
func (t *table) packed(from, to uint64) []byte {
	var b []byte
	for _, w := range t.words[from/perWord : (to+perWord-1)/perWord] {
		b = binary.LittleEndian.AppendUint32(b, w)
	}
	return b
}

// readTable reads the file of slice s.
func readTable(file []byte, r *movegen.Rules, s Slice) (*table, Counts, error) {
	x := newLayout(r, s)
	h, entries, err := readHead(file, r, x)
	if err != nil {
		return nil, Counts{}, err
	}
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(1<<26))
	if err != nil {
		return nil, Counts{}, err
	}
	defer decoder.Close()
	t := newTable(x)
	at, words := headSize(len(entries)), t.words
	for i, e := range entries {
		if len(file)-at < int(e.Length) {
			return nil, Counts{}, fmt.Errorf("byte %d: the file ends within block %d of %d", len(file), i, len(entries))
		}
		n := min(len(words), int(h.BlockSize/perWord))
		if err := readBlock(words[:n], decoder, file[at:at+int(e.Length)], e.Checksum); err != nil {
			return nil, Counts{}, fmt.Errorf("byte %d: block %d: %w", at, i, err)
		}
		at, words = at+int(e.Length), words[n:]
	}
	if at != len(file) {
		return nil, Counts{}, fmt.Errorf("byte %d: %d bytes follow the last block", at, len(file)-at)
	}
	return t, h.Counts, nil
}

// headSize returns the size of what comes before the blocks.
func headSize(blocks int) int {
	return binary.Size(header{}) + blocks*binary.Size(blockEntry{}) + 4
}

// readHead reads what comes before the blocks and checks it.
func readHead(file []byte, r *movegen.Rules, x *layout) (h header, entries []blockEntry, err error) {
	in := bytes.NewReader(file)
	if err := binary.Read(in, binary.LittleEndian, &h); err != nil {
		return h, nil, fmt.Errorf("byte %d: the file ends within the header", len(file))
	}
	want := newHeader(r, x, h.Counts)
	want.BlockSize, want.Blocks = h.BlockSize, h.Blocks
	switch {
	case string(h.Magic[:]) != magic:
		return h, nil, errors.New("byte 0: not an endgame database")
	case h.Version != formatVersion:
		return h, nil, fmt.Errorf("byte 8: version %d, want %d", h.Version, formatVersion)
	case h.BlockSize == 0 || h.BlockSize > 1<<24 || h.BlockSize%perWord != 0 ||
		uint64(h.Blocks) != (x.size+uint64(h.BlockSize)-1)/uint64(h.BlockSize):
		return h, nil, fmt.Errorf("byte 12: %d blocks of %d positions", h.Blocks, h.BlockSize)
	case h != want:
		return h, nil, fmt.Errorf("byte 16: not the slice %s of %s", x.slice, r.Name)
	}
	size := headSize(int(h.Blocks))
	if len(file) < size {
		return h, nil, fmt.Errorf("byte %d: the file ends within the list of blocks", len(file))
	}
	if checksum(file[:size-4]) != binary.LittleEndian.Uint32(file[size-4:]) {
		return h, nil, fmt.Errorf("byte %d: wrong checksum of header and list of blocks", size-4)
	}
	entries = make([]blockEntry, h.Blocks)
	return h, entries, binary.Read(in, binary.LittleEndian, entries)
}

// readBlock decodes a block into words.
func readBlock(words []uint32, decoder *zstd.Decoder, block []byte, want uint32) error {
	if checksum(block) != want {
		return errors.New("wrong checksum")
	}
	b, err := decoder.DecodeAll(block, make([]byte, 0, 4*len(words)))
	if err != nil {
		return err
	}
	if len(b) != 4*len(words) {
		return fmt.Errorf("%d bytes of values, want %d", len(b), 4*len(words))
	}
	for i := range words {
		words[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
	return nil
}
