package hub

import (
	"bufio"
	"context"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// After quit or the end of the input nobody may be there to read, so the
// session ends all the same, and with it the search.
func TestEndWithoutAReader(t *testing.T) {
	const flood = 2 * queueLength // pings nobody takes the answers to
	tests := []struct {
		name, in string
		close    bool
	}{
		{"end of input", "go analyze\n", true},
		{"end of input after a flood", "go analyze\n" + strings.Repeat("ping\n", flood), true},
		{"quit", "go analyze\nquit\n", false},
		{"quit after a flood", "go analyze\n" + strings.Repeat("ping\n", flood) + "quit\n", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				in, gui := io.Pipe()
				out, engine := io.Pipe()
				e := &fakeEngine{}
				ended := make(chan error, 1)
				go func() { ended <- Serve(t.Context(), in, engine, fakeOptions(e)) }()
				io.WriteString(gui, tt.in)
				if tt.close {
					time.Sleep(time.Minute)
					gui.Close()
				}
				time.Sleep(unreadTimeout)
				synctest.Wait()
				select {
				case err := <-ended:
					if err != errUnread {
						t.Errorf("Serve returned %v, want %v", err, errUnread)
					}
				default:
					t.Error("the session goes on")
				}
				if e.searching.Load() {
					t.Error("the search goes on")
				}
				out.Close()
				gui.Close()
			})
		})
	}
}

// A GUI that reads slowly gets everything.
func TestEndWithASlowReader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		out, engine := io.Pipe()
		ended := make(chan error, 1)
		const pings = 2 * queueLength
		go func() {
			ended <- Serve(t.Context(), strings.NewReader(strings.Repeat("ping\n", pings)), engine, Options{})
			engine.Close()
		}()
		answers := 0
		for lines := bufio.NewScanner(out); lines.Scan(); answers++ {
			time.Sleep(unreadTimeout / 2)
		}
		if err := <-ended; err != nil || answers != pings {
			t.Errorf("%d answers, %v, want %d", answers, err, pings)
		}
	})
}

// What is read ahead has a limit.
func TestReadingAheadIsLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		in, gui := io.Pipe()
		readInput(ctx, in)
		sent := 0
		go func() {
			for line := []byte(strings.Repeat("x ", 500) + "\n"); ; sent += len(line) {
				if _, err := gui.Write(line); err != nil {
					return
				}
			}
		}()
		synctest.Wait()
		if sent == 0 || sent > maxAhead {
			t.Errorf("%d bytes were read, want some and at most %d", sent, maxAhead)
		}
		in.Close()
	})
}

// Values of parameters are written as they came, whatever the alphabet; a GUI may send
// them back.
func TestValuesGoBackAsTheyCame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := converse(t, fakeOptions(&fakeEngine{}))
		for _, value := range []string{"/home/x/Donn\u00e9es", "/caf\u00e9/\u68cb", `"/a b/\u00fc"`, "\"/no\u00a0break\"", "/latin\xe91", "\"a\tb\"", "C:\\Daten", "\u0645\u06cc\u200c\u062e"} {
			for _, name := range []string{"bb-dir", "book-file"} {
				line := "name=" + name + " value=" + value
				c.say("set-param " + line + "\nhub\n")
				if got := c.hear(time.Second); !strings.Contains(got, "param "+line+" type=string\n") {
					t.Errorf("%q: got %q", line, got)
				}
			}
		}
		c.say("level depth=\xff\x7f\u00e9\u202e\nping\n")
		if got, want := c.hear(time.Second), `error message="level: column 13: '\xff\u007f'`; !strings.HasPrefix(got, "error message=") || strings.ContainsAny(got, "\u202e\x7f") {
			t.Errorf("got %q, want %q", got, want)
		}
		c.end()
	})
}

// checkLines fails unless text consists of lines without control characters.
func checkLines(t *testing.T, text string) {
	t.Helper()
	for line := range strings.Lines(text) {
		if i := strings.IndexFunc(strings.TrimSuffix(line, "\n"), func(r rune) bool { return r < ' ' && r != '\t' || r == '\x7f' }); i >= 0 {
			t.Errorf("byte %d of %q is a control character", i, line)
		}
	}
}
