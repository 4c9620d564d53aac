// Package sealed writes and reads files that can tell when they are damaged, as evaluation
// weights and opening books are. They begin with
//
//	8 bytes  what tells this kind of file from others
//	4        version of its format, little-endian
//	4        checksum of all that follows, little-endian
package sealed

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"stupol/eval/files/input"
)

// A Format is a kind of file.
type Format struct {
	Magic   string // 8 bytes
	Version uint32
	Name    string // with its article: "a book file"
	Most    int64  // bytes after the checksum that are read
}

// headSize is the number of bytes before what the checksum is of.
const headSize = 16

// Seal returns a file with that body.
func (f *Format) Seal(body []byte) []byte {
	b := make([]byte, 0, headSize+len(body))
	b = binary.LittleEndian.AppendUint32(append(b, f.Magic...), f.Version)
	b = binary.LittleEndian.AppendUint32(b, Checksum(body))
	return append(b, body...)
}

// Read reads a file and returns its body.
func (f *Format) Read(in io.Reader) ([]byte, error) {
	var head [headSize]byte
	n, err := io.ReadFull(in, head[:])
	switch version := binary.LittleEndian.Uint32(head[8:]); {
	case string(head[:8]) != f.Magic:
		return nil, fmt.Errorf("not %s", f.Name)
	case err != nil:
		return nil, fmt.Errorf("cut off after %d bytes", n)
	case version != f.Version:
		return nil, fmt.Errorf("version %d, we know only %d", version, f.Version)
	}
	body, err := input.ReadAll(in, f.Most)
	if err != nil {
		return nil, err
	}
	if Checksum(body) != binary.LittleEndian.Uint32(head[12:]) {
		return nil, errors.New("damaged: the checksum is wrong")
	}
	return body, nil
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Checksum returns the CRC-32C (Castagnoli) of b.
func Checksum(b []byte) uint32 { return crc32.Checksum(b, castagnoli) }
