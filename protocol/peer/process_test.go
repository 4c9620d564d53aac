package peer

import (
	"strings"
	"testing"
)

// TestTail passes lines on however they come.
func TestTail(t *testing.T) {
	var got []string
	tail := tail{line: func(line string) { got = append(got, line) }}
	for _, part := range []string{"on", "e\ntwo\r\n", "\nthree", strings.Repeat("x", maxLineBytes), "four\nfi", "ve"} {
		if n, err := tail.Write([]byte(part)); n != len(part) || err != nil {
			t.Errorf("got %d, %v", n, err)
		}
	}
	tail.end()
	want := []string{"one", "two", "", "three" + strings.Repeat("x", maxLineBytes), "four", "five"}
	if strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("got %d lines, want %d", len(got), len(want))
	}
	if got := tail.lastLine(); got != "five" {
		t.Errorf("the last line is %q, want five", got)
	}
}
