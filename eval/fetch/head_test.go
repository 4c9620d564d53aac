package fetch

import (
	"bytes"
	"strings"
	"testing"
)

func TestHeadHasParts(t *testing.T) {
	h, err := readHead(HeadFile(100, nil, Part{0, []byte("begin")}, Part{95, []byte("ended")}))
	if err != nil || h.size != 100 {
		t.Fatalf("size %d, %v", h.size, err)
	}
	for _, tt := range []struct {
		at   int64
		n    int
		want string // "": not there
	}{
		{0, 5, "begin"}, {1, 3, "egi"}, {95, 5, "ended"}, {99, 1, "d"},
		{4, 2, ""}, {5, 1, ""}, {94, 2, ""}, {98, 3, ""},
	} {
		b := make([]byte, tt.n)
		if ok := h.readAt(b, tt.at); ok != (tt.want != "") || ok && string(b) != tt.want {
			t.Errorf("%d bytes at %d: %q, %v, want %q", tt.n, tt.at, b, ok, tt.want)
		}
	}
}

func TestPieces(t *testing.T) {
	h, err := readHead(HeadFile(100, []int64{0, 40, 41}))
	if err != nil {
		t.Fatal(err)
	}
	for at, want := range map[int64][3]int64{0: {0, 0, 40}, 39: {0, 0, 40}, 40: {1, 40, 41}, 41: {2, 41, 100}, 99: {2, 41, 100}} {
		if i, begins, ends := h.pieceAt(at); int64(i) != want[0] || begins != want[1] || ends != want[2] {
			t.Errorf("byte %d is in piece %d, from %d to %d, want %v", at, i, begins, ends, want)
		}
	}
}

func TestWrongHeads(t *testing.T) {
	good := HeadFile(100, []int64{0, 50}, Part{90, []byte("0123456789")})
	for _, tt := range []struct {
		name string
		file []byte
		want string
	}{
		{"empty", nil, "byte 0: it ends too early"},
		{"cut in a number", good[:18], "byte 18: it ends too early"},
		{"cut in a part", good[:len(good)-1], "byte 16: a part of 10 bytes, of which 9 are there"},
		{"pieces of which some are missing", good[:12], "byte 12: it ends too early"},
		{"a first piece that is none", HeadFile(100, []int64{1}), "byte 8: piece 0 of an archive of 100 bytes begins at 1"},
		{"pieces in disorder", HeadFile(100, []int64{0, 50, 50}), "byte 16: piece 2 of an archive of 100 bytes begins at 50"},
		{"a piece beyond the archive", HeadFile(100, []int64{0, 100}), "byte 12: piece 1 of an archive of 100 bytes begins at 100"},
		{"beyond the archive", HeadFile(99, nil, Part{90, []byte("0123456789")}), "byte 8: a part from 90 to 100 of an archive of 99 bytes"},
	} {
		if _, err := readHead(tt.file); err == nil || err.Error() != tt.want {
			t.Errorf("%s: got %v, want %s", tt.name, err, tt.want)
		}
	}
}

// FuzzReadHead reads any bytes as a head: an error names the place, and a head that was read
// is the file again when it is written, with no part beyond the archive.
func FuzzReadHead(f *testing.F) {
	f.Add([]byte{})
	f.Add(HeadFile(100, []int64{0, 7}, Part{0, []byte("begin")}, Part{95, []byte("ended")}))
	f.Add(HeadFile(1<<32-1, nil, Part{1<<32 - 1, nil}))
	f.Fuzz(func(t *testing.T, file []byte) {
		h, err := readHead(file)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "byte ") {
				t.Errorf("no place in %q", err)
			}
			return
		}
		if again := HeadFile(h.size, h.pieces, h.parts...); !bytes.Equal(again, file) {
			t.Errorf("read as %x", again)
		}
		for _, p := range h.parts {
			if p.At+int64(len(p.Data)) > h.size {
				t.Errorf("%d bytes at %d of %d", len(p.Data), p.At, h.size)
			}
		}
	})
}
