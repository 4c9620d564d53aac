package fetch

import (
	"bytes"
	"strings"
	"testing"
)

func TestHeadHasParts(t *testing.T) {
	h, err := readHead(HeadFile(100, Part{0, []byte("begin")}, Part{95, []byte("ended")}))
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

func TestWrongHeads(t *testing.T) {
	good := HeadFile(100, Part{90, []byte("0123456789")})
	for _, tt := range []struct {
		name string
		file []byte
		want string
	}{
		{"empty", nil, "byte 0: it ends too early"},
		{"cut in a number", good[:10], "byte 10: it ends too early"},
		{"cut in a part", good[:len(good)-1], "byte 4: a part of 10 bytes, of which 9 are there"},
		{"beyond the archive", HeadFile(99, Part{90, []byte("0123456789")}), "byte 4: a part from 90 to 100 of an archive of 99 bytes"},
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
	f.Add(HeadFile(100, Part{0, []byte("begin")}, Part{95, []byte("ended")}))
	f.Add(HeadFile(1<<32-1, Part{1<<32 - 1, nil}))
	f.Fuzz(func(t *testing.T, file []byte) {
		h, err := readHead(file)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "byte ") {
				t.Errorf("no place in %q", err)
			}
			return
		}
		if again := HeadFile(h.size, h.parts...); !bytes.Equal(again, file) {
			t.Errorf("read as %x", again)
		}
		for _, p := range h.parts {
			if p.At+int64(len(p.Data)) > h.size {
				t.Errorf("%d bytes at %d of %d", len(p.Data), p.At, h.size)
			}
		}
	})
}
