package dxp

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"net"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// How peers misbehave over TCP, each on a connection of its own.
var abuses = []struct {
	name string
	do   func(c *net.TCPConn)
}{
	{"leaves", func(c *net.TCPConn) {}},
	{"resets", func(c *net.TCPConn) { c.SetLinger(0) }},
	{"leaves within a frame", func(c *net.TCPConn) { io.WriteString(c, "R01Lab") }},
	{"resets within a frame", func(c *net.TCPConn) {
		io.WriteString(c, "R01Lab")
		c.SetLinger(0)
	}},
	{"never ends a frame", func(c *net.TCPConn) { c.Write(bytes.Repeat([]byte("R"), 1<<21)) }},
	{"millions of empty frames", func(c *net.TCPConn) { c.Write(make([]byte, 3<<20)) }},
	{"chats and chats", func(c *net.TCPConn) { io.WriteString(c, strings.Repeat("Chi\x00", 1<<18)) }},
	{"chats in our turn", func(c *net.TCPConn) { io.WriteString(c, aRequest+strings.Repeat("Chi\x00", 1<<18)) }},
	{"random bytes", func(c *net.TCPConn) {
		random, noise := rand.NewChaCha8([32]byte{}), make([]byte, 1<<14)
		random.Read(noise)
		c.Write(noise)
	}},
	{"speaks HTTP", func(c *net.TCPConn) { io.WriteString(c, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n") }},
	{"a thousand ends", func(c *net.TCPConn) { io.WriteString(c, strings.Repeat("E01\x00", 1000)) }},
	{"moves without a game", func(c *net.TCPConn) { io.WriteString(c, "M0001322800\x00M0001192300\x00") }},
	{"leaves in our turn", func(c *net.TCPConn) { io.WriteString(c, aRequest) }},
	{"resets in our turn", func(c *net.TCPConn) {
		io.WriteString(c, aRequest)
		bufio.NewReader(c).ReadString(0)
		c.SetLinger(0)
	}},
	{"leaves in its turn", func(c *net.TCPConn) {
		io.WriteString(c, theirTurn)
		bufio.NewReader(c).ReadString(0)
	}},
	{"does not read", func(c *net.TCPConn) {
		io.WriteString(c, aRequest)
		c.CloseRead()
		time.Sleep(50 * time.Millisecond)
	}},
}

// TestServerOutlivesItsPeers checks over TCP that none of the abuses ends the
// server, that decent peers can play in between, that every game is saved, and
// that no goroutine is left at the end.
func TestServerOutlivesItsPeers(t *testing.T) {
	before := runtime.NumGoroutine()
	s := listenTCP(t, nil)
	for _, abuse := range abuses {
		c := s.dial(t)
		abuse.do(c)
		c.Close()
		s.playAGame(t)
	}
	s.close(t)
	s.checkGames(t, len(abuses))
	checkGoroutines(t, before)
}

// TestThousandConnections connects many peers at once, of which some ask for
// games. One that has begun goes on.
func TestThousandConnections(t *testing.T) {
	before := runtime.NumGoroutine()
	s := listenTCP(t, nil)
	player := s.dial(t)
	io.WriteString(player, theirTurn)
	frames := bufio.NewReader(player)
	expectFrame(t, frames, anAccept)

	var crowd sync.WaitGroup
	for worker := range 8 {
		crowd.Go(func() {
			for i := range 125 {
				c, err := net.Dial("tcp", s.addr)
				if err != nil {
					t.Error(err)
					return
				}
				if (i+worker)%3 == 0 {
					io.WriteString(c, aRequest)
				}
				c.Close()
			}
		})
	}
	crowd.Wait()
	io.WriteString(player, "M0001322800\x00")
	expectFrame(t, frames, "M0000162100")
	io.WriteString(player, "E10\x00")
	expectFrame(t, frames, "E00")
	player.Close()
	s.playAGame(t)
	s.close(t)
	s.checkGames(t, 2)
	checkGoroutines(t, before)
}

// A tcpServer is a server on a port of this machine. Its engine moves at once.
type tcpServer struct {
	addr   string
	cancel context.CancelFunc
	ended  chan error

	mu    sync.Mutex
	saved []Record // games with a result
}

// listenTCP starts a tcpServer, with options that change may change.
func listenTCP(t *testing.T, change func(*Options)) *tcpServer {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	s := &tcpServer{addr: l.Addr().String(), cancel: cancel, ended: make(chan error, 1)}
	o := fakeOptions()
	o.Engine = instantEngine{}
	o.Save = func(r Record) error {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.saved = append(s.saved, r)
		return nil
	}
	if change != nil {
		change(&o)
	}
	go func() { s.ended <- Serve(ctx, l, o) }()
	return s
}

func (s *tcpServer) dial(t *testing.T) *net.TCPConn {
	t.Helper()
	c, err := net.Dial("tcp", s.addr)
	if err != nil {
		t.Fatal(err)
	}
	return c.(*net.TCPConn)
}

// playAGame plays a short game, as soon as the server has time for it.
func (s *tcpServer) playAGame(t *testing.T) {
	t.Helper()
	for range 10 {
		c := s.dial(t)
		io.WriteString(c, theirTurn)
		frames := bufio.NewReader(c)
		answer, err := frames.ReadString(0)
		if err != nil || answer == "Cbusy\x00" {
			c.Close()
			time.Sleep(50 * time.Millisecond)
			continue
		}
		if answer != anAccept+"\x00" {
			t.Errorf("the answer to a game request is %q", answer)
		}
		io.WriteString(c, "E10\x00")
		expectFrame(t, frames, "E00")
		c.Close()
		return
	}
	t.Fatal("the server has no time for a decent peer")
}

func expectFrame(t *testing.T, frames *bufio.Reader, want string) {
	t.Helper()
	if got, err := frames.ReadString(0); got != want+"\x00" {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
}

// checkGames checks that as many games as decent peers have lost were saved.
func (s *tcpServer) checkGames(t *testing.T, want int) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	lost := 0
	for _, r := range s.saved {
		switch r.Termination {
		case "opponent gave up":
			lost++
		case "connection lost", "opponent ended the game", errFrames.Error():
		default:
			t.Errorf("a game ended by %q", r.Termination)
		}
	}
	if lost != want {
		t.Errorf("%d games with a result were saved, want %d", lost, want)
	}
}

func (s *tcpServer) close(t *testing.T) {
	t.Helper()
	s.cancel()
	select {
	case err := <-s.ended:
		if err != context.Canceled {
			t.Errorf("Serve returned %v, want %v", err, context.Canceled)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("Serve does not return")
	}
}

// checkGoroutines fails if there are more goroutines than before.
func checkGoroutines(t *testing.T, before int) {
	t.Helper()
	var now int
	for range 100 {
		if now = runtime.NumGoroutine(); now <= before {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	stacks := make([]byte, 1<<16)
	t.Errorf("%d goroutines, %d before:\n%s", now, before, stacks[:runtime.Stack(stacks, true)])
}
