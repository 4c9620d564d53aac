package dxp

import (
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// A smallDisk has room for that many bytes.
type smallDisk struct {
	strings.Builder
	room int
}

func (d *smallDisk) Write(p []byte) (int, error) {
	if len(p) > d.room {
		return 0, errors.New("no space left on device")
	}
	d.room -= len(p)
	return d.Builder.Write(p)
}

// The log ends when it cannot be written, which is said once; the game goes on.
func TestLogEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var notes strings.Builder
		disk := &smallDisk{room: 500}
		j := &eventLog{log: disk, note: func(text string) { notes.WriteString(text + "\n") }}
		for i := range 20 {
			j.frame(1, "<", strings.Repeat("x", 50))
			disk.room += i // later there might be room again
		}
		j.event(1, "game over")
		if got, want := notes.String(), "the log ends here: no space left on device\ngame over\n"; got != want {
			t.Errorf("the notes are\n%swant\n%s", got, want)
		}
		if n := strings.Count(disk.String(), "\n"); n == 0 || disk.Len() > 600 || !strings.HasSuffix(disk.String(), "\n") {
			t.Errorf("%d lines, %d bytes", n, disk.Len())
		}
	})
}

// The log does not grow beyond its limit, nor does the number of games saved.
// The next game is played all the same.
func TestLimitsOfFiles(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var notes strings.Builder
		o := fakeOptions()
		o.MaxLog, o.MaxSaved = 1000, 2
		o.Note = func(text string) { notes.WriteString(text + "\n") }
		s := startServer(t, o)
		for range 4 {
			p := s.connect()
			p.say(theirTurn)
			p.expect(t, time.Second, anAccept)
			p.say("E10\x00")
			p.expect(t, time.Second, "E00")
			p.line.Close()
			synctest.Wait()
		}
		s.close()
		if log := s.log.String(); len(log) > 1000 || len(log) < 850 || !strings.HasSuffix(log, "\n... the rest is left out: this log is as long as it may be\n") {
			t.Errorf("the log has %d bytes:\n%s", len(log), log)
		}
		if len(s.saved) != 2 {
			t.Errorf("%d games were saved, want 2", len(s.saved))
		}
		for what, want := range map[string]int{"the log ends here: it is as long as it may be": 1, "game not saved: 2 are": 2, "game over": 4} {
			if n := strings.Count(notes.String(), what); n != want {
				t.Errorf("%q was noted %d times, want %d", what, n, want)
			}
		}
	})
}

// What any peer can cause as often as it likes is not noted as often.
func TestNotesHaveALimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var notes []string
		j := &eventLog{note: func(text string) { notes = append(notes, text) }}
		for i := range 10_000 {
			j.frequentEvent(1, "chat: %d", i)
		}
		if len(notes) != noteBurst {
			t.Errorf("%d notes at once, want %d", len(notes), noteBurst)
		}
		j.event(1, "game over")
		time.Sleep(3 * noteInterval)
		notes = notes[noteBurst:]
		for i := range 10 {
			j.frequentEvent(1, "chat: %d", i)
		}
		want := fmt.Sprintf("... and %d more events|game over|chat: 0|chat: 1|chat: 2", 10_000-noteBurst)
		if got := strings.Join(notes, "|"); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
}

// A flood leaves few lines in the log: none for empty frames, none after the
// session, none of those who are sent away.
func TestFloodIsNotLogged(t *testing.T) {
	var log strings.Builder
	s := listenTCP(t, func(o *Options) { o.Log = &log })
	flood := func() {
		c := s.dial(t)
		defer c.Close()
		go io.Copy(io.Discard, c)
		for text := strings.Repeat("\x00C\x01\x02\x03\x00", 1000); ; {
			if _, err := io.WriteString(c, text); err != nil {
				return
			}
		}
	}
	flood()
	silent := s.dial(t)
	flood() // is told that we are busy
	silent.Close()
	s.close(t)
	if n := strings.Count(log.String(), "\n"); n < maxFrames || n > 3*maxFrames {
		t.Errorf("%d lines were logged, want %d to %d", n, maxFrames, 3*maxFrames)
	}
}

// A halfLine can be closed for what is sent, as those of TCP can.
type halfLine struct{ net.Conn }

func (halfLine) CloseWrite() error { return nil }

// All that a peer sends is read for a while after the session, because some
// systems throw away what it has not read yet when its own is refused.
func TestLastWordsInAFlood(t *testing.T) {
	for flood, want := range map[string]error{"\x00": errFrames, "x": errEndless} {
		t.Run(want.Error(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ours, theirs := net.Pipe()
				ended := make(chan error, 1)
				go func() { ended <- newServer(fakeOptions()).play(t.Context(), halfLine{ours}) }()
				heard := make(chan time.Time)
				go func() {
					words := make([]byte, 100)
					n, _ := theirs.Read(words)
					if got, want := string(words[:n]), "Cgoodbye: "+want.Error()+"\x00"; got != want {
						t.Errorf("got %q, want %q", got, want)
					}
					heard <- time.Now()
				}()
				for text := strings.Repeat(flood, 1<<10); ; time.Sleep(4 * time.Millisecond) {
					if _, err := io.WriteString(theirs, text); err != nil {
						break
					}
				}
				if lasted := time.Since(<-heard); lasted < lingerTime || lasted > 2*lingerTime {
					t.Errorf("it was read for %v, want %v", lasted, lingerTime)
				}
				if err := <-ended; err != want {
					t.Errorf("got %v, want %v", err, want)
				}
			})
		})
	}
}
