package endgame

import (
	"bytes"
	"io/fs"
	"strings"
	"testing"
)

// TestDamage checks that a file that is not what it should be is refused, and
// where it is said to be wrong.
func TestDamage(t *testing.T) {
	r := rulesNamed(t, "russian")
	s := threeAgainstOne.Opposite() // a file of three blocks
	file, err := fs.ReadFile(embeddedFiles(t, r), ValueFile.Name(r, s))
	if err != nil {
		t.Fatal(err)
	}
	_, entries, err := readHead(file, ValueFile, r, NewLayout(r, s))
	if err != nil || len(entries) < 3 {
		t.Fatalf("%d blocks (%v), want 3", len(entries), err)
	}
	start, first, second := headSize(len(entries)), int(entries[0].Length), int(entries[1].Length)
	tests := []struct {
		name   string
		damage func(b []byte) []byte
		want   string
	}{
		{"empty", func([]byte) []byte { return nil }, "byte 0: the file ends within the header"},
		{"not ours", func(b []byte) []byte { b[0] ^= 1; return b }, "byte 0: not an endgame database"},
		{"version", func(b []byte) []byte { b[8]++; return b }, "byte 8: version 2, want 1"},
		{"block size", func(b []byte) []byte { b[12]++; return b }, "byte 12: "},
		{"variant", func(b []byte) []byte { copy(b[16:], "english"); return b }, "byte 16: not the slice 1k-3k of russian"},
		{"material", func(b []byte) []byte { b[33]++; return b }, "byte 16: not the slice 1k-3k of russian"},
		{"counts", func(b []byte) []byte { b[48]++; return b }, "wrong checksum of header"},
		{"list of blocks", func(b []byte) []byte { b[96]++; return b }, "wrong checksum of header"},
		{"header cut", func(b []byte) []byte { return b[:100] }, "byte 100: the file ends within the list"},
		{"block cut", func(b []byte) []byte { return b[:len(b)-1] }, "the file ends within block"},
		{"flipped bit", func(b []byte) []byte { b[start+5] ^= 8; return b }, "block 0: wrong checksum"},
		{"swapped blocks", func(b []byte) []byte {
			swapped := append(bytes.Clone(b[start+first:start+first+second]), b[start:start+first]...)
			copy(b[start:], swapped)
			return b
		}, "block 0: wrong checksum"},
		{"more", func(b []byte) []byte { return append(b, 0) }, "1 bytes follow"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, _, err := readValues(tt.damage(bytes.Clone(file)), r, s)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want one with %q", err, tt.want)
			}
		})
	}
}

// FuzzReadValues checks that no file makes the reader do worse than refuse it.
func FuzzReadValues(f *testing.F) {
	r := rulesNamed(f, "english")
	s := Slice{king, king}
	whole, err := fs.ReadFile(embeddedFiles(f, r), ValueFile.Name(r, s))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	f.Add(whole[:110])
	f.Fuzz(func(t *testing.T, file []byte) {
		t0, _, err := readValues(file, r, s)
		if err == nil && uint64(len(t0.words)) != (t0.size+perWord-1)/perWord {
			t.Errorf("%d words", len(t0.words))
		}
	})
}
