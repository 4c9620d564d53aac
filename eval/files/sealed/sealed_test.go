package sealed

import (
	"bytes"
	"strings"
	"testing"
)

func TestFormat(t *testing.T) {
	f := Format{Magic: "A  TOY\x00\x01", Version: 3, Name: "a toy", Most: 10}
	file := f.Seal([]byte("body"))
	if want := "A  TOY\x00\x01\x03\x00\x00\x00\x50\xc9\x3f\x26" + "body"; string(file) != want {
		t.Errorf("got %q, want %q", file, want)
	}
	if body, err := f.Read(bytes.NewReader(file)); err != nil || string(body) != "body" {
		t.Errorf("read %q, %v", body, err)
	}
	earlier, later := f, f
	earlier.Version, later.Version = 2, 4
	tests := []struct {
		name string
		file []byte
		want string
	}{
		{"nothing", nil, "not a toy"},
		{"another file", []byte("some text that is longer"), "not a toy"},
		{"an earlier version", earlier.Seal(nil), "version 2, we know only 3"},
		{"a later version", later.Seal(nil), "version 4, we know only 3"},
		{"cut off in its head", file[:12], "cut off after 12 bytes"},
		{"cut off", file[:len(file)-1], "damaged: the checksum is wrong"},
		{"too large", f.Seal(make([]byte, 11)), "larger than"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := f.Read(bytes.NewReader(tt.file)); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("got %v, want %s", err, tt.want)
			}
		})
	}
}
