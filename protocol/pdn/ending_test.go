package pdn

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestEnding(t *testing.T) {
	const game = "[Event \"Cup\"]\n\n1. 32-28 19-23"
	for _, tt := range []struct{ name, file, want string }{
		{"nothing", "", ""},
		{"as we write it", game + " *\n\n", ""},
		{"of Windows", game + " *\r\n\r\n", ""},
		{"of old Macs", game + " *\r\r", ""},
		{"no empty line", game + " *\n", "\n"},
		{"no end of the line", game + " *", "\n\n"},
		{"no result", game, "\n\n"},
		{"a comment", game + " {cut", "}\n\n"},
		{"a comment with an empty line", game + " {cut\n\n", "}\n\n"},
		{"a long comment", game + " {" + strings.Repeat("x", longestComment+10), "}\n\n"},
		{"a character", game + " {\xC3", "}\n\n"},
		{"a comment of a line", game + " ; cut", "\n\n"},
		{"a line that is left out", game + "\n% cut", "\n\n"},
		{"variations", game + " (1... 18-23 (1... 17-22 ", "\n\n))\n\n"},
		{"a comment in a variation", game + " (1... 18-23 {cut", "}\n\n)\n\n"},
		{"a closed variation", game + " (1... 18-23)", "\n\n"},
		{"a value", "[Event \"Cup of", "\"]\n\n*\n\n"},
		{"a value with a backslash", `[Event "Cup\`, "\\\"]\n\n*\n\n"},
		{"a value that was cut out of JSON", `[Event \"Cup`, "\\\"]\n\n*\n\n"},
		{"a bracket", "[Event \"Cup\"", "]\n\n*\n\n"},
		{"a name", "[Event", "]\n\n*\n\n"},
		{"tags", "[Event \"Cup\"]\n\n", "\n\n*\n\n"},
	} {
		got, err := Ending(strings.NewReader(tt.file))
		if got != tt.want || err != nil {
			t.Errorf("%s: %q, %v, not %q", tt.name, got, err, tt.want)
		}
		checkEnding(t, tt.file)
	}
	if _, err := Ending(strings.NewReader("\xFF\xFE[\x00")); !errors.Is(err, ErrEncoding) {
		t.Errorf("UTF-16: %v", err)
	}
	for file, want := range map[string]string{
		`{"pdn": "1. 32-28 *"}`: "JSON", "[]": "JSON", "[White \"\xC8\xE2\xE0\xED\xEE\xE2\"]\n\n*\n": "Windows-1251",
	} {
		if _, err := Ending(strings.NewReader(file)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", file, err, want)
		}
	}
}

// checkEnding appends a game to a file and reads all.
func checkEnding(t *testing.T, file string) {
	t.Helper()
	before, err := ReadAll(strings.NewReader(file))
	if err != nil {
		return
	}
	nothing := func(g *Game) bool { return bare(g).empty() } // ( that is never closed, say
	before = slices.DeleteFunc(before, nothing)
	ending, err := Ending(strings.NewReader(file))
	if err != nil {
		return // JSON, or Windows-1251
	}
	next := readString(t, "[Round \"2\"]\n[Result \"1-0\"]\n\n1. 31-27 1-0\n\n")[0]
	again := slices.DeleteFunc(readString(t, file+ending+next.String()), nothing)
	if len(again) != len(before)+1 {
		t.Fatalf("%q: %d games, with one more behind %q there are %d", file, len(before), ending, len(again))
	}
	if got := bare(again[len(before)]); !reflect.DeepEqual(got, bare(next)) || len(again[len(before)].Faults) > 0 {
		t.Errorf("%q + %q: the game is read as\n%s", file, ending, got)
	}
	for i, g := range before {
		if got := again[i]; !reflect.DeepEqual(bare(got), bare(g)) {
			t.Errorf("%q + %q: game %d was\n%#v\nis\n%#v", file, ending, i+1, bare(g), bare(got))
		}
	}
	if more, err := Ending(strings.NewReader(file + ending)); more != "" || err != nil {
		t.Errorf("%q needs %q, %v behind %q", file, more, err, ending)
	}
}

func FuzzEnding(f *testing.F) {
	for _, file := range []string{
		"", "[Event \"Cup\"]\n\n1. 32-28 {cut", "[A \"b", "1. 32-28 (1... (", "1. 3", "[Result \"4-6\"] 1. 32-28 4-6", "[A \\\"b\\", ")", "[",
		"[Event \"Cup\"]\n\n1. 32-28 19-23 (1... 18-23 2. 31-27 2-0", "1(0 0-0",
		"[]", "[0", "{\"a\":", "[{\"a\":", "[{", "\x00\x00\x00", "\x00*\x00*\x00", "{\\rtf",
	} {
		f.Add(file)
	}
	f.Fuzz(func(t *testing.T, file string) {
		if len(file) < 2000 {
			checkEnding(t, file)
		}
	})
}
