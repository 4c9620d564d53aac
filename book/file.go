package book

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"stupol/eval/files/sealed"
	"stupol/movegen"
)

// maxMoves is how many moves a position may have in a file.
const maxMoves = 255

// MaxFile is the size in bytes of the largest book file that is read: some hundred times
// that of the largest book in the program.
const MaxFile = 1 << 28

// format is that of book files; see the package comment.
var format = sealed.Format{Magic: "STUPOLBK", Version: 1, Name: "a book file", Most: MaxFile}

// fileHead is what a book file has before its header.
type fileHead struct {
	Header    uint32 // its length in bytes
	Positions uint32
}

// WriteTo writes b as a book file.
func (b *Book) WriteTo(out io.Writer) (int64, error) {
	header, err := json.Marshal(b.Header)
	if err != nil {
		return 0, err
	}
	head := fileHead{Header: uint32(len(header)), Positions: uint32(b.Len())}
	body, err := binary.Append(nil, binary.LittleEndian, head)
	if err != nil {
		return 0, err
	}
	body = append(body, header...)
	for _, key := range slices.Sorted(maps.Keys(b.positions)) {
		if n := len(b.positions[key]); n == 0 || n > maxMoves {
			return 0, fmt.Errorf("opening book: a position with %d moves", n)
		}
		body = appendPosition(body, key, b.positions[key])
	}
	return bytes.NewReader(format.Seal(body)).WriteTo(out)
}

// appendPosition appends a position with its moves.
func appendPosition(file []byte, key Key, edges []Edge) []byte {
	file = binary.LittleEndian.AppendUint64(file, uint64(key))
	file = append(file, byte(len(edges)))
	expanded := make([]byte, (len(edges)+7)/8)
	for i, e := range edges {
		file = binary.LittleEndian.AppendUint16(file, uint16(e.Own))
		if e.Expanded {
			expanded[i/8] |= 1 << (i % 8)
		}
	}
	file = append(file, expanded...)
	for _, e := range edges {
		if e.Expanded {
			file = binary.LittleEndian.AppendUint16(file, uint16(e.Score))
		}
	}
	return file
}

// Read reads a book file.
func Read(in io.Reader) (*Book, error) {
	b, err := read(in)
	if err != nil {
		return nil, fmt.Errorf("opening book: %w", err)
	}
	return b, nil
}

func read(in io.Reader) (*Book, error) {
	body, err := format.Read(in)
	if err != nil {
		return nil, err
	}
	var head fileHead
	n, err := binary.Decode(body, binary.LittleEndian, &head)
	rest := body[n:]
	if err != nil || uint64(head.Header) > uint64(len(rest)) {
		return nil, errors.New("shorter than its header")
	}
	var b Book
	if err := json.Unmarshal(rest[:head.Header], &b.Header); err != nil {
		return nil, fmt.Errorf("header: %w", err)
	}
	if b.rules, err = movegen.Lookup(b.Header.Variant); err != nil {
		return nil, err
	}
	b.positions, err = readPositions(rest[head.Header:], int(head.Positions))
	return &b, err
}

// readPositions reads n positions, which are all that there is in rest.
func readPositions(rest []byte, n int) (map[Key][]Edge, error) {
	const smallest = 8 + 1 + 2 + 1
	if n > len(rest)/smallest {
		return nil, fmt.Errorf("%d positions in %d bytes", n, len(rest))
	}
	positions := make(map[Key][]Edge, n)
	last := Key(0)
	for i := range n {
		key, edges, length := readPosition(rest)
		switch {
		case length == 0:
			return nil, fmt.Errorf("position %d of %d is cut off", i+1, n)
		case i > 0 && key <= last:
			return nil, fmt.Errorf("position %d of %d is not in order", i+1, n)
		}
		positions[key], last, rest = edges, key, rest[length:]
	}
	if len(rest) > 0 {
		return nil, fmt.Errorf("%d bytes after the last position", len(rest))
	}
	return positions, nil
}

// readPosition reads the position that file begins with, and returns its length in
// the file: 0 if it is cut off or has no moves.
func readPosition(file []byte) (key Key, edges []Edge, length int) {
	if len(file) < 9 || file[8] == 0 {
		return 0, nil, 0
	}
	key, n := Key(binary.LittleEndian.Uint64(file)), int(file[8])
	own, bitmap := 9, 9+2*n
	scores := bitmap + (n+7)/8
	if len(file) < scores {
		return 0, nil, 0
	}
	edges, length = make([]Edge, n), scores
	for i := range edges {
		e := &edges[i]
		e.Own = Score(binary.LittleEndian.Uint16(file[own+2*i:]))
		e.Score = e.Own
		if e.Expanded = file[bitmap+i/8]>>(i%8)&1 != 0; e.Expanded {
			if len(file) < length+2 {
				return 0, nil, 0
			}
			e.Score = Score(binary.LittleEndian.Uint16(file[length:]))
			length += 2
		}
	}
	return key, edges, length
}
