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

// A dataFile is an open file that can be read at any place.
type dataFile struct {
	where string // its name, after that of the archive it may be in
	in    io.ReaderAt
	size  int64
}

var errNotReaderAt = errors.New("it cannot be read at any place")

// openData opens a file by its name in the folder of the databases.
func openData(folder fs.FS, name string) (dataFile, error) {
	file, err := folder.Open(name)
	if err != nil {
		return dataFile{}, fmt.Errorf("endgame database: %w", err)
	}
	f := dataFile{where: name}
	if a, ok := file.(*archived); ok {
		f.where = a.where
	}
	info, err := file.Stat()
	if err == nil {
		var ok bool
		if f.in, ok = file.(io.ReaderAt); !ok {
			err = errNotReaderAt
		}
	}
	if err != nil {
		return dataFile{}, errors.Join(f.fault(err), file.Close())
	}
	f.size = info.Size()
	return f, nil
}

// readData returns what is in a file, and what to call that when it is wrong.
func readData(folder fs.FS, name string) (content []byte, f dataFile, err error) {
	if f, err = openData(folder, name); err != nil {
		return nil, f, err
	}
	if content, err = f.read(0, f.size); err != nil {
		err = f.fault(err)
	}
	return content, f, errors.Join(err, f.close())
}

// read returns n bytes from that place on, fewer if the file ends before.
func (f *dataFile) read(at, n int64) ([]byte, error) {
	b := make([]byte, max(min(n, f.size-at), 0))
	read, err := f.in.ReadAt(b, at)
	if read == len(b) {
		return b, nil // whether the file ends here or not
	}
	return nil, err
}

// fault returns err with the name of the file.
func (f *dataFile) fault(err error) error {
	return fmt.Errorf("endgame database %s: %w", f.where, err)
}

// close closes the file.
func (f *dataFile) close() error {
	if c, ok := f.in.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// A sliceFile is a file of which what comes before the blocks has been read
// and checked.
type sliceFile struct {
	dataFile
	rules   *movegen.Rules
	layout  *Layout
	head    header
	entries []blockEntry
	starts  []int64 // where each block begins
}

// openSlice opens the file of slice s.
func openSlice(folder fs.FS, r *movegen.Rules, s Slice) (*sliceFile, error) {
	file, err := openData(folder, ValueFile.Name(r, s))
	if err != nil {
		return nil, err
	}
	f := &sliceFile{dataFile: file, rules: r, layout: NewLayout(r, s)}
	if err := f.readHead(); err != nil {
		return nil, errors.Join(f.fault(err), f.close())
	}
	return f, nil
}

// readHead reads what comes before the blocks, and checks that those are all
// there.
func (f *sliceFile) readHead() error {
	const blocksAt = 36 // where the header has the number of blocks
	ours := (f.layout.size + blockSize - 1) / blockSize
	start, err := f.read(0, int64(headSize(int(ours))))
	if err == nil && len(start) >= blocksAt+4 {
		if n := binary.LittleEndian.Uint32(start[blocksAt:]); uint64(n) != ours {
			start, err = f.read(0, int64(headSize(int(n))))
		}
	}
	if err != nil {
		return err
	}
	if f.head, f.entries, err = readHead(start, ValueFile, f.rules, f.layout); err != nil {
		return err
	}
	at := int64(headSize(len(f.entries)))
	f.starts = make([]int64, 0, len(f.entries))
	for _, e := range f.entries {
		f.starts = append(f.starts, at)
		at += int64(e.Length)
	}
	if at != f.size {
		return fmt.Errorf("%d bytes, want %d", f.size, at)
	}
	return nil
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
