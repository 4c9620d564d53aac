package dxp

import (
	"context"
	"errors"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"stupol/movegen"
)

// A fakeListener hands out pipes, so that servers can be tested in a synctest
// bubble.
type fakeListener struct {
	lines  chan net.Conn
	errors chan error
	closed chan struct{}
	once   sync.Once
}

func newFakeListener() *fakeListener {
	return &fakeListener{lines: make(chan net.Conn), errors: make(chan error), closed: make(chan struct{})}
}

func (l *fakeListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.lines:
		return c, nil
	case err := <-l.errors:
		return nil, err
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *fakeListener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

func (l *fakeListener) Addr() net.Addr { return fakeAddr{} }

type fakeAddr struct{}

func (fakeAddr) Network() string { return "fake" }
func (fakeAddr) String() string  { return "nowhere" }

// A testServer is a server under test, in a synctest bubble.
type testServer struct {
	*fakeListener
	cancel context.CancelFunc
	ended  chan error
	log    *strings.Builder
	saved  []Record
}

// startServer starts a server.
func startServer(t *testing.T, o Options) *testServer {
	ctx, cancel := context.WithCancel(t.Context())
	s := &testServer{newFakeListener(), cancel, make(chan error, 1), new(strings.Builder), nil}
	o.Log = s.log
	o.Save = func(r Record) error {
		s.saved = append(s.saved, r)
		return nil
	}
	go func() { s.ended <- Serve(ctx, s, o) }()
	synctest.Wait()
	return s
}

// connect connects a peer with the server.
func (s *testServer) connect() *peer { return s.connectFrom("") }

// connectFrom is connect for a peer with that address.
func (s *testServer) connectFrom(address string) *peer {
	ours, theirs := pipeFrom(address)
	p := &peer{line: theirs, start: time.Now()}
	s.lines <- ours
	go p.listen()
	synctest.Wait()
	return p
}

// close ends the server.
func (s *testServer) close() error {
	s.cancel()
	return <-s.ended
}

// expect fails unless the peer hears want within d.
func (p *peer) expect(t *testing.T, d time.Duration, want string) {
	t.Helper()
	if got := p.hear(d); !strings.Contains(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

const (
	aRequest    = "R01Lab                             W001000A\x00"
	theirTurn   = "R01Lab                             Z001000A\x00"
	anAccept    = "AFake                            0"
	firstOfFake = "M0001312600" // the first move of a fakeEngine
)

func TestOneAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startServer(t, fakeOptions())
		first := s.connect()
		first.say(aRequest)
		second := s.connect()
		go second.say(aRequest)
		if got := second.hear(slotWait - time.Millisecond); got != "" {
			t.Errorf("the second one heard %q at once", got)
		}
		second.expect(t, time.Millisecond, "Cbusy")
		first.expect(t, 0, firstOfFake)
		if _, err := second.line.Write([]byte(aRequest)); err == nil {
			t.Error("the second line is still open")
		}
		third := s.connect()
		go third.say(aRequest)
		first.say("M0001192300\x00E00\x00")
		first.line.Close()
		third.expect(t, time.Second/2, anAccept)
		third.expect(t, 2*fakeTime, firstOfFake)
		third.line.Close()
		synctest.Wait()
		if err := s.close(); err != context.Canceled {
			t.Errorf("Serve returned %v, want %v", err, context.Canceled)
		}
		if len(s.saved) != 2 {
			t.Errorf("%d games saved, want 2", len(s.saved))
		}
	})
}

// A peer that does not play has to leave when somebody else wants to.
func TestSilentPeerMakesRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startServer(t, fakeOptions())
		silent := s.connect()
		time.Sleep(crowdedIdleTimeout + time.Second)
		s.connect().expect(t, slotWait, "Cbusy")
		time.Sleep(crowdedIdleTimeout - 2*time.Second)
		next := s.connect()
		next.say(aRequest)
		next.expect(t, 0, anAccept)
		if _, err := silent.line.Write([]byte(aRequest)); err == nil {
			t.Error("the silent peer is still there")
		}
		next.line.Close()
		s.close()
	})
}

func TestSilentPeerIsLeftInPeace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startServer(t, fakeOptions())
		silent := s.connect()
		time.Sleep(idleTimeout - time.Second)
		silent.say(aRequest)
		silent.expect(t, 2*time.Second, firstOfFake)
		s.close()
	})
}

// Peers that do not even take what they are sent.
func TestPeerThatDoesNotRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startServer(t, fakeOptions())
		ours, theirs := net.Pipe()
		s.lines <- ours
		theirs.Write([]byte(aRequest))
		time.Sleep(writeTimeout + time.Second)
		next := s.connect()
		next.say(aRequest)
		next.expect(t, time.Second, anAccept)
		s.close()
	})
}

func TestInterruptedServerSavesTheGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startServer(t, fakeOptions())
		p := s.connect()
		p.say(aRequest)
		p.expect(t, 3*fakeTime/2, firstOfFake)
		p.say("M0001192300\x00")
		synctest.Wait() // until the move is read
		s.close()
		if len(s.saved) != 1 || len(s.saved[0].Remarks) != 2 || s.saved[0].Termination != "interrupted" {
			t.Errorf("saved %+v, want one game of two plies, interrupted", s.saved)
		}
	})
}

func TestServeSurvivesAccept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startServer(t, fakeOptions())
		for range 100 {
			s.errors <- errors.New("too many open files")
		}
		p := s.connect()
		p.say(aRequest)
		p.expect(t, time.Second, anAccept)
		s.close()
	})
}

func TestGameThatCannotBeSaved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var notes []string
		o := fakeOptions()
		o.Note = func(text string) { notes = append(notes, text) }
		o.Save = func(Record) error { return errors.New("no space left on device") }
		ours, theirs := net.Pipe()
		p := &peer{line: theirs, start: time.Now()}
		go p.listen()
		go func() {
			p.say(aRequest + "E00\x00")
			p.expect(t, time.Second, "E00")
			theirs.Close()
		}()
		if err := newServer(o).play(t.Context(), ours); err != nil {
			t.Errorf("play returned %v, want nil", err)
		}
		if all := strings.Join(notes, "\n"); !strings.Contains(all, "game not saved: no space left on device") {
			t.Errorf("the notes are\n%s", all)
		}
	})
}

// An initiator that listens goes on with its match when a line drops, and ends
// when it has been played.
func TestMatchGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := fakeOptions()
		o.Match = NewMatch(o.Rules, nil, 3, time.Minute, 0)
		s := startServer(t, o)
		s.connect().line.Close()
		for range 3 {
			p := s.connect()
			p.expect(t, 0, "R01Fake")
			p.say("ALab                             0\x00")
			p.hear(time.Second)
			p.line.Close()
		}
		if err := <-s.ended; err != nil {
			t.Errorf("Serve returned %v, want nil", err)
		}
		var colors []movegen.Color
		for _, r := range s.saved {
			colors = append(colors, r.Us)
		}
		if len(colors) != 3 || colors[0] != movegen.White || colors[1] != movegen.Black || colors[2] != movegen.White {
			t.Errorf("we were %v, want White, Black, White", colors)
		}
	})
}

func TestLog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startServer(t, fakeOptions())
		p := s.connect()
		p.say("Chello\n\x1b[2J\x00" + strings.Repeat("x", 128) + "\x00" + theirTurn + "E00\x00")
		p.hear(time.Second)
		s.close()
		want := `2000-01-01 00:00:00.000 #0 - listening on nowhere
2000-01-01 00:00:00.000 #1 - connected with pipe
2000-01-01 00:00:00.000 #1 < Chello\n\x1b[2J
2000-01-01 00:00:00.000 #1 - chat: hello??[2J
2000-01-01 00:00:00.000 #1 < (frame: longer than 127 bytes)
2000-01-01 00:00:00.000 #1 > Cframe: longer than 127 bytes
2000-01-01 00:00:00.000 #1 < R01Lab                             Z001000A
2000-01-01 00:00:00.100 #1 > AFake                            0
2000-01-01 00:00:00.100 #1 - game begins: Lab - Fake
2000-01-01 00:00:00.000 #1 < E00
2000-01-01 00:00:00.200 #1 > E00
2000-01-01 00:00:00.200 #1 - game over after 0 plies: Lab - Fake, ongoing, opponent ended the game
2000-01-01 00:00:01.000 #1 - context canceled
2000-01-01 00:00:01.000 #1 - disconnected
`
		if got := s.log.String(); !slices.Equal(sortedLines(got), sortedLines(want)) {
			t.Errorf("the log is\n%swant\n%s", got, want)
		}
	})
}

// sortedLines makes logs comparable: what is read, and what is done about what
// was read before, is written down by different goroutines.
func sortedLines(log string) []string { return slices.Sorted(strings.Lines(log)) }
