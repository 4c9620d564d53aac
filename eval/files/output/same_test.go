package output

import (
	"os"
	"path/filepath"
	"testing"
)

// TestSameFile reaches files in other ways, also some that do not exist yet.
func TestSameFile(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"a", "b"} {
		if err := os.WriteFile(name, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir("folder", 0o777); err != nil {
		t.Fatal(err)
	}
	whole, err := filepath.Abs("a")
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		a, b string
		want bool
	}{
		{"a", "a", true}, {"a", "./a", true}, {"a", "folder/../a", true}, {"a", whole, true}, {"a", "b", false},
		{"a", "new", false}, {"new", "folder/../new", true}, {"new", "folder/new", false},
		{os.DevNull, os.DevNull, false}, {"folder", "folder", false},
	}
	if os.Symlink("a", "link") == nil && os.Link("a", "hard") == nil && os.Symlink("folder", "other") == nil {
		tests = append(tests, []struct {
			a, b string
			want bool
		}{{"a", "link", true}, {"a", "hard", true}, {"folder/new", "other/new", true}, {"b", "link", false}}...)
	}
	for _, tt := range tests {
		if got := SameFile(tt.a, tt.b); got != tt.want {
			t.Errorf("%s and %s: %v", tt.a, tt.b, got)
		}
	}
}
