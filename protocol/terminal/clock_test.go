package terminal

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stupol/movegen"
	"stupol/protocol/pdn"
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
		b.Out, b.Prompt, b.Control = &out, true, search.TimeControl{Time: time.Minute, Increment: 2 * time.Second}
		b.engine.delay = 5 * time.Second
		b.In = slowly(12*time.Second, "32-28", "clock", "33-29")
		if err := Run(t.Context(), b.Options); err != nil {
			t.Fatal(err)
		}
		wants(t, out.String(), "Each side has 0:01:00 and 2s more for every move.",
			"[0:01:02 - 0:01:00] White > ", "[0:00:52 - 0:00:57] White > ", "White 0:00:45, Black 0:00:57.")
		l := b.engine.limits[0]
		if l.Clock == nil || *l.Clock != (search.Clock{Remaining: time.Minute, Increment: 2 * time.Second}) {
			t.Errorf("the engine was given %+v", l.Clock)
		}
		text := b.memory.games[0].String()
		wants(t, text, "32-28 {[%clk 0:00:50]} ", "[TimeControl \"60+2\"]", "time=1m0s inc=2s", "[StupolPlay \"you=White draws=fmjd skill=4")

		// Going on, the clocks show what they did; taking back, what they did before less
		// the 19 s and the 2 s of White's thoughts.
		out.Reset()
		b.Saved, b.In = b.memory.games[0], slowly(time.Second, "y", "clock", "undo", "clock", "quit")
		if err := Run(t.Context(), b.Options); err != nil {
			t.Fatal(err)
		}
		wants(t, out.String(), "White 0:00:34, Black 0:00:54.", "White 0:00:30, Black 0:00:57.")
	})
}

// TestTimeUp lets each side think too long.
func TestTimeUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		b := newTable(t, "international", "")
		b.Out, b.Control = &out, search.TimeControl{Time: time.Minute}
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

// TestUndoClocks takes moves back: no time that the person has thought comes back, whatever
// it was that ended the game, and no increment stays; the engine has what it had.
func TestUndoClocks(t *testing.T) {
	const none = "You have no time left to take a move back."
	for _, tt := range []struct {
		name    string
		control search.TimeControl
		lines   []string // one every twelve seconds; the engine takes five of them
		want    string
	}{
		{"a thought", search.TimeControl{Time: time.Minute}, []string{"32-28", "undo", "clock"}, "White 0:00:29, Black 0:01:00."}, // 12, 7 and 12
		{"a thought with an increment", search.TimeControl{Time: time.Minute, Increment: 30 * time.Second}, []string{"32-28", "undo", "clock"}, "White 0:00:59, Black 0:01:00."},
		{"two moves", search.TimeControl{Time: time.Minute, Increment: 30 * time.Second}, []string{"32-28", "31-27", "undo", "undo", "clock"}, "White 0:00:40, Black 0:01:00."}, // 12, 7, 7, 12 and 12
		{"a resignation", search.TimeControl{Time: time.Minute}, []string{"32-28", "resign", "", "", "", "", "undo", "clock"}, "White 0:00:29, Black 0:00:55."},
		{"a loss on time", search.TimeControl{Time: 20 * time.Second}, []string{"32-28", "", "", "undo", "clock"}, none},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var out bytes.Buffer
				b := newTable(t, "international", "")
				b.engine.delay = 5 * time.Second
				b.Out, b.Control, b.In = &out, tt.control, slowly(12*time.Second, tt.lines...)
				if err := Run(t.Context(), b.Options); err != nil {
					t.Fatal(err)
				}
				wants(t, out.String(), tt.want)
			})
		})
	}
}

// TestLeavingGivesNoTimeBack leaves a game in a thought and goes on with it.
func TestLeavingGivesNoTimeBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newTable(t, "international", "")
		var out bytes.Buffer
		b.Out, b.Control, b.In = &out, search.TimeControl{Time: time.Minute}, slowly(20*time.Second, "32-28", "quit")
		if err := Run(t.Context(), b.Options); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Hour)
		b.Saved, b.In = b.memory.games[0], slowly(time.Second, "y", "clock")
		if err := Run(t.Context(), b.Options); err != nil {
			t.Fatal(err)
		}
		wants(t, out.String(), "White 0:00:19, Black 0:01:00.")
	})
}

// evaluationTime is what a search takes for each position.
type evaluationTime time.Duration

func (d evaluationTime) Evaluated(*movegen.Position) { time.Sleep(time.Duration(d)) }

// seen are games as they are kept.
type seen chan *movegen.Game

func (s seen) Keep(g *pdn.Game) error {
	game, _, err := Replayed(g, nil, "")
	if err == nil {
		s <- game
	}
	return err
}

func (seen) Begin() {}

func (seen) Append(string, *pdn.Game) error { return nil }

func (seen) Read(string) ([]*pdn.Game, error) { return nil, nil }

// TestStupolIsInTime plays against the search itself, in virtual time, with clocks of little
// time and much or little increment: it never loses on time, nor does a person who moves
// when half of the time is gone.
func TestStupolIsInTime(t *testing.T) {
	rng := rand.New(rand.NewPCG(66, 1))
	controls := []search.TimeControl{{Time: 6 * time.Second, Increment: 30 * time.Second}, {Time: time.Millisecond, Increment: time.Second}, {Time: 2 * time.Second}}
	for range 3 {
		controls = append(controls, search.TimeControl{Time: 1 + time.Duration(rng.Int64N(int64(5*time.Second))), Increment: time.Second/2 + time.Duration(rng.Int64N(int64(3*time.Second)))})
	}
	for _, control := range controls {
		t.Run(fmt.Sprint(control.Time, "+", control.Increment), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newTable(t, "international", "")
				b.NewEngine = func(r *movegen.Rules, _ int) (Engine, error) {
					return search.New(search.Options{Rules: r, TableBytes: 1 << 18, Observer: evaluationTime(100 * time.Microsecond)})
				}
				var out bytes.Buffer
				in, answers := io.Pipe()
				played := make(seen, 100)
				go func() {
					defer answers.Close()
					left, g := control.Start(), b.Game.Clone()
					for range 4 {
						time.Sleep(left.Available() / 2)
						left = control.After(left, left.Available()/2)
						if _, err := io.WriteString(answers, g.Rules().PDNMove(g.Position(), g.LegalMoves(nil)[0])+"\n"); err != nil {
							return
						}
						<-played // one's own move
						g = <-played
					}
				}()
				b.Files = played
				b.Out, b.Control, b.In = &out, control, in
				if err := Run(t.Context(), b.Options); err != nil {
					t.Fatal(err)
				}
				if text := out.String(); strings.Contains(text, "time is up") || strings.Count(text, "Stupol:") < 4 {
					t.Error(text)
				}
			})
		})
	}
}
