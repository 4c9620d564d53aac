package terminal

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stupol/search"
)

// slowly returns a reader of lines each of which comes some time after it was asked
// for.
func slowly(delay time.Duration, lines ...string) io.Reader {
	r, w := io.Pipe()
	go func() {
		for _, line := range lines {
			time.Sleep(delay)
			if _, err := io.WriteString(w, line+"\n"); err != nil {
				return
			}
		}
		w.Close()
	}()
	return r
}

// TestClocks plays with clocks: both sides use what they take, and get the increment.
func TestClocks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		b := newTable(t, "international", "")
		b.Out, b.Prompt, b.Control = &out, true, Control{Time: time.Minute, Increment: 2 * time.Second}
		b.engine.delay = 5 * time.Second
		b.In = slowly(12*time.Second, "32-28", "clock", "33-29")
		if err := Run(t.Context(), b.Options); err != nil {
			t.Fatal(err)
		}
		wants(t, out.String(), "Each side has 0:01:00 and 2s more for every move.",
			"[0:01:00 - 0:01:00] White > ", "[0:00:50 - 0:00:57] White > ", "White 0:00:45, Black 0:00:57.")
		l := b.engine.limits[0]
		if l.Clock == nil || *l.Clock != (search.Clock{Remaining: time.Minute, Increment: 2 * time.Second}) {
			t.Errorf("the engine was given %+v", l.Clock)
		}
		text := b.memory.games[0].String()
		wants(t, text, "32-28 {[%clk 0:00:50]} ", "[TimeControl \"60+2\"]", "time=1m0s inc=2s", "[StupolPlay \"you=White draws=fmjd skill=4")

		// Going on, the clocks show what they did; taking back, what they did before.
		out.Reset()
		b.Saved, b.In = b.memory.games[0], slowly(time.Second, "y", "clock", "undo", "clock", "quit")
		if err := Run(t.Context(), b.Options); err != nil {
			t.Fatal(err)
		}
		wants(t, out.String(), "White 0:00:33, Black 0:00:54.", "White 0:00:50, Black 0:00:57.")
	})
}

// TestTimeUp lets each side think too long.
func TestTimeUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		b := newTable(t, "international", "")
		b.Out, b.Control = &out, Control{Time: time.Minute}
		b.In = slowly(61*time.Second, "32-28", "quit")
		if err := Run(t.Context(), b.Options); err != nil {
			t.Fatal(err)
		}
		wants(t, out.String(), "0-2. Stupol wins: your time is up.\nThe game is over")
		out.Reset()
		b.engine.delay, b.In = 2*time.Minute, slowly(time.Second, "32-28", "quit")
		if err := Run(t.Context(), b.Options); err != nil {
			t.Fatal(err)
		}
		wants(t, out.String(), "2-0. You win: its time is up.")
		last := b.memory.games[len(b.memory.games)-1]
		if last.Result != "2-0" || last.Tag("Termination") != "time forfeit" {
			t.Errorf("saved as %s", last)
		}
	})
}

// TestUndoClocks takes back the loss by time, and a resignation that was thought about
// for long: the time of the move begins again.
func TestUndoClocks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, lines := range [][]string{{"32-28", "", "", "undo", "33-29", "quit"}, {"32-28", "resign", "", "", "undo", "quit"}} {
			var out bytes.Buffer
			b := newTable(t, "international", "")
			b.Out, b.Prompt, b.Control = &out, true, Control{Time: time.Minute}
			b.In = slowly(25*time.Second, lines...)
			if err := Run(t.Context(), b.Options); err != nil {
				t.Fatal(err)
			}
			text := out.String()
			at := strings.Index(text, "taken back")
			if at < 0 {
				at = strings.Index(text, "goes on")
			}
			if at < 0 || strings.Contains(text[at:], "time is up") {
				t.Errorf("%q: %s", lines, text)
			}
		}
	})
}
