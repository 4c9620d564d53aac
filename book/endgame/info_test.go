package endgame

import (
	"strings"
	"testing"
)

// TestWriteTable writes a line for each material, and a sum for each number of pieces, which
// is that of its lines.
func TestWriteTable(t *testing.T) {
	win := Info{Slice: Slice{Us: Force{Kings: 1}, Them: Force{Kings: 1}}, Positions: 100, Bytes: 25, Longest: 3}
	loss := Info{Slice: Slice{Us: Force{Men: 1}, Them: Force{Kings: 1}}, Positions: 60, Bytes: 15, Longest: 7}
	more := Info{Slice: Slice{Us: Force{Kings: 2}, Them: Force{Kings: 1}}, Positions: 9, Bytes: 9}
	var text strings.Builder
	if err := WriteTable(&text, []Info{win, loss, more}); err != nil {
		t.Fatal(err)
	}
	var got []string
	for line := range strings.Lines(text.String()) {
		f := strings.Fields(line)
		got = append(got, strings.Join([]string{f[0], f[1], f[len(f)-1]}, " "))
	}
	want := []string{"material positions plies", "1k-1k 100 3", "1m-1k 60 7", "2 pieces 7", "2k-1k 9 0", "3 pieces 0"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	text.Reset()
	if err := WriteJSON(&text, []Info{win}); err != nil || !strings.HasPrefix(text.String(), `{"material":"1k-1k","pieces":2,"positions":100,`) {
		t.Errorf("%s, %v", &text, err)
	}
}
