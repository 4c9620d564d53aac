package fetch

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
)

// A head is what of an archive is read when that is opened, with parts of it. The archive is
// fetched in pieces, as a search needs some of its databases only. The file of a head is the
// size of the archive and the number of pieces, then where each piece begins, and then the
// parts, each after its place and its length, all of 32 bits, lowest byte first.
type head struct {
	size   int64   // of the archive
	pieces []int64 // where they begin: the first at 0
	parts  []Part
}

// A Part is some bytes of an archive, and where in it they begin.
type Part struct {
	At   int64
	Data []byte
}

// HeadFile returns the file of the head of an archive of that size.
func HeadFile(size int64, pieces []int64, parts ...Part) []byte {
	b := binary.LittleEndian.AppendUint32(nil, uint32(size))
	b = binary.LittleEndian.AppendUint32(b, uint32(len(pieces)))
	for _, at := range pieces {
		b = binary.LittleEndian.AppendUint32(b, uint32(at))
	}
	for _, p := range parts {
		b = binary.LittleEndian.AppendUint32(b, uint32(p.At))
		b = binary.LittleEndian.AppendUint32(b, uint32(len(p.Data)))
		b = append(b, p.Data...)
	}
	return b
}

// Head returns the name of the head of an archive.
func Head(archive string) string { return strings.TrimSuffix(archive, ".zip") + ".head" }

// Piece returns the name of a piece of an archive, from 0.
func Piece(archive string, i int) string { return fmt.Sprintf("%s.%d", archive, i) }

// readHead reads a head. The parts are those of data, not copies.
func readHead(data []byte) (h head, err error) {
	left := data
	number := func() int64 {
		if len(left) < 4 {
			left, err = nil, fmt.Errorf("byte %d: it ends too early", len(data))
			return 0
		}
		n := binary.LittleEndian.Uint32(left)
		left = left[4:]
		return int64(n)
	}
	h.size = number()
	for n := number(); err == nil && int64(len(h.pieces)) < n; {
		begins, at := len(data)-len(left), number()
		if after := len(h.pieces); err == nil && (at >= h.size || after == 0 && at != 0 || after > 0 && at <= h.pieces[after-1]) {
			err = fmt.Errorf("byte %d: piece %d of an archive of %d bytes begins at %d", begins, after, h.size, at)
		}
		h.pieces = append(h.pieces, at)
	}
	for err == nil && len(left) > 0 {
		begins := len(data) - len(left)
		at, length := number(), number()
		switch {
		case err != nil:
		case length > int64(len(left)):
			err = fmt.Errorf("byte %d: a part of %d bytes, of which %d are there", begins, length, len(left))
		case at+length > h.size:
			err = fmt.Errorf("byte %d: a part from %d to %d of an archive of %d bytes", begins, at, at+length, h.size)
		default:
			h.parts, left = append(h.parts, Part{at, left[:length]}), left[length:]
		}
	}
	if err != nil {
		return head{}, err
	}
	return h, nil
}

// pieceAt returns the piece that a byte of the archive is in, and where that begins and ends.
func (h *head) pieceAt(at int64) (i int, begins, ends int64) {
	i, found := slices.BinarySearch(h.pieces, at)
	if !found {
		i--
	}
	ends = h.size
	if i+1 < len(h.pieces) {
		ends = h.pieces[i+1]
	}
	return i, h.pieces[i], ends
}

// readAt fills b with what a part has from that place on, and reports whether one has all
// of it.
func (h *head) readAt(b []byte, at int64) bool {
	for _, p := range h.parts {
		if p.At <= at && at+int64(len(b)) <= p.At+int64(len(p.Data)) {
			copy(b, p.Data[at-p.At:])
			return true
		}
	}
	return false
}
