package endgame

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/klauspost/compress/zstd"

	"stupol/eval/files/output"
	"stupol/eval/files/sealed"
	"stupol/movegen"
)

// The file format is described in doc.go.
const (
	formatVersion = 1
	blockSize     = 1 << 16 // positions
)

// FileKind is what a file holds of its slice.
type FileKind uint8

// The kinds of files.
const (
	ValueFile FileKind = iota
	DistanceFile
)

// magic returns the first eight bytes of a file.
func (k FileKind) magic() string { return [...]string{"STUPOLEG", "STUPOLED"}[k&1] }

// Name returns the name of the file of slice s in the folder of the databases.
func (k FileKind) Name(r *movegen.Rules, s Slice) string {
	return GameName(r) + "/" + s.String() + [...]string{".endgame", ".distance"}[k&1]
}

// Replaceable returns the check for where a file of r is to be: a damaged one may
// be replaced, even by one of another slice.
func (k FileKind) Replaceable(r *movegen.Rules) output.Check {
	return output.Only("an endgame database of "+GameName(r), func(in io.Reader) bool {
		var h header
		err := binary.Read(in, binary.LittleEndian, &h)
		return err == nil && string(h.Magic[:]) == k.magic() && h.Version == formatVersion &&
			string(bytes.TrimRight(h.Variant[:], "\x00")) == GameName(r)
	})
}

// GameName returns the name that databases of r go by, in their headers and as the
// name of their folder. Frysk! is Frisian with fewer men to begin with.
func GameName(r *movegen.Rules) string {
	if r.Name == "frysk" {
		return "frisian"
	}
	return r.Name
}

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

// newHeader returns the header of a file of the slice of a layout.
func newHeader(kind FileKind, r *movegen.Rules, x *Layout, c Counts) header {
	s := x.slice
	h := header{
		Version:   formatVersion,
		BlockSize: blockSize,
		Material:  [4]uint8{s.Us.Men, s.Us.Kings, s.Them.Men, s.Them.Kings},
		Blocks:    uint32((x.size + blockSize - 1) / blockSize),
		Positions: x.size,
		Counts:    c,
	}
	copy(h.Magic[:], kind.magic())
	copy(h.Variant[:], GameName(r))
	return h
}

// readValues reads the file of slice s.
func readValues(file []byte, r *movegen.Rules, s Slice) (*Values, Counts, error) {
	t := NewValues(NewLayout(r, s))
	words := t.words
	h, err := readBlocks(file, ValueFile, r, t.Layout, func(decoder *zstd.Decoder, h header, block []byte, sum uint32) error {
		n := min(len(words), int(h.BlockSize/perWord))
		err := readBlock(words[:n], decoder, block, sum)
		words = words[n:]
		return err
	})
	return t, h.Counts, err
}

// readBlocks reads a file, calling read for every block with its checksum.
func readBlocks(file []byte, kind FileKind, r *movegen.Rules, x *Layout,
	read func(decoder *zstd.Decoder, h header, block []byte, sum uint32) error) (header, error) {
	h, entries, err := readHead(file, kind, r, x)
	if err != nil {
		return h, err
	}
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(1<<26))
	if err != nil {
		return h, err
	}
	defer decoder.Close()
	at := headSize(len(entries))
	for i, e := range entries {
		if len(file)-at < int(e.Length) {
			return h, fmt.Errorf("byte %d: the file ends within block %d of %d", len(file), i, len(entries))
		}
		if err := read(decoder, h, file[at:at+int(e.Length)], e.Checksum); err != nil {
			return h, fmt.Errorf("byte %d: block %d: %w", at, i, err)
		}
		at += int(e.Length)
	}
	if at != len(file) {
		return h, fmt.Errorf("byte %d: %d bytes follow the last block", at, len(file)-at)
	}
	return h, nil
}

// headSize returns the size of what comes before the blocks.
func headSize(blocks int) int {
	return binary.Size(header{}) + blocks*binary.Size(blockEntry{}) + 4
}

// readHead reads what comes before the blocks and checks it.
func readHead(file []byte, kind FileKind, r *movegen.Rules, x *Layout) (h header, entries []blockEntry, err error) {
	used, err := binary.Decode(file, binary.LittleEndian, &h)
	if err != nil {
		return h, nil, fmt.Errorf("byte %d: the file ends within the header", len(file))
	}
	want := newHeader(kind, r, x, h.Counts)
	want.BlockSize, want.Blocks = h.BlockSize, h.Blocks
	switch {
	case string(h.Magic[:]) != kind.magic():
		return h, nil, errors.New("byte 0: not an endgame database")
	case h.Version != formatVersion:
		return h, nil, fmt.Errorf("byte 8: version %d, want %d", h.Version, formatVersion)
	case h.BlockSize == 0 || h.BlockSize > 1<<24 || h.BlockSize%perWord != 0 ||
		uint64(h.Blocks) != (x.size+uint64(h.BlockSize)-1)/uint64(h.BlockSize):
		return h, nil, fmt.Errorf("byte 12: %d blocks of %d positions", h.Blocks, h.BlockSize)
	case h != want:
		return h, nil, fmt.Errorf("byte 16: not the slice %s of %s", x.slice, GameName(r))
	}
	size := headSize(int(h.Blocks))
	if len(file) < size {
		return h, nil, fmt.Errorf("byte %d: the file ends within the list of blocks", len(file))
	}
	if sealed.Checksum(file[:size-4]) != binary.LittleEndian.Uint32(file[size-4:]) {
		return h, nil, fmt.Errorf("byte %d: wrong checksum of header and list of blocks", size-4)
	}
	entries = make([]blockEntry, h.Blocks)
	_, err = binary.Decode(file[used:], binary.LittleEndian, entries)
	return h, entries, err
}

// ReadChecked returns the file of slice s, of which it checks every byte.
func (k FileKind) ReadChecked(folder fs.FS, r *movegen.Rules, s Slice) ([]byte, error) {
	content, file, err := readData(folder, k.Name(r, s))
	if err != nil {
		return nil, err
	}
	x := NewLayout(r, s)
	left := x.size
	_, err = readBlocks(content, k, r, x, func(decoder *zstd.Decoder, h header, block []byte, sum uint32) error {
		positions := min(left, uint64(h.BlockSize))
		left -= positions
		_, err := unpacked(decoder, block, sum, k.blockBytes(positions))
		return err
	})
	if err != nil {
		return nil, file.fault(err)
	}
	return content, nil
}

// blockBytes returns how many bytes a block of that many positions takes when it is
// unpacked.
func (k FileKind) blockBytes(positions uint64) int {
	if k == DistanceFile {
		return int(positions)
	}
	return int((positions + perWord - 1) / perWord * 4)
}

// readBlock decodes a block into words.
func readBlock(words []uint32, decoder *zstd.Decoder, block []byte, sum uint32) error {
	b, err := unpacked(decoder, block, sum, 4*len(words))
	if err != nil {
		return err
	}
	for i := range words {
		words[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
	return nil
}

// unpacked returns what a block holds, which is that many bytes.
func unpacked(decoder *zstd.Decoder, block []byte, sum uint32, size int) ([]byte, error) {
	if sealed.Checksum(block) != sum {
		return nil, errors.New("wrong checksum")
	}
	b, err := decoder.DecodeAll(block, make([]byte, 0, size))
	if err == nil && len(b) != size {
		err = fmt.Errorf("%d bytes of values, want %d", len(b), size)
	}
	return b, err
}
