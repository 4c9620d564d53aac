package peer

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stupol/movegen"
	"stupol/protocol/dxp"
	"stupol/protocol/hub"
	"stupol/protocol/words"
	"stupol/search"
)

// TestMain lets the test program play the part of an engine.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "engine" {
		pretend(os.Args[2])
		os.Exit(0)
	}
	os.Setenv("GORACE", "atexit_sleep_ms=0") // spares the engines a second of sleep before they exit
	os.Exit(m.Run())
}

// pretend speaks Hub, without any of the code that it is to test. The mode says what it does
// wrong.
func pretend(mode string) {
	r := movegen.International()
	g := movegen.NewGame(r)
	told, pingless := strings.CutPrefix(mode, "no ping ")
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		m, _ := hub.Parse(lines.Text())
		switch m.Command {
		case "hub":
			greet(mode)
		case "init":
			fmt.Println("ready")
		case "ping":
			if pingless {
				os.WriteFile(told, nil, 0o600)
				break
			}
			fmt.Println("pong")
		case "pos":
			g = movegen.NewGame(r)
			moves, _ := m.Arg("moves")
			for text := range strings.FieldsSeq(moves.Value) {
				move, _ := r.ParseHubMove(g.Position(), text)
				g.Push(move)
			}
		case "go":
			_, endless := m.Arg("analyze")
			answer(mode, g, endless)
		case "stop":
			if mode != "deaf" {
				fmt.Println("done move=" + r.HubMove(g.LegalMoves(nil)[0]))
			}
		case "quit":
			return
		}
	}
}

// greet answers hub.
func greet(mode string) {
	switch mode {
	case "mute":
		return
	case "greets with 100 MB":
		flood(os.Stdout)
	case "binary":
		os.Stdout.Write([]byte("\x00\xff\xfe\x1b[2J\x80id=\x00\n\xff\n"))
	}
	name := "Pretender"
	if mode == "script" {
		name = "<script>alert(1)</script>\x1b[31m" + strings.Repeat("x", 5000)
	}
	fmt.Printf("id name=%q version=1.0\n", name)
	fmt.Println(`param name=variant value=normal type=enum values="normal frisian"`)
	fmt.Println(`param name=threads value=1 type=int min=1 max=4`)
	if mode == "script" {
		for i := range 500 {
			fmt.Printf("param name=p%d value=%q type=string\n", i, strings.Repeat("<b>", 500))
		}
	}
	fmt.Println("wait")
	if mode == "reads no more" {
		time.Sleep(time.Minute)
	}
}

// answer answers go, as the mode says.
func answer(mode string, g *movegen.Game, endless bool) {
	move := g.Rules().HubMove(g.LegalMoves(nil)[0])
	switch mode {
	case "dies":
		fmt.Fprintln(os.Stderr, "assertion failed: score")
		os.Exit(3)
	case "cheats":
		fmt.Println("done move=31-4" + strings.Repeat("x", 100_000))
		return
	case "moveless":
		fmt.Println("done")
		return
	case "100 MB":
		flood(os.Stdout)
	case "100 MB of errors":
		flood(os.Stderr)
	case "100 MB of last words":
		flood(os.Stderr)
		fmt.Fprintln(os.Stderr, "no such book\nassertion failed: score")
		os.Exit(3)
	case "lines":
		fmt.Printf("info depth=9 score=0.5 pv=%s multipv=2\ninfo depth=9 score=0.5 pv=%s multipv=11\ninfo depth=9 score=0.75 pv=%s multipv=1\n", move, move, move)
	case "quiet":
		return
	}
	fmt.Printf("info depth=3 score=0.25 nodes=77 pv=\"%s nonsense\"\n", move)
	fmt.Println("info depth=4 score=200 nodes=NaN")
	if !endless {
		fmt.Println("done move=" + move)
	}
}

// flood writes 100 MB.
func flood(to *os.File) {
	lines := strings.Repeat(strings.Repeat("y", 99)+"\n", 100)
	for range 10_000 {
		to.WriteString(lines)
	}
}

// offered returns an engine of a mode as a board has it.
func offered(t *testing.T, mode string) EngineConfig {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	all, err := Config{"it": {"command": []any{self, "engine", mode}}}.Offered(nil)
	if err != nil || len(all) != 1 {
		t.Fatal(all, err)
	}
	return all[0]
}

// open starts an engine of a mode.
func open(t *testing.T, mode string) BoardEngine {
	t.Helper()
	e := offered(t, mode)
	b, err := e.Open(t.Context(), movegen.International(), map[string]string{"threads": "2"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return b
}

// TestBoardGame plays a whole game by both sides of one program.
func TestBoardGame(t *testing.T) {
	b, g := open(t, "fine"), movegen.NewGame(movegen.International())
	for g.Result().Outcome == movegen.Ongoing {
		var found []search.Info
		r, err := b.Search(t.Context(), g, search.Limits{MoveTime: time.Minute}, func(i search.Info) { found = append(found, i) })
		if err != nil || r.Move != g.LegalMoves(nil)[0] || !r.Found {
			t.Fatalf("got %+v, %v", r, err)
		}
		if len(found) != 2 || found[0].Score != 25 || found[0].Depth != 3 || found[0].Nodes != 77 || len(found[1].PV) != 1 || found[1].Score != search.MaxEval {
			t.Fatalf("found %+v", found)
		}
		g.Push(r.Move)
	}
	if len(g.Moves()) < 20 {
		t.Errorf("only %d moves", len(g.Moves()))
	}
	if b.Title() != "Pretender 1.0" || len(b.Params()) != 1 || b.Params()[0].Max != "4" || b.Params()[0].Value != "2" {
		t.Errorf("it is %s, %v", b.Title(), b.Params())
	}
}

// TestBoardFaults has programs do what they must not. Each is told of in a sentence, soon.
func TestBoardFaults(t *testing.T) {
	for mode, want := range map[string]string{
		"dies":     "it has ended: exit status 3 (assertion failed: score)",
		"cheats":   "it has played a move that is not legal: ",
		"moveless": "it has answered without a move",
		"100 MB":   "it has ended: it has written too much at once",

		"100 MB of last words": "it has ended: exit status 3 (",
	} {
		t.Run(mode, func(t *testing.T) {
			b, began := open(t, mode), time.Now()
			_, err := b.Search(t.Context(), movegen.NewGame(movegen.International()), search.Limits{MoveTime: time.Minute}, func(search.Info) {})
			if err == nil || !strings.HasPrefix(err.Error(), want) || len(err.Error()) > 300 {
				t.Errorf("got %v, want %s", err, want)
			} else {
				isHeard(t, err)
			}
			if mode == "100 MB of last words" && !strings.HasSuffix(err.Error(), "; no such book; assertion failed: score)") {
				t.Errorf("its last lines are not told: %v", err)
			}
			b.Close()
			if passed := time.Since(began); passed > 20*time.Second {
				t.Errorf("it took %v", passed)
			}
		})
	}
}

// isHeard reports an error that people are told in English, whatever they read.
func isHeard(t *testing.T, err error) {
	t.Helper()
	for _, name := range words.Names() {
		l, wrong := words.Named(name)
		if wrong != nil {
			t.Fatal(wrong)
		}
		if said := l.Heard(err.Error()); l != nil && said == err.Error() {
			t.Errorf("in %s it says %s", name, said)
		}
	}
}

// TestFaultsAreHeard looks at parts of errors that a program causes.
func TestFaultsAreHeard(t *testing.T) {
	for _, text := range []string{
		"it does not play russian", "it has no parameter variant, so it plays international draughts, not russian", `it has no parameter "x"`,
		"it says error", "exit status 3", "exit status 3 (last words)", "closed its input or output", "it has written too much at once",
		"another program listens at 127.0.0.1:27531 already", dxp.ErrNoMoreGames.Error(), dxp.ErrVersion.Error(),
	} {
		isHeard(t, errors.New(text))
	}
	_, err := StartProcess(&EngineConfig{Command: []string{"./nowhere"}}, unlogged{}, func(string) {})
	if err == nil || err.Error() != `there is no program "./nowhere"` {
		t.Errorf("got %v", err)
	}
	isHeard(t, err)
	_, err = StartProcess(&EngineConfig{Command: []string{t.TempDir()}}, unlogged{}, func(string) {})
	if err == nil || !strings.HasSuffix(err.Error(), "may not be started") {
		t.Errorf("a folder: got %v", err)
	}
	isHeard(t, err)
}

// TestBoardLines has a program find several lines: each is told as its own, and the best is what the
// result has.
func TestBoardLines(t *testing.T) {
	var found []search.Info
	r, err := open(t, "lines").Search(t.Context(), movegen.NewGame(movegen.International()), search.Limits{MoveTime: time.Minute}, func(i search.Info) { found = append(found, i) })
	if err != nil || len(found) < 2 || found[0].Line != 2 || found[0].Score != 50 || found[1].Line != 1 || found[1].Score != 75 {
		t.Errorf("found %+v, %v", found, err)
	}
	for _, i := range found[1:] {
		if i.Line != 1 {
			t.Errorf("also line %d", i.Line)
		}
	}
	if r.Line != 1 {
		t.Errorf("its result is line %d", r.Line)
	}
}

// TestBoardErrors has a program write 100 MB of errors, and play on.
func TestBoardErrors(t *testing.T) {
	g := movegen.NewGame(movegen.International())
	r, err := open(t, "100 MB of errors").Search(t.Context(), g, search.Limits{MoveTime: time.Minute}, func(search.Info) {})
	if err != nil || !r.Found {
		t.Errorf("got %+v, %v", r, err)
	}
}

// TestBoardSilence has a program say nothing, or go on when it is to stop.
func TestBoardSilence(t *testing.T) {
	if testing.Short() {
		t.Skip("it waits")
	}
	g := movegen.NewGame(movegen.International())
	quiet := open(t, "quiet")
	if _, err := quiet.Search(t.Context(), g, search.Limits{MoveTime: time.Millisecond}, func(search.Info) {}); err == nil || err.Error() != "it has not moved in its time" {
		t.Errorf("got %v", err)
	}
	e := offered(t, "reads no more")
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	began := time.Now()
	_, err := e.Open(ctx, movegen.International(), map[string]string{"threads": strings.Repeat("1", 1<<20)})
	if passed := time.Since(began); err == nil || passed > stopTime+10*time.Second {
		t.Errorf("it does not read: got %v after %v", err, passed)
	}
	deaf := open(t, "deaf")
	ctx, cancel = context.WithCancel(t.Context())
	_, err = deaf.Search(ctx, g, search.Limits{Analyze: true}, func(search.Info) { cancel() })
	if err == nil || err.Error() != "it has not stopped when it was told to" {
		t.Errorf("got %v", err)
	}
}

// TestBoardStops stops an analysis, after which the program is asked again.
func TestBoardStops(t *testing.T) {
	b, g := open(t, "fine"), movegen.NewGame(movegen.International())
	for range 2 {
		ctx, cancel := context.WithCancel(t.Context())
		if _, err := b.Search(ctx, g, search.Limits{Analyze: true}, func(search.Info) { cancel() }); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
}

// TestBoardStarts starts programs that greet with anything, or not at all.
func TestBoardStarts(t *testing.T) {
	e := offered(t, "mute")
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, err := e.Open(ctx, movegen.International(), nil); err == nil || !strings.Contains(err.Error(), "it was not ready") {
		t.Errorf("mute: got %v", err)
	}
	e = offered(t, "greets with 100 MB")
	if _, err := e.Open(t.Context(), movegen.International(), nil); err == nil || err.Error() != "it cannot be started: it has written too much at once" {
		t.Errorf("100 MB: got %v", err)
	}
	e = offered(t, "fine")
	var unfit *hub.UnfitError
	if _, err := e.Open(t.Context(), movegen.Variants()[len(movegen.Variants())-1], nil); !errors.As(err, &unfit) || !strings.HasPrefix(err.Error(), "it cannot be started: it does not play") {
		t.Errorf("another game: got %v", err)
	}
	if got := open(t, "binary").Title(); got != "Pretender 1.0" {
		t.Errorf("binary: it is %q", got)
	}
	script := open(t, "script")
	if title := script.Title(); len([]rune(title)) > longestSaid || strings.Contains(title, "\x1b") || !strings.HasPrefix(title, "<script>") {
		t.Errorf("script: it is %q", title)
	}
	if params := script.Params(); len(params) != mostParams || len([]rune(params[1].Value)) > longestSaid {
		t.Errorf("script: it has %d parameters", len(params))
	}
}

// TestBoardIsOpen cancels when a program is ready, but does not know ping: it is not lost.
func TestBoardIsOpen(t *testing.T) {
	told := filepath.Join(t.TempDir(), "pinged")
	e := offered(t, "no ping "+told)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		defer cancel()
		for t.Context().Err() == nil {
			if _, err := os.Stat(told); err == nil {
				return
			}
			time.Sleep(time.Millisecond)
		}
	}()
	b, err := e.Open(ctx, movegen.International(), nil)
	if err != nil {
		t.Fatalf("it runs, and nobody ends it: %v", err)
	}
	b.Close()
}

// TestOffered reads a file and a command line.
func TestOffered(t *testing.T) {
	config, err := ReadConfig(strings.NewReader("[a]\ncommand = \"./a\"\nmove-time = 1\n[b]\ncommand = \"./b\"\n[us]\nprotocol = \"self\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := config.Offered(nil); err == nil || !strings.HasPrefix(err.Error(), "self is Stupol") {
		t.Errorf("with self: %v", err)
	}
	delete(config, "us")
	all, err := config.Offered([]string{"b,param.threads=2", "name=Moby,dxp=localhost:27531"})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range all {
		got = append(got, fmt.Sprint(e.Name, e.Params, e.Limits, e.IsOpponent()))
	}
	want := "bmap[threads:2]  false|Mobymap[]  true|amap[]  false"
	if strings.Join(got, "|") != want {
		t.Errorf("got %s, want %s", strings.Join(got, "|"), want)
	}
	for _, texts := range [][]string{{"./c", "x/c"}, {"name=c"}, {"self"}, {"'"}, {"protocol=dxp"}, {"./c,asks=true"}, {"dxp=localhost,asks=maybe"}} {
		if all, err := config.Offered(texts); err == nil {
			t.Errorf("%q: got %+v", texts, all)
		}
	}
}
