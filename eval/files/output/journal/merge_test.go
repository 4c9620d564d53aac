package journal

import (
	"strings"
	"testing"
)

// TestMerge merges journals of shards.
func TestMerge(t *testing.T) {
	const header = `{"version":1,"seed":7}` + "\n"
	for _, test := range []struct {
		name    string
		sources []string
		want    string // or the error
	}{
		{"in their order", []string{header + "{\"game\":1}\n", header + "{\"game\":0}\n"}, header + "{\"game\":1}\n{\"game\":0}\n"},
		{"each once", []string{header + "{\"game\":1}\n{\"game\":2}\n", header + "{\"game\":1}\n"}, header + "{\"game\":1}\n{\"game\":2}\n"},
		{"cut off", []string{header + "{\"game\":1}\n{\"ga", header + "{\"game\":0}"}, header + "{\"game\":1}\n"},
		{"nothing yet", []string{"", header + "{\"game\":1}\n"}, header + "{\"game\":1}\n"},
		{"nothing at all", []string{"", ""}, "empty: nothing is finished yet"},
		{"other settings", []string{header, "{\"version\":1,\"seed\":8}\n"}, "b: the journal has other settings: seed is 8 there, not 7"},
		{"no journal", []string{"1. 32-28 19-23 *\n"}, "a: not a journal: its first line is no header of one"},
		{"no object", []string{header + "7\n"}, "a: line 2: damaged: not an entry of a journal"},
		{"no JSON", []string{header + "seven\n"}, "a: line 2: damaged: not an entry of this journal"},
	} {
		var sources []Source
		for i, text := range test.sources {
			sources = append(sources, Source{string(rune('a' + i)), strings.NewReader(text)})
		}
		var out strings.Builder
		n, err := Merge(&out, sources)
		if err != nil {
			if err.Error() != test.want {
				t.Errorf("%s: %v, want %s", test.name, err, test.want)
			}
			continue
		}
		if out.String() != test.want || n != strings.Count(test.want, "\n")-1 {
			t.Errorf("%s: %d entries, %q, want %q", test.name, n, out.String(), test.want)
		}
	}
}
