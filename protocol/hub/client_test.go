package hub

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stupol/movegen"
	"stupol/search"
)

// TestClientTranscripts has a Client carry out the calls in testdata/client with an
// engine that follows a script. In a transcript
//
//	! is a call: handshake, init NAME=VALUE..., new-game, search MOVE... LIMIT..., quit
//	> is a line that the client sends
//	< is a line of the engine that it reads; "< EOF" is the end of the output
//	= is what the call returns
//
// and everything else is said to the reader. The first line names the version.
func TestClientTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/client/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			want, got := string(text), ""
			synctest.Test(t, func(t *testing.T) { got = replayClient(t, want) })
			if got == want {
				return
			}
			if !*update {
				t.Fatalf("the calls took another course (see -update):\n%s", firstDifference(got, want))
			}
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// replayClient carries out the calls of a transcript and returns it as it went.
func replayClient(t *testing.T, transcript string) string {
	first, rest, _ := strings.Cut(transcript, "\n")
	s := &script{}
	s.got.WriteString(first + "\n")
	client := NewClient(s)
	if first == "Hub 1" {
		client = NewClient1(s)
	}
	lines := strings.Split(strings.TrimSuffix(rest, "\n"), "\n")
	for i, line := range lines {
		call, isCall := strings.CutPrefix(line, "! ")
		if !isCall {
			if line == "" || !strings.ContainsAny(line[:1], "<>=") {
				s.got.WriteString(line + "\n")
			}
			continue
		}
		s.got.WriteString(line + "\n")
		s.replies = repliesAfter(lines[i+1:])
		fmt.Fprintf(&s.got, "= %s\n", carryOut(t, client, strings.Fields(call)))
	}
	return s.got.String()
}

// repliesAfter returns the lines of the engine up to the next call.
func repliesAfter(lines []string) (replies []string) {
	for _, line := range lines {
		if strings.HasPrefix(line, "! ") {
			break
		}
		if reply, ok := strings.CutPrefix(line, "< "); ok {
			replies = append(replies, reply)
		}
	}
	return replies
}

// carryOut carries out a call and returns its result as text.
func carryOut(t *testing.T, c *Client, call []string) string {
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	result, err := "ok", error(nil)
	switch call[0] {
	case "handshake":
		err = c.Handshake(ctx)
		result = fmt.Sprintf("%q", c.Name())
	case "init":
		values := map[string]string{}
		r := movegen.International()
		for _, arg := range call[1:] {
			name, value, _ := strings.Cut(arg, "=")
			if values[name] = value; name == "rules" {
				delete(values, name)
				if r, err = movegen.Lookup(value); err != nil {
					t.Fatal(err)
				}
			}
		}
		err = c.Init(ctx, r, values)
	case "new-game":
		err = c.NewGame(ctx)
	case "search", "give-up":
		if call[0] == "give-up" {
			ctx, cancel = context.WithTimeout(ctx, time.Second)
			defer cancel()
		}
		result, err = searchFor(t, ctx, c, call[1:])
	case "quit":
		err = c.Quit()
	default:
		t.Fatalf("no such call: %s", call[0])
	}
	if err != nil {
		return "error: " + err.Error()
	}
	return result
}

// searchFor has c search after the moves in args, with the limits in args.
func searchFor(t *testing.T, ctx context.Context, c *Client, args []string) (string, error) {
	g := movegen.NewGame(movegen.International())
	var l search.Limits
	for _, arg := range args {
		if name, value, ok := strings.Cut(arg, "="); ok {
			setLimit(t, &l, name, value)
			continue
		}
		m, err := g.Rules().ParseHubMove(g.Position(), arg)
		if err != nil {
			t.Fatal(err)
		}
		g.Push(m)
	}
	infos := 0
	a, err := c.Search(ctx, g, l, func(Info) { infos++ })
	if err != nil {
		return "", err
	}
	text := g.Rules().HubMove(a.Move)
	if a.Ponder != nil {
		text += " ponder " + g.Rules().HubMove(*a.Ponder)
	}
	return fmt.Sprintf("%s, depth %d, %d nodes, score %v %v, pv %v, %d infos",
		text, a.Info.Depth, a.Info.Nodes, a.Info.Score, a.Info.Scored, a.Info.PV, infos), nil
}

// setLimit sets a limit from its name and value.
func setLimit(t *testing.T, l *search.Limits, name, value string) {
	var n int
	var d time.Duration
	var err error
	if name == "depth" || name == "nodes" || name == "moves" {
		_, err = fmt.Sscan(value, &n)
	} else {
		d, err = time.ParseDuration(value)
	}
	if err != nil {
		t.Fatal(err)
	}
	if l.Clock == nil && slices.Contains([]string{"time", "inc", "moves"}, name) {
		l.Clock = &search.Clock{}
	}
	switch name {
	case "depth":
		l.Depth = n
	case "nodes":
		l.Nodes = int64(n)
	case "moves":
		l.Clock.Moves = n
	case "move-time":
		l.MoveTime = d
	case "time":
		l.Clock.Remaining = d
	case "inc":
		l.Clock.Increment = d
	}
}

// A script is an engine that says what is written, whatever it is told.
type script struct {
	replies []string
	got     strings.Builder
}

func (s *script) Send(lines ...string) error {
	for _, line := range lines {
		s.got.WriteString("> " + line + "\n")
	}
	return nil
}

func (s *script) Receive(ctx context.Context) (string, error) {
	if len(s.replies) == 0 {
		<-ctx.Done()
		return "", ctx.Err()
	}
	line := s.replies[0]
	s.replies = s.replies[1:]
	s.got.WriteString("< " + line + "\n")
	if line == "EOF" {
		return "", io.EOF
	}
	return line, nil
}

// TestClientAndServe lets a Client and Serve talk with each other.
func TestClientAndServe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		engine := &fakeEngine{}
		toEngine, toClient := newPipe(), newPipe()
		ended := make(chan error)
		go func() { ended <- Serve(t.Context(), toEngine, toClient, fakeOptions(engine)) }()
		c := NewClient(pipeLines{toClient, toEngine})
		if err := c.Handshake(t.Context()); err != nil || !strings.Contains(c.Name(), "Fake") {
			t.Fatalf("%q, %v", c.Name(), err)
		}
		r, err := movegen.Lookup("russian")
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Init(t.Context(), r, map[string]string{"threads": "2"}); err != nil {
			t.Fatal(err)
		}
		if err := c.NewGame(t.Context()); err != nil {
			t.Fatal(err)
		}
		g := movegen.NewGame(r)
		for range 3 {
			a, err := c.Search(t.Context(), g, search.Limits{Depth: 2}, nil)
			if err != nil || a.Move != firstMove(g) || a.Info.Depth != 2 || !a.Info.Scored || a.Ponder == nil {
				t.Fatalf("%+v, %v", a, err)
			}
			g.Push(a.Move)
		}
		if engine.options.Threads != 2 || engine.cleared != 1 {
			t.Errorf("%d threads, cleared %d times", engine.options.Threads, engine.cleared)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := c.Search(ctx, g, search.Limits{}, nil); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a search without a limit: %v", err)
		}
		if a, err := c.Search(t.Context(), g, search.Limits{Depth: 1}, nil); err != nil || a.Info.Depth != 1 {
			t.Errorf("after one that was given up: %+v, %v", a, err)
		}
		if err := errors.Join(c.Quit(), <-ended); err != nil {
			t.Error(err)
		}
	})
}

// A pipe is a stream of bytes in memory that never makes a writer wait.
type pipe struct {
	chunks chan string
	rest   string
}

func newPipe() *pipe { return &pipe{chunks: make(chan string, 1000)} }

func (p *pipe) Write(b []byte) (int, error) {
	p.chunks <- string(b)
	return len(b), nil
}

func (p *pipe) Read(b []byte) (int, error) {
	if p.rest == "" {
		p.rest = <-p.chunks
	}
	n := copy(b, p.rest)
	p.rest = p.rest[n:]
	return n, nil
}

// pipeLines are the lines of a pair of pipes, one line a chunk.
type pipeLines struct{ in, out *pipe }

func (l pipeLines) Send(lines ...string) error {
	for _, line := range lines {
		l.out.chunks <- line + "\n"
	}
	return nil
}

func (l pipeLines) Receive(ctx context.Context) (string, error) {
	select {
	case line := <-l.in.chunks:
		return strings.TrimSpace(line), nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// TestClientSendsKingMoves begins with a king that has made moves in a row.
func TestClientSendsKingMoves(t *testing.T) {
	r, err := movegen.Lookup("frisian")
	if err != nil {
		t.Fatal(err)
	}
	p, err := r.ParseFEN("W:W31,K28:B2,K14:K28=3,K14=1")
	if err != nil {
		t.Fatal(err)
	}
	lines := version2{}.searchCommands(movegen.NewGameFrom(r, p, nil), search.Limits{Depth: 1})
	if !strings.HasSuffix(lines[0], ` wolf="W28=3 B14=1"`) {
		t.Errorf("got %s", lines[0])
	}
}
