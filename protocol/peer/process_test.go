package peer

import (
	"strings"
	"testing"
	"time"
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
	if got := tail.lastLines(); !strings.HasSuffix(got, "xfour; five") || len(got) > 5000 {
		t.Errorf("the last lines are %d bytes, %.20q", len(got), got)
	}
}

// TestTailIsBounded writes more than is taken at once: the rest has to wait, and what is kept is the
// end.
func TestTailIsBounded(t *testing.T) {
	lines := 0
	tail := tail{line: func(string) { lines++ }}
	part := []byte(strings.Repeat(strings.Repeat("x", 99)+"\n", 1<<20/100))
	for tail.written+int64(len(part)) < stderrBytes {
		if wait := tail.keep(part); wait > 0 {
			t.Fatalf("it waits after %d bytes", tail.written)
		}
	}
	for range 16 {
		tail.keep(part)
	}
	tail.began = time.Now() // however long that took
	if wait := tail.keep([]byte("one\ntwo\n \nthree\nfour\n")); wait < 500*time.Millisecond || wait > time.Second {
		t.Errorf("after %d bytes it waits %v", tail.written, wait)
	}
	if got := tail.lastLines(); got != "two; three; four" || cap(tail.text) > 64<<10 || lines < 300_000 {
		t.Errorf("the last lines are %q, %d bytes are kept, %d lines were passed on", got, cap(tail.text), lines)
	}
}
