package journal

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

type header struct {
	Version int    `json:"version"`
	Game    string `json:"game"`
}

type entry struct {
	N int `json:"n"`
}

var settings = header{1, "russian"}

const (
	begun = `{"version":1,"game":"russian"}` + "\n"
	zeros = "\x00\x00\x00\x00\x00"
	two   = begun + `{"n":1}` + "\n" + `{"n":2}` + "\n"
)

// open opens a journal in a file with that content and returns what it replayed.
func open(t *testing.T, content string, h any) (j *Journal[entry], name string, replayed []int, err error) {
	t.Helper()
	name = filepath.Join(t.TempDir(), "journal")
	if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	j, err = Open(file, h, func(e *entry) error {
		if e.N < 0 {
			return errors.New("negative")
		}
		replayed = append(replayed, e.N)
		return nil
	})
	return j, name, replayed, err
}

func read(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// TestOpen continues journals that were interrupted anywhere: the next entry follows
// the complete ones.
func TestOpen(t *testing.T) {
	tests := []struct {
		name, content string
		replayed      []int
		then          string // the file after one more entry
	}{
		{"empty", "", nil, begun + `{"n":7}` + "\n"},
		{"cut within the header", begun[:9], nil, begun + `{"n":7}` + "\n"},
		{"cut before the end of the header", begun[:len(begun)-1], nil, begun + `{"n":7}` + "\n"},
		{"header", begun, nil, begun + `{"n":7}` + "\n"},
		{"entries", two, []int{1, 2}, two + `{"n":7}` + "\n"},
		{"cut within an entry", two + `{"n`, []int{1, 2}, two + `{"n":7}` + "\n"},
		{"cut before the end of an entry", two + `{"n":3}`, []int{1, 2}, two + `{"n":7}` + "\n"},
		{"nothing but zeros", zeros, nil, begun + `{"n":7}` + "\n"},
		{"zeros within the header", begun[:9] + zeros, nil, begun + `{"n":7}` + "\n"},
		{"zeros after the header", begun + zeros, nil, begun + `{"n":7}` + "\n"},
		{"zeros within an entry", two + `{"n` + zeros, []int{1, 2}, two + `{"n":7}` + "\n"},
		{"blank lines", two + "\n \r\n", []int{1, 2}, two + "\n \r\n" + `{"n":7}` + "\n"},
		{"a blank line between", begun + "\n" + `{"n":1}` + "\n", []int{1}, begun + "\n" + `{"n":1}` + "\n" + `{"n":7}` + "\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			j, name, replayed, err := open(t, tt.content, settings)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(replayed, tt.replayed) {
				t.Errorf("replayed %v, want %v", replayed, tt.replayed)
			}
			if err := j.Add(&entry{7}); err != nil {
				t.Fatal(err)
			}
			if got := read(t, name); got != tt.then {
				t.Errorf("%q, want %q", got, tt.then)
			}
		})
	}
}

// TestOpenRefuses opens files that are not journals of that run, which must not
// change.
func TestOpenRefuses(t *testing.T) {
	tests := []struct{ name, content, want string }{
		{"text without a line end", "Shopping: milk, eggs", "not a journal"},
		{"text", "Shopping:\nmilk\neggs", "not a journal"},
		{"binary", "\x7fELF\x00\x01\x02\n\x00\x00", "not a journal"},
		{"JSON of another kind", `{"name":"x"}` + "\nrest", `does not say "game"`},
		{"JSON that is no object", "[1]\nrest", "not a journal"},
		{"a part that is not of our header", begun[:9] + "x", "not a journal"},
		{"zeros and more", zeros + "x", "not a journal"},
		{"an endless line", strings.Repeat("x", maxHeader+1) + "\n", "too long"},
		{"other settings", strings.Replace(two, "russian", "english", 1) + `{"n`, `game is "english" there, not "russian"`},
		{"a setting that we do not have", strings.Replace(two, "}", `,"more":2}`, 1) + `{"n`, `more is 2 there, and not set`},
		{"an entry that is not JSON", begun + "x\n" + `{"n":2}` + "\n{", "line 2: "},
		{"an entry that makes no sense", two + `{"n":-1}` + "\n{", "line 4: negative"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, name, _, err := open(t, tt.content, settings)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v, want %q", err, tt.want)
			}
			if got := read(t, name); got != tt.content {
				t.Errorf("the file has changed to %q", got)
			}
		})
	}
}

// TestNothingAdded checks that nothing is written before the first entry: a run that
// failed does not fix the settings of the next.
func TestNothingAdded(t *testing.T) {
	_, name, _, err := open(t, "", settings)
	if err != nil {
		t.Fatal(err)
	}
	if got := read(t, name); got != "" {
		t.Errorf("%q was written", got)
	}
}

// TestRead reads the complete entries of a journal that was interrupted anywhere.
func TestRead(t *testing.T) {
	for content, want := range map[string][]int{
		two: {1, 2}, two + `{"n`: {1, 2}, two + zeros: {1, 2}, two + "\n": {1, 2}, two + "\n" + `{"n":3}` + "\n": {1, 2, 3}, begun: nil,
	} {
		var h header
		var got []int
		err := Read(strings.NewReader(content), &h, func(e *entry) error { got = append(got, e.N); return nil })
		if err != nil || h != settings || !slices.Equal(got, want) {
			t.Errorf("%q: read %v of %v, %v, want %v", content, got, h, err, want)
		}
	}
	for _, content := range []string{"", zeros} {
		err := Read(strings.NewReader(content), new(header), func(*entry) error { return nil })
		if !errors.Is(err, ErrEmpty) {
			t.Errorf("%q: %v, want %v", content, err, ErrEmpty)
		}
	}
}

// A halfDisk writes half of what it is told to write once.
type halfDisk struct {
	*os.File
	fails bool
}

func (f *halfDisk) Write(b []byte) (int, error) {
	if !f.fails {
		return f.File.Write(b)
	}
	f.fails = false
	n, _ := f.File.Write(b[:len(b)/2])
	return n, errors.New("disk full")
}

// TestHalfWritten: nothing follows half a line, though the disk writes again.
func TestHalfWritten(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "journal"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	disk := &halfDisk{File: file}
	j, err := Open(disk, settings, func(*entry) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	for n := 1; n <= 4; n++ {
		disk.fails = n == 3
		if err := j.Add(&entry{n}); (err != nil) != (n >= 3) {
			t.Errorf("entry %d: %v", n, err)
		}
	}
	if got := read(t, file.Name()); got != two {
		t.Errorf("%q", got)
	}
}
