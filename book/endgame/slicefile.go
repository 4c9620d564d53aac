package endgame

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/klauspost/compress/zstd"

	"stupol/movegen"
)

// A sliceFile is a file of which what comes before the blocks has been read
// and checked.
type sliceFile struct {
	name    string
	rules   *movegen.Rules
	layout  *Layout
	in      io.ReaderAt
	size    int64
	head    header
	entries []blockEntry
	starts  []int64 // where each block begins
}

// openSlice opens the file of the slice that x lays out.
func openSlice(folder fs.FS, r *movegen.Rules, x *Layout) (*sliceFile, error) {
	f := &sliceFile{name: ValueFile.Name(r, x.slice), rules: r, layout: x}
	file, err := folder.Open(f.name)
	if err != nil {
		return nil, fmt.Errorf("endgame database: %w", err)
	}
	if err := f.readHead(file); err != nil {
		return nil, errors.Join(fmt.Errorf("endgame database %s: %w", f.name, err), file.Close())
	}
	return f, nil
}

// readHead reads what comes before the blocks, and checks that those are all
// there.
func (f *sliceFile) readHead(file fs.File) error {
	info, err := file.Stat()
	if err != nil {
		return err
	}
	var ok bool
	if f.in, ok = file.(io.ReaderAt); !ok {
		return errors.New("it cannot be read at any place")
	}
	f.size = info.Size()
	const blocksAt = 36 // where the header has the number of blocks
	start, err := f.read(0, int64(headSize(0)))
	if err == nil && len(start) >= blocksAt+4 {
		start, err = f.read(0, int64(headSize(int(binary.LittleEndian.Uint32(start[blocksAt:])))))
	}
	if err != nil {
		return err
	}
	if f.head, f.entries, err = readHead(start, ValueFile, f.rules, f.layout); err != nil {
		return err
	}
	at := int64(headSize(len(f.entries)))
	for _, e := range f.entries {
		f.starts = append(f.starts, at)
		at += int64(e.Length)
	}
	if at != f.size {
		return fmt.Errorf("%d bytes, want %d", f.size, at)
	}
	return nil
}

// read returns n bytes from that place on, fewer if the file ends before.
func (f *sliceFile) read(at, n int64) ([]byte, error) {
	b := make([]byte, max(min(n, f.size-at), 0))
	read, err := f.in.ReadAt(b, at)
	if read == len(b) {
		return b, nil // whether the file ends here or not
	}
	return nil, err
}

// readAll returns all values.
func (f *sliceFile) readAll() (*Values, error) {
	b, err := f.read(0, f.size)
	if err != nil {
		return nil, err
	}
	t, _, err := readValues(b, f.rules, f.layout.slice)
	return t, err
}

// readBlock returns the values of block n.
func (f *sliceFile) readBlock(n uint64, decoder *zstd.Decoder) (*block, error) {
	packed, err := f.read(f.starts[n], int64(f.entries[n].Length))
	if err != nil {
		return nil, fmt.Errorf("block %d: %w", n, err)
	}
	left := f.layout.size - n*uint64(f.head.BlockSize)
	b := &block{words: make([]uint32, (min(left, uint64(f.head.BlockSize))+perWord-1)/perWord)}
	if err := readBlock(b.words, decoder, packed, f.entries[n].Checksum); err != nil {
		return nil, fmt.Errorf("byte %d: block %d: %w", f.starts[n], n, err)
	}
	return b, nil
}

// close closes the file.
func (f *sliceFile) close() error {
	if c, ok := f.in.(io.Closer); ok {
		return c.Close()
	}
	return nil
}
