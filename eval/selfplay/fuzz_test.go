package selfplay

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"stupol/eval/files/sealed"
)

// FuzzReader reads damaged files: there must be an error, or games that survive a round
// trip.
func FuzzReader(f *testing.F) {
	for _, variant := range []string{"frysk", "english"} {
		r := quick(f, variant, 3)
		r.MaxPlies = 30
		f.Add(play(f, r, filepath.Join(f.TempDir(), variant)))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		_, counted, wrong := Count(bytes.NewReader(repaired(file)))
		r, err := NewReader(bytes.NewReader(repaired(file)))
		if err != nil {
			return
		}
		for n := 0; ; n++ {
			g, err := r.Next()
			if err != nil {
				if errors.Is(err, io.EOF) && (n != counted || wrong != nil) {
					t.Errorf("Count() = %d, %v, of %d games", counted, wrong, n)
				}
				if _, again := r.Next(); again != err {
					t.Errorf("Next() = %v after %v", again, err)
				}
				return
			}
			checkRoundTrip(t, r, g)
		}
	})
}

// repaired returns a file with correct checksums, so that the fuzzer gets past them.
func repaired(file []byte) []byte {
	b := bytes.Clone(file)
	if len(b) < 16 {
		return b
	}
	end := 16 + int(binary.LittleEndian.Uint32(b[12:])&0xFFFF)
	if end+4 > len(b) {
		return b
	}
	binary.LittleEndian.PutUint32(b[end:], sealed.Checksum(b[:end]))
	for at := end + 4; at+headSize <= len(b); {
		size := headSize
		for i := range numColumns {
			size += int(binary.LittleEndian.Uint32(b[at+8+4*i:]) & 0xFFFFFF)
		}
		if at+size > len(b) {
			break
		}
		binary.LittleEndian.PutUint32(b[at:], sealed.Checksum(b[at+4:at+size]))
		at += size
	}
	return b
}

// checkRoundTrip encodes a game and decodes it again.
func checkRoundTrip(t *testing.T, r *Reader, g Game) {
	t.Helper()
	var c chunk
	c.add(&g, r.scores)
	again := Reader{header: r.header, rules: r.rules, scores: r.scores, read: r.read - 1, chunk: c}
	got, err := again.Next()
	if err != nil || !reflect.DeepEqual(got, g) {
		t.Errorf("read %+v, %v\nwant %+v", got, err, g)
	}
}

func TestReportsDamage(t *testing.T) {
	r := quick(t, "english", 3)
	whole := play(t, r, filepath.Join(t.TempDir(), "games"))
	head, err := r.marshal()
	if err != nil {
		t.Fatal(err)
	}
	changed := func(at int) []byte {
		b := bytes.Clone(whole)
		b[at]++
		return b
	}
	tests := []struct {
		name string
		file []byte
		want string
	}{
		{"empty", nil, "not a file of self-play games"},
		{"cut in the header", whole[:40], "header: cut off"},
		{"other file", changed(0), "byte 0: not a file of self-play games"},
		{"version", changed(8), "byte 8: version 4, want 2 or 3"},
		{"length", changed(14), "byte 12: a header of 65"},
		{"settings", changed(20), "byte 16: wrong checksum of the header"},
		{"checksum", changed(len(head)), "wrong checksum"},
		{"number of games", changed(len(head) + 5), "259 games"},
		{"length of a column", changed(len(head) + 11), "column 0 of 16777"},
		{"last byte", changed(len(whole) - 1), "wrong checksum"},
		{"cut", whole[:len(whole)-1], "cut off"},
		{"cut in the head of a chunk", whole[:len(head)+3], "cut off"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := readAll(tt.file)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %s", err, tt.want)
			}
			if cut := bytes.HasPrefix(whole, tt.file); cut != errors.Is(err, io.ErrUnexpectedEOF) {
				t.Errorf("%v is io.ErrUnexpectedEOF: %v, want %v", err, !cut, cut)
			}
		})
	}
}

// readAll reads a file to its end and returns the error.
func readAll(file []byte) error {
	r, err := NewReader(bytes.NewReader(file))
	for err == nil {
		_, err = r.Next()
	}
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}
