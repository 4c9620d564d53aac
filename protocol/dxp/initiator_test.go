package dxp

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stupol/movegen"
)

// TestInitiatorTranscripts has an Initiator carry out the calls in testdata/initiator
// with a follower that follows a script. In a transcript
//
//	! is a call: request TIME MOVES, move MOVE... (those of our side and theirs so far
//	  are played on), end, close
//	> is a frame that the follower reads; another one is an error
//	< is a frame that it sends then; "< hang up" closes the connection
//	= is what the call returns
//
// and everything else is said to the reader.
func TestInitiatorTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/initiator/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			synctest.Test(t, func(t *testing.T) { callInitiator(t, strings.Split(string(text), "\n")) })
		})
	}
}

// callInitiator carries out the calls of a transcript.
func callInitiator(t *testing.T, lines []string) {
	ours, theirs := net.Pipe()
	r := movegen.International()
	initiator := NewInitiator(ours, "Stupol", r, nil)
	defer initiator.Close()
	go followScript(t, theirs, lines)
	g := movegen.NewGame(r)
	for i, line := range lines {
		call, ok := strings.CutPrefix(line, "! ")
		if !ok {
			continue
		}
		got := callOnce(t, initiator, g, strings.Fields(call))
		if want := resultAfter(lines[i+1:]); got != want {
			t.Errorf("line %d: %s: got %s, want %s", i+1, call, got, want)
		}
	}
}

// resultAfter returns the result of the call before lines.
func resultAfter(lines []string) string {
	for _, line := range lines {
		if want, ok := strings.CutPrefix(line, "= "); ok {
			return want
		}
	}
	return ""
}

// followScript is the follower of a script.
func followScript(t *testing.T, c net.Conn, lines []string) {
	defer c.Close()
	in := bufio.NewReader(c)
	for _, line := range lines {
		if want, ok := strings.CutPrefix(line, "> "); ok {
			frame, err := in.ReadString(0)
			if got := strings.TrimSuffix(frame, "\x00"); got != want || err != nil {
				t.Errorf("got frame %q, %v; want %q", got, err, want)
				return
			}
		}
		if frame, ok := strings.CutPrefix(line, "< "); ok {
			if frame == "hang up" {
				return
			}
			if _, err := c.Write([]byte(frame + "\x00")); err != nil {
				t.Errorf("%s: %v", frame, err)
				return
			}
		}
	}
	_, _ = in.ReadByte() // until the initiator closes
}

// callOnce carries out a call in the game g and returns its result as text.
func callOnce(t *testing.T, i *Initiator, g *movegen.Game, call []string) string {
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	result, err := "ok", error(nil)
	switch call[0] {
	case "request":
		var limit time.Duration
		moves := 0
		if limit, err = time.ParseDuration(call[1]); err != nil {
			t.Fatal(err)
		}
		if _, err = fmt.Sscan(call[2], &moves); err != nil {
			t.Fatal(err)
		}
		err = i.Request(ctx, g, limit, moves)
		result = i.Opponent()
	case "move":
		for _, text := range call[1:] {
			m, err := g.Rules().ParseHubMove(g.Position(), text)
			if err != nil {
				t.Fatal(err)
			}
			g.Push(m)
		}
		var m movegen.Move
		if m, err = i.Move(ctx, g); err == nil {
			result = g.Rules().HubMove(m)
			g.Push(m)
		}
	case "end":
		err = i.EndGame(ctx)
	case "close":
		err = i.Close()
	default:
		t.Fatalf("no such call: %s", call[0])
	}
	if err != nil {
		return "error: " + err.Error()
	}
	return result
}

// TestDialWaits dials an address where somebody listens only later.
func TestDialWaits(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	l.Close()
	failed := make(chan error, 1)
	go func() {
		<-failed
		if l, err := net.Listen("tcp", addr); err == nil {
			defer l.Close()
			if c, err := l.Accept(); err == nil {
				c.Close()
			}
		}
	}()
	c, err := Dial(t.Context(), addr, func(err error) { failed <- err })
	if err != nil {
		t.Fatal(err)
	}
	c.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := Dial(ctx, "127.0.0.1:1", nil); err == nil || errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, want why it cannot be reached", err)
	}
}
