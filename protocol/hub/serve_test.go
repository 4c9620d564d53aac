package hub

import (
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"stupol/book/endgame"
	"stupol/movegen"
	"stupol/search"
)

// A stampedWriter remembers what was written when, one Write after the other.
type stampedWriter struct {
	start time.Time
	lines []string
}

func (w *stampedWriter) Write(p []byte) (int, error) {
	w.lines = append(w.lines, fmt.Sprintf("%v %s", time.Since(w.start), p))
	return len(p), nil
}

func TestLastLineOfAnAnswerComesLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &stampedWriter{start: time.Now()}
		in := "hub\ninit\nlevel depth=1\nping\n"
		if err := Serve(t.Context(), strings.NewReader(in), w, fakeOptions(&fakeEngine{})); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, line := range w.lines {
			at, rest, _ := strings.Cut(line, " ")
			command, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
			got = append(got, at+" "+command)
		}
		params := len(defaultSettings().declare())
		want := append([]string{"0s id"}, slices.Repeat([]string{"0s param"}, params)...)
		want = append(want, "2ms wait", "4ms ready", "6ms pong")
		if !reflect.DeepEqual(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

func TestDoneComesLaterThanInfo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := converse(t, fakeOptions(&fakeEngine{}))
		c.say("level depth=1\ngo think\n")
		if got := c.hear(fakeStep); !strings.HasPrefix(got, "info ") || strings.Contains(got, "done") {
			t.Errorf("with the last report: got %q, want info alone", got)
		}
		if got := c.hear(answerPause - 1); got != "" {
			t.Errorf("until the pause is over: got %q, want nothing", got)
		}
		if got := c.hear(1); !strings.HasPrefix(got, "done ") {
			t.Errorf("after the pause: got %q, want done", got)
		}
		c.end()
	})
}

func TestEndOfInputDuringSearch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := converse(t, fakeOptions(&fakeEngine{}))
		c.say("go analyze\n")
		c.hear(fakeStep)
		if err := c.end(); err != nil {
			t.Errorf("Serve returned %v, want nil", err)
		}
		if got := c.hear(time.Second); got != "" {
			t.Errorf("after the end of the input: got %q, want nothing", got)
		}
	})
}

func TestEndOfInputIsFoundAfterAllAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out strings.Builder
		in := strings.Repeat("ping\n", 3*queueLength) + "ping"
		if err := Serve(t.Context(), strings.NewReader(in), &out, Options{}); err != nil {
			t.Fatal(err)
		}
		if got, want := strings.Count(out.String(), "pong\n"), 3*queueLength+1; got != want {
			t.Errorf("got %d answers, want %d", got, want)
		}
	})
}

func TestQuitEndsWithoutMoreInput(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := converse(t, fakeOptions(&fakeEngine{}))
		c.say("go analyze\n")
		c.hear(fakeStep)
		c.say("quit\n")
		if err := <-c.ended; err != nil {
			t.Errorf("Serve returned %v, want nil", err)
		}
		if got, want := c.hear(0), "done move=31-26 ponder=16-21\n"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

func TestCancelledContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		r, w := io.Pipe()
		ended := make(chan error, 1)
		go func() { ended <- Serve(ctx, r, io.Discard, fakeOptions(&fakeEngine{})) }()
		io.WriteString(w, "go analyze\n")
		synctest.Wait()
		cancel()
		if err := <-ended; err != context.Canceled {
			t.Errorf("Serve returned %v, want %v", err, context.Canceled)
		}
		w.Close()
	})
}

func TestBrokenPipes(t *testing.T) {
	broken := errors.New("broken")
	synctest.Test(t, func(t *testing.T) {
		in := io.MultiReader(strings.NewReader("go analyze\n"), iotest.ErrReader(broken))
		if err := Serve(t.Context(), in, io.Discard, fakeOptions(&fakeEngine{})); err != broken {
			t.Errorf("input: Serve returned %v, want %v", err, broken)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		in, gui := io.Pipe()
		engine, out := io.Pipe()
		engine.CloseWithError(broken)
		ended := make(chan error, 1)
		go func() { ended <- Serve(t.Context(), in, out, fakeOptions(&fakeEngine{})) }()
		io.WriteString(gui, "go analyze\n")
		if err := <-ended; err != broken {
			t.Errorf("output: Serve returned %v, want %v", err, broken)
		}
		gui.Close()
	})
}

// A search goes on, and hears stop, while nobody reads what it reports; the
// last report and done are there when somebody does.
func TestGUIThatDoesNotRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, gui := io.Pipe()
		out, engine := io.Pipe()
		ended := make(chan error, 1)
		go func() {
			ended <- Serve(t.Context(), in, engine, fakeOptions(&fakeEngine{}))
			engine.Close()
		}()
		io.WriteString(gui, "go analyze\nping\n")
		const depth = 2 * queueLength
		time.Sleep(depth*fakeStep + fakeStep/2)
		io.WriteString(gui, "ping\nstop\n")
		synctest.Wait()
		io.WriteString(gui, "level depth=1\n")
		gui.Close()
		text, err := io.ReadAll(out)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		last := lines[len(lines)-3:]
		if last[0] != "pong" || !strings.HasPrefix(last[1], fmt.Sprintf("info depth=%d ", depth)) || !strings.HasPrefix(last[2], "done ") {
			t.Errorf("the last lines are\n%s\nwant pong, the report of depth %d, done", strings.Join(last, "\n"), depth)
		}
		if len(lines) > queueLength {
			t.Errorf("%d lines were kept, want at most %d", len(lines), queueLength)
		}
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

func TestOptionsOfTheEngine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e, made := &fakeEngine{}, 0
		opts := fakeOptions(e)
		newEngine := opts.NewEngine
		opts.NewEngine = func(o search.Options) (Engine, error) {
			if made++; made-e.closed != 1 && o.Skill == search.FullSkill {
				t.Errorf("%d engines made and %d closed", made, e.closed)
			}
			return newEngine(o)
		}
		c := converse(t, opts)
		check := func(when string, wantMade, wantCleared int, want search.Options) {
			t.Helper()
			c.hear(time.Second)
			if made != wantMade || e.cleared != wantCleared || e.options != want {
				t.Errorf("%s: %d made, %d cleared, %+v, want %d, %d, %+v", when, made, e.cleared, e.options, wantMade, wantCleared, want)
			}
		}
		c.say("hub\nnew-game\n")
		check("before init", 0, 0, search.Options{})
		c.say("init\n")
		want := search.Options{
			Rules: movegen.International(), Threads: 1, TableBytes: 64 << 20, Skill: search.FullSkill,
			Endgames: endgame.Embedded(movegen.International()),
		}
		want = withBook(want)
		check("init", 1, 0, want)
		c.say("init\nset-param name=ponder value=true\nset-param name=eval value=pst\ninit\nlevel depth=1\ngo\n")
		check("nothing new", 1, 0, want)
		c.say("set-param name=tt-size value=16\nset-param name=threads value=3\n")
		check("before the next go", 1, 0, want)
		c.say("level depth=1\ngo\n")
		want.Threads, want.TableBytes = 3, 1<<20
		check("after it", 2, 0, want)
		c.say("set-param name=variant value=antidraughts\ninit\nnew-game\n")
		want.Rules, want.Endgames = losing(t), endgame.Embedded(losing(t))
		want = withBook(want)
		check("variant", 3, 1, want)
		c.say("set-param name=tt-mb value=100\ninit\n")
		want.TableBytes = 100 << 20
		check("size in MiB", 4, 1, want)
		c.say("set-param name=move-overhead value=90\ninit\n")
		check("overhead", 4, 1, want)
		c.say("level handicap=2 depth=1\ngo\n")
		want.Skill, want.TableBytes = 6, 1<<20
		check("handicap", 5, 1, want)
		c.say("level depth=1\ngo\n")
		check("no handicap", 5, 1, want) // the engine there was
		c.say("level handicap=2 depth=1\ngo\nnew-game\n")
		check("the same handicap", 5, 3, want)
		c.end()
		if e.closed != made {
			t.Errorf("%d engines made and %d closed", made, e.closed)
		}
	})
}

func TestLimitsOfTheSearch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &fakeEngine{}
		c := converse(t, fakeOptions(e))
		for _, tt := range []struct {
			kind            string
			analyze, ponder bool
		}{{"think", false, false}, {"analyze", true, false}, {"ponder", false, true}, {"analyze=true", true, false}} {
			c.say("level depth=1 move-time=5\ngo " + tt.kind + "\n")
			c.hear(time.Second)
			l := e.limits
			if l.Analyze != tt.analyze || (l.Ponder != nil) != tt.ponder || l.Depth != 1 || l.MoveTime != 5*time.Second || l.Overhead != 2*time.Millisecond || l.EarlyReport < answerPause {
				t.Errorf("go %s: got %+v", tt.kind, l)
			}
		}
		c.end()
	})
}

// A failingEngine has nothing to say.
type failingEngine struct{ err error }

func (e failingEngine) Clear() {}

func (e failingEngine) Close() {}

func (e failingEngine) TableBytes() int64 { return 64 << 20 }

func (e failingEngine) Search(context.Context, *movegen.Game, search.Limits, func(search.Info)) (search.Result, error) {
	return search.Result{}, e.err
}

// Whatever goes wrong with the engine, the game goes on with a legal move.
func TestFailingEngine(t *testing.T) {
	tests := []struct {
		name, want string
		make       func(search.Options) (Engine, error)
	}{
		{"not made", "init: no memory", func(search.Options) (Engine, error) { return nil, errors.New("no memory") }},
		{"fails", "on strike", func(search.Options) (Engine, error) { return failingEngine{errors.New("on strike")}, nil }},
		{"no move", "the search found no legal move", func(search.Options) (Engine, error) { return failingEngine{}, nil }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := converse(t, Options{NewEngine: tt.make})
				c.say("pos start moves=\"33-28 18-23 39-33\"\ngo think\n")
				got := c.hear(time.Second)
				lines := strings.Split(got, "\n")
				if lines[0] != `error message="`+tt.want+`"` {
					t.Errorf("got %s, want the message %q", lines[0], tt.want)
				}
				if !lidraughtsInfo.MatchString(lines[1]) || !strings.HasPrefix(lines[2], "done move=") || len(lines) != 4 {
					t.Errorf("got %q, want an error, an info and a done", lines)
				}
				c.end()
			})
		})
	}
}

func TestIgnored(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var got []string
		opts := fakeOptions(&fakeEngine{})
		opts.Ignored = func(m Message) { got = append(got, m.String()) }
		c := converse(t, opts)
		c.say("stop\nhello \"there\nset-param name=book value=true\nlevel depth=1 ply=3 infinite\nlevel\nping\nponder-hit\n")
		if out := c.hear(time.Second); out != "pong\n" {
			t.Errorf("the GUI heard %q, want pong alone", out)
		}
		c.end()
		want := []string{"stop", "hello", "set-param name=book value=true", "level ply=3", "level", "ponder-hit"}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

func TestTooLongLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := converse(t, fakeOptions(&fakeEngine{}))
		c.say(strings.Repeat("x", 3*maxLine) + "\n")
		c.say("pos pos=" + strings.Repeat("b", 3*maxLine) + "\nlevel depth=1\ngo think\n")
		got := c.hear(time.Second)
		want := `error message="line longer than 1 MiB"
error message="line longer than 1 MiB"
error message="go: no valid position"
done
`
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		c.end()
	})
}

// FuzzSession checks that no lines whatever end a session before quit, that
// ping is always answered, and that every go is.
func FuzzSession(f *testing.F) {
	f.Add("hub\ninit\npos start moves=\"32-28\"\nlevel depth=2\ngo think\nping\n")
	f.Add("go ponder\nponder-hit\nstop\ngo analyze\npos pos=Wxx\ngo\nlevel depth=\nping")
	f.Add("pos =\ngo think=\"\nlevel depth nodes= =5\ngo search-moves=\"1-1 2-2 3-3 4-4\" =")
	f.Add("level depth=\xff\x7f\u00e9\nset-param name=bb-dir value=\"\u68cb /\"\nhub\ngo\n")
	f.Add("set-param name=variant value=frisian\npos pos=WeeeeWbeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeew wolf=\"W5=3\"\ngo\nset-param name=variant value=english\ngo\r\n")
	f.Fuzz(func(t *testing.T, in string) {
		synctest.Test(t, func(t *testing.T) {
			lines, pings, searches := 1, 1, 0
			s := NewScanner(strings.NewReader(in))
			for s.Scan() {
				lines++
				switch m, _ := s.Message(); m.Command {
				case "quit":
					return
				case "ping":
					pings++
				case "go":
					searches++
				}
			}
			c := converse(t, fakeOptions(&fakeEngine{}))
			c.say(in + "\nlevel\nping\n")
			out := c.hear(time.Hour)
			if err := c.end(); err != nil {
				t.Fatalf("Serve returned %v", err)
			}
			checkLines(t, out)
			answers := map[string]int{}
			for line := range strings.Lines(out) {
				m, err := Parse(line)
				if err != nil || m.String()+"\n" != line {
					t.Errorf("the engine wrote %q: %v", line, err)
				}
				answers[m.Command]++
			}
			if answers["pong"] != pings || answers["done"] != searches {
				t.Errorf("%d of %d pings and %d of %d searches were answered:\n%s",
					answers["pong"], pings, answers["done"], searches, out)
			}
			if answers["error"] > lines {
				t.Errorf("%d errors for %d lines:\n%s", answers["error"], lines, out)
			}
		})
	})
}
