package fetch

import (
	"encoding/binary"
	"fmt"
	"strings"
)

// A head is what of an archive is read when that is opened: its size and parts of it. Its file
// is the size and then the parts, each after its place and its length, all of 32 bits, lowest
// byte first.
type head struct {
	size  int64 // of the archive
	parts []Part
}

// A Part is some bytes of an archive, and where in it they begin.
type Part struct {
	At   int64
	Data []byte
}

// HeadFile returns the file of the head of an archive of that size.
func HeadFile(size int64, parts ...Part) []byte {
	b := binary.LittleEndian.AppendUint32(nil, uint32(size))
	for _, p := range parts {
		b = binary.LittleEndian.AppendUint32(b, uint32(p.At))
		b = binary.LittleEndian.AppendUint32(b, uint32(len(p.Data)))
		b = append(b, p.Data...)
	}
	return b
}

// Head returns the name of the head of an archive.
func Head(archive string) string { return strings.TrimSuffix(archive, ".zip") + ".head" }

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
