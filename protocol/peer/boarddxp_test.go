package peer

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"stupol/movegen"
	"stupol/search"
)

// The frames of a follower, without any of the code that is to be tested.
var (
	accepts  = fmt.Sprintf("A%-32s0", "Moby\x1b")
	plays    = "M0001322800"   // 32-28
	captures = "M000128190123" // 28x19 over 23
)

// follow starts a follower that answers each frame as it is told, and hangs up where there is no
// answer. It returns the engine, and the first letters of what it was sent.
func follow(t *testing.T, answers map[string][]string) (EngineConfig, func() string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	heard := make(chan string, 100)
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		for in := bufio.NewReader(c); ; {
			frame, err := in.ReadString(0)
			if err != nil {
				return
			}
			heard <- frame[:1]
			said, ok := answers[frame[:1]]
			if !ok {
				return
			}
			for _, a := range said {
				fmt.Fprintf(c, "%s\x00", a)
			}
		}
	}()
	all, err := Config(nil).Offered([]string{"name=Moby,dxp=" + l.Addr().String()})
	if err != nil {
		t.Fatal(err)
	}
	return all[0], func() (letters string) {
		for len(heard) > 0 {
			letters += <-heard
		}
		return letters
	}
}

// TestBoardDXP plays with a follower, goes back, and plays on from there.
func TestBoardDXP(t *testing.T) {
	e, heard := follow(t, map[string][]string{"R": {accepts, plays}, "M": {captures}, "E": {"E00"}})
	b, err := e.Open(t.Context(), movegen.International(), nil)
	if err != nil {
		t.Fatal(err)
	}
	g := movegen.NewGame(movegen.International())
	ask := func() string {
		t.Helper()
		r, err := b.Search(t.Context(), g, search.Limits{MoveTime: 10 * time.Second}, nil)
		if err != nil || !slices.Contains(g.LegalMoves(nil), r.Move) {
			t.Fatalf("got %+v, %v", r, err)
		}
		return g.Rules().HubMove(r.Move)
	}
	push := func(texts ...string) {
		for _, text := range texts {
			m, err := g.Rules().ParseHubMove(g.Position(), text)
			if err != nil {
				t.Fatal(err)
			}
			g.Push(m)
		}
	}
	first := ask()
	push(first, "19-23")
	second := ask()
	g = movegen.NewGame(movegen.International())
	if again := ask(); first != "32-28" || second != "28x19x23" || again != first {
		t.Errorf("it played %s, %s, and then %s", first, second, again)
	}
	if got := heard(); got != "RMER" {
		t.Errorf("it was sent %s, want a game, a move, the end, and another game", got)
	}
	if b.Title() != "Moby?" || b.Params() != nil {
		t.Errorf("it is %q", b.Title())
	}
	if _, err := b.Search(t.Context(), g, search.Limits{Analyze: true}, nil); err == nil || !strings.Contains(err.Error(), "can only be played against") {
		t.Errorf("an analysis: %v", err)
	}
	b.Close()
}

// TestBoardDXPStopsEarly stops while a game is asked for: the answer would be taken for that to the
// next question, so the line is of no more use.
func TestBoardDXPStopsEarly(t *testing.T) {
	e, heard := follow(t, map[string][]string{"R": {}, "E": {"E00"}})
	b, err := e.Open(t.Context(), movegen.International(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for t.Context().Err() == nil && heard() == "" {
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	_, err = b.Search(ctx, movegen.NewGame(movegen.International()), search.Limits{MoveTime: 10 * time.Second}, nil)
	if err == nil || errors.Is(err, context.Canceled) {
		t.Errorf("got %v, as if the line could be used", err)
	}
}

// TestBoardDXPFaults plays with followers that end the game, break its rules or hang up.
func TestBoardDXPFaults(t *testing.T) {
	for name, tt := range map[string]struct {
		answers map[string][]string
		want    string
	}{
		"gives up":     {map[string][]string{"R": {accepts, "E10"}, "E": {}}, "<nil>"},
		"claims a win": {map[string][]string{"R": {accepts, "E30"}, "E": {}}, "Moby has ended the game"},
		"cheats":       {map[string][]string{"R": {accepts, "M0001010200"}}, "Moby has played a move that is not legal: "},
		"refuses":      {map[string][]string{"R": {fmt.Sprintf("A%-32s3", "Moby")}}, "Moby has ended: "},
		"hangs up":     {nil, "Moby has ended: the line dropped"},
	} {
		t.Run(name, func(t *testing.T) {
			e, _ := follow(t, tt.answers)
			b, err := e.Open(t.Context(), movegen.International(), nil)
			if err != nil {
				t.Fatal(err)
			}
			defer b.Close()
			r, err := b.Search(t.Context(), movegen.NewGame(movegen.International()), search.Limits{MoveTime: 10 * time.Second}, nil)
			if r.Found || !strings.HasPrefix(fmt.Sprint(err), tt.want) {
				t.Errorf("got %+v, %v; want %s", r, err, tt.want)
			}
		})
	}
}
