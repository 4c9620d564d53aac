package dxp

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stupol/movegen"
	"stupol/search"
)

// untilItEnds sends text again and again, at most so often, until the session
// is over, and returns how often it did and what became of the session.
func (p *peer) untilItEnds(text string, pause time.Duration, most int) (n int, err error) {
	for ; n < most; n++ {
		if _, err := p.line.Write([]byte(text)); err != nil {
			break
		}
		time.Sleep(pause)
	}
	p.line.Close()
	return n, <-p.left
}

// Whatever a peer repeats, it is sent away after 200 frames at the most.
func TestNoFrameCanBeRepeatedForEver(t *testing.T) {
	const game = "R01Lab                             Z060000A\x00"
	ourTurn := strings.Replace(game, "Z", "W", 1)
	long := strings.Repeat("x", maxFrame+1) + "\x00"
	for _, before := range []string{"", game, ourTurn} {
		for _, frame := range []string{
			"\x00", "\r\n\x00", "Chi\x00", "K0\x00", "K\x00", "B001W\x00", "B001Z\x00", "B0\x00", "R\x00", "R02\x00", "E00\x00", "E01\x00", "E\x00",
			"M0001322800\x00", "M\x00", "ALab                             0\x00", "?\x00", long, game, game + "E00\x00",
			game + "E10\x00" + game + "E20\x00",
		} {
			t.Run(fmt.Sprintf("%.10q then %.10q", before, frame), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					p := meet(t, fakeOptions(), false)
					p.say(before)
					n, err := p.untilItEnds(frame, time.Millisecond, 2*maxFrames)
					var limit limitError
					if n > maxFrames+2 || !errors.As(err, &limit) && err != nil {
						t.Errorf("%d times, %v, want at most %d and a limit", n, err, maxFrames)
					}
				})
			})
		}
	}
}

func TestFrameThatNeverEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := meet(t, fakeOptions(), false)
		p.say(theirTurn)
		p.hear(time.Second)
		n, err := p.untilItEnds(strings.Repeat("x", 1<<12), 0, 1<<20)
		if sent := n << 12; sent > 2*maxFrameBytes || err != errEndless {
			t.Errorf("%d bytes, %v, want at most %d and %v", sent, err, 2*maxFrameBytes, errEndless)
		}
		if got := p.hear(time.Second); !strings.Contains(got, "Cgoodbye: a frame without an end") ||
			!strings.Contains(got, "E01") ||
			!strings.Contains(got, "ongoing a frame without an end: Lab - Fake") {
			t.Errorf("got %s", got)
		}
	})
}

// Who takes back gets time back, and could go on for ever.
func TestMovesAreNotTakenBackForEver(t *testing.T) {
	longest := 3*time.Minute + DefaultPeerLimits.Wait
	tests := []struct {
		name, request, repeat string
		pause                 time.Duration
	}{
		{"its own moves", theirTurn, "M0001322800\x00B001W\x00", 30 * time.Second},
		{"its own moves at once", theirTurn, "M0001322800\x00B001W\x00", 0},
		{"its own moves after our answers", theirTurn, "M0001322800\x00", 2 * time.Second},
		{"our moves", aRequest, "B001W\x00", 10 * time.Second},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := meet(t, fakeOptions(), true)
				p.say(tt.request)
				began := time.Now()
				repeat := tt.repeat
				if tt.name == "its own moves after our answers" {
					go func() {
						for {
							time.Sleep(2 * time.Second)
							if _, err := p.line.Write([]byte("B001W\x00")); err != nil {
								return
							}
						}
					}()
				}
				const most = 10_000
				n, err := p.untilItEnds(repeat, tt.pause, most)
				if lasted := time.Since(began); n == most || lasted > longest+time.Minute || err == nil {
					t.Errorf("%d times in %v, %v, want at most %v and a limit", n, lasted, err, longest)
				}
			})
		})
	}
}

// A thinker thinks for half a minute.
type thinker struct{ fakeEngine }

const thinkerTime = 30 * time.Second

func (e thinker) Search(ctx context.Context, g *movegen.Game, l search.Limits, onInfo func(search.Info)) (search.Result, error) {
	sleep(ctx, thinkerTime-fakeTime)
	return e.fakeEngine.Search(ctx, g, l, onInfo)
}

// Taking back stops us thinking, too, so that we would never move.
func TestThoughtsAreNotTakenBackForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := fakeOptions()
		o.Engine = thinker{}
		p := meet(t, o, true)
		p.say(aRequest)
		_, err := p.untilItEnds("B001W\x00", thinkerTime-time.Second, 2*maxBacks)
		longest := 3*time.Minute + DefaultPeerLimits.Wait + 2*thinkerTime
		if lasted := time.Since(p.start); lasted > longest || err != errSilent {
			t.Errorf("lasted %v, %v, want at most %v", lasted, err, longest)
		}
	})
}

// A peer whose session was ended by a limit cannot come back at once, which
// others can.
func TestPeerOverALimitStaysAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startServer(t, fakeOptions())
		offender := s.connectFrom(aStranger)
		for range maxFrames + 1 {
			offender.say("\x00")
		}
		offender.expect(t, 0, "Cgoodbye: too many frames without a move")
		time.Sleep(lingerTime)
		for _, tt := range []struct{ address, want string }{
			{aStranger, "Ccome back in "}, {"::ffff:" + aStranger, "Ccome back in "}, {"192.0.2.2", anAccept}, {"127.0.0.1", anAccept}, {"", anAccept},
		} {
			p := s.connectFrom(tt.address)
			go p.say(theirTurn)
			p.expect(t, time.Second, tt.want)
			p.line.Close()
			synctest.Wait()
		}
		time.Sleep(banTime)
		back := s.connectFrom(aStranger)
		back.say(theirTurn)
		back.expect(t, time.Second, anAccept)
		back.line.Close()
		s.close()
	})
}

// A peer of this machine may come back at once.
func TestFriendOverALimitComesBack(t *testing.T) {
	for _, address := range []string{"", "127.0.0.1", "::1", "::ffff:127.0.0.1"} {
		synctest.Test(t, func(t *testing.T) {
			s := startServer(t, fakeOptions())
			p := s.connectFrom(address)
			for range maxFrames + 1 {
				p.say("\x00")
			}
			p.expect(t, 0, "Cgoodbye: too many frames without a move")
			time.Sleep(lingerTime)
			p = s.connectFrom(address)
			go p.say(theirTurn)
			p.expect(t, time.Second, anAccept)
			p.line.Close()
			s.close()
		})
	}
}

// A peer that has kept somebody else from playing since its last move stays
// away as long, so that coming back every time does not keep the slot.
func TestSquatterStaysAway(t *testing.T) {
	const oneMove = theirTurn + "M0001322800\x00"
	tests := []struct {
		name, say string
		turnAway  bool
		stays     time.Duration
		away      time.Duration
	}{
		{"without a game", "", true, 50 * time.Second, 50 * time.Second},
		{"in its turn", oneMove, true, 50 * time.Second, 49 * time.Second},
		{"until it is sent away", oneMove, true, time.Hour, 3 * time.Minute},
		{"until it is sent away, while nobody waits", oneMove, false, time.Hour, banTime},
		{"while nobody waits", oneMove, false, 50 * time.Second, 0},
		{"until it ends the game", oneMove + "E10\x00", true, time.Second, time.Second},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := meet(t, fakeOptions(), true)
				p.say(tt.say)
				p.hear(time.Millisecond)
				if tt.turnAway {
					p.host.turnedAway.record()
				}
				select {
				case <-p.left:
				case <-time.After(tt.stays):
					p.line.Close()
					<-p.left
				}
				line, _ := pipeFrom(aStranger)
				if away := p.host.gate.BannedFor(line); (away - tt.away).Abs() > 200*time.Millisecond {
					t.Errorf("it has to stay away for %v, want %v", away, tt.away)
				}
			})
		})
	}
}

// One address cannot fill the waiting room.
func TestCrowdOfOneAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startServer(t, fakeOptions())
		for range maxPerAddress {
			s.connectFrom("2001:db8::1")
		}
		s.connectFrom("2001:db8::2").expect(t, 0, "Cbusy")
		p := s.connectFrom("2001:db8:0:1::1")
		if got := p.hear(time.Millisecond); got != "" {
			t.Errorf("another address heard %q at once", got)
		}
		for range maxConnections - maxPerAddress - 1 {
			s.connect()
		}
		s.connectFrom("192.0.2.2").expect(t, 0, "Cbusy")
		s.close()
	})
}
