package hub

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

var update = flag.Bool("update", false, "write what happens into the transcripts")

// TestTranscripts replays the conversations in testdata with a fakeEngine and
// a virtual clock. In a transcript
//
//	> is what the GUI sends; lines that follow each other are sent in one piece
//	< is what the engine answers within 10 ms of that
//	~ is time that passes; more answers may follow
//
// and everything else is said to the reader. The end of the transcript is the
// end of the input.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts: %v", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			want := string(text)
			var got string
			synctest.Test(t, func(t *testing.T) { got = replay(t, want) })
			if got == want {
				return
			}
			if !*update {
				t.Fatalf("the conversation took another course (see -update):\n%s", firstDifference(got, want))
			}
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// replay holds the conversation of a transcript and returns it as it went.
func replay(t *testing.T, transcript string) string {
	c := converse(t, fakeOptions(&fakeEngine{}))
	var got, unsent strings.Builder
	hear := func(d time.Duration) {
		for line := range strings.Lines(c.hear(d)) {
			got.WriteString("< " + line)
		}
	}
	send := func() {
		if unsent.Len() > 0 {
			c.say(unsent.String())
			unsent.Reset()
			hear(10 * time.Millisecond)
		}
	}
	for line := range strings.Lines(transcript) {
		said, toSay := strings.CutPrefix(line, "> ")
		if !toSay {
			send()
		}
		if strings.HasPrefix(line, "<") {
			continue
		}
		got.WriteString(line)
		if toSay {
			unsent.WriteString(said)
		} else if wait, ok := strings.CutPrefix(line, "~ "); ok {
			d, err := time.ParseDuration(strings.TrimSpace(wait))
			if err != nil {
				t.Fatal(err)
			}
			hear(d)
		}
	}
	send()
	if err := c.end(); err != nil {
		t.Errorf("Serve returned %v, want nil", err)
	}
	hear(0)
	return got.String()
}

// firstDifference returns the two lines in which texts begin to differ.
func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	n := 0
	for n < len(g) && n < len(w) && g[n] == w[n] {
		n++
	}
	line := func(lines []string) string {
		if n < len(lines) {
			return lines[n]
		}
		return "the end"
	}
	return "after  " + strings.Join(g[max(0, n-3):n], "\n       ") + "\ngot    " + line(g) + "\nwant   " + line(w)
}

// A conversation is a session under test, in a synctest bubble.
type conversation struct {
	in    *io.PipeWriter
	ended chan error

	mu    sync.Mutex
	out   bytes.Buffer
	wrote time.Time // last
}

// converse starts a session.
func converse(t *testing.T, opts Options) *conversation {
	t.Helper()
	r, w := io.Pipe()
	c := &conversation{in: w, ended: make(chan error, 1)}
	go func() {
		c.ended <- Serve(t.Context(), r, c, opts)
		r.Close()
	}()
	return c
}

// Write takes what the session writes, which must be one line.
func (c *conversation) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.wrote = time.Now()
	if bytes.Count(p, []byte("\n")) != 1 || !bytes.HasSuffix(p, []byte("\n")) {
		c.out.WriteString("not one line: ")
	}
	return c.out.Write(p)
}

// say sends text, which may be any number of lines.
func (c *conversation) say(text string) { io.WriteString(c.in, text) }

// hear returns what the session has written after time d.
func (c *conversation) hear(d time.Duration) string {
	time.Sleep(d)
	synctest.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	defer c.out.Reset()
	return c.out.String()
}

// end ends the input and returns what Serve returned.
func (c *conversation) end() error {
	c.in.Close()
	return <-c.ended
}
