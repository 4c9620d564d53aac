package dxp

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stupol/book/endgame"
	"stupol/movegen"
	"stupol/search"
)

// logged counts the lines of a log that match, behind time and connection: chat may hold anything.
func logged(log, what string) int {
	return len(regexp.MustCompile(`(?m)^\S+ \S+ #\d+ `+what).FindAllString(log, -1))
}

// FuzzSession sends a session anything at all. It must end when the line does,
// answer every game request it has read, and confirm no more ends than it got.
func FuzzSession(f *testing.F) {
	f.Add([]byte(aRequest+"M0001192300\x00E10\x00"+theirTurn+"M0001322800\x00B001W\x00E01\x00R02\x00"), false)
	f.Add([]byte("ALab                             0\x00M0001192300\x00E00\x00E00\x00"), true)
	f.Add([]byte("R01Lab                             Z001001BWezeeeeeeeezeeeeeeeeezeeeeeweeeeweeeeeeeeeeeeeeeeee\x00"+
		"M00012707022111\x00M0001322800\x00K0\x00Chi\x00\xff"), false)
	f.Add([]byte("C < R\x00C > E\x00C - game over\x00"), false)
	f.Fuzz(func(t *testing.T, stream []byte, initiator bool) {
		synctest.Test(t, func(t *testing.T) {
			o := fakeOptions()
			if initiator {
				o.Match = NewMatch(o.Rules, nil, 3, time.Minute, 10)
			}
			var log strings.Builder
			o.Log = &log
			p := meet(t, o, false)
			p.say(string(stream))
			p.hear(time.Minute)
			p.line.Close()
			err := <-p.left
			var limit limitError
			count := func(what string) int { return logged(log.String(), what) }
			if asked, answered := count("< R"), count("> A"); !errors.As(err, &limit) && !initiator && asked != answered {
				t.Errorf("%d requests, %d answers", asked, answered)
			}
			if confirmed := count("> E"); confirmed > count("< E")+count("- .*game over")+count("> Cgoodbye") {
				t.Errorf("%d ends sent\n%s", confirmed, log.String())
			}
		})
	})
}

// FuzzSeat says anything at all again and again while others want to play. The
// slot must be free after some time, and every game that began be saved.
func FuzzSeat(f *testing.F) {
	f.Add([]byte("\x00"), uint16(59_000))
	f.Add([]byte(theirTurn+"M0001322800\x00E00\x00"), uint16(0))
	f.Add([]byte(theirTurn+"M0001322800\x00B001W\x00"), uint16(2000))
	f.Add([]byte(aRequest+"M0001192300\x00B001Z\x00Chi\x00E10\x00"), uint16(1000))
	f.Add([]byte("R02\x00Chi\x00K1\x00B0\x00ALab\x00x"), uint16(30_000))
	f.Fuzz(func(t *testing.T, stream []byte, pause uint16) {
		if len(stream) == 0 {
			return
		}
		synctest.Test(t, func(t *testing.T) {
			o := fakeOptions()
			o.Peer = PeerLimits{Game: time.Minute, Wait: 2 * time.Minute, Session: 10 * time.Minute}
			var log strings.Builder
			o.Log = &log
			p := meet(t, o, true)
			ended := make(chan struct{})
			go func() {
				for {
					select {
					case <-time.After(crowdedIdleTimeout / 2):
						p.host.turnedAway.record()
					case <-ended:
						return
					}
				}
			}()
			p.untilItEnds(string(stream), time.Duration(pause)*time.Millisecond, 1<<20)
			close(ended)
			longest := o.Peer.Session + 3*o.Peer.Game + 2*o.Peer.Wait + crowdedIdleTimeout
			if stayed := time.Since(p.start); stayed > longest {
				t.Errorf("the slot was taken for %v, want at most %v", stayed, longest)
			}
			saved := -1 // the last such line is the end of the session
			for line := range strings.Lines(p.hear(0)) {
				if strings.HasPrefix(line, "= ") {
					saved++
				}
			}
			if began := logged(log.String(), "- game begins"); began != saved {
				t.Errorf("%d games began, %d were saved", began, saved)
			}
		})
	})
}

// FuzzSetup asks a real engine for games from any position. It must refuse them
// or find a legal move.
func FuzzSetup(f *testing.F) {
	f.Add(byte(0), startSetup)
	f.Add(byte(0), "WZZeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeW")
	f.Add(byte(1), "ZwwwwwwwwwwWWWWWWWWWWWWWWWWeeeeeZZZZZZZZZZZZzzzzzzz")
	f.Add(byte(2), "WWWWWWWWWWWWWWWWZZZZZZZZZZZZZZZZeeeeeeeeeeeeeeeeeeeee")
	// Not Frisian: some captures of its kings take a second to list.
	var engines []*search.Engine
	rules := []*movegen.Rules{movegen.International(), lookup(f, "russian"), lookup(f, "english")}
	for _, r := range rules {
		e, err := search.New(search.Options{Rules: r, TableBytes: 1 << 16, Endgames: endgame.Embedded(r)})
		if err != nil {
			f.Fatal(err)
		}
		engines = append(engines, e)
	}
	f.Fuzz(func(t *testing.T, variant byte, setup string) {
		m, err := Parse("R01Lab                             W001000B" + setup)
		request, ok := m.(GameRequest)
		if err != nil || !ok {
			return
		}
		i := int(variant) % len(rules)
		p, err := request.Position(rules[i])
		if err != nil {
			return
		}
		g := movegen.NewGameFrom(rules[i], p, nil)
		r, err := engines[i].Search(t.Context(), g, search.Limits{Nodes: 200}, nil)
		if err != nil || !slices.Contains(g.LegalMoves(nil), r.Move) {
			t.Errorf("%s, %s: got %+v, %v", rules[i].Name, setup, r, err)
		}
	})
}

func lookup(t testing.TB, variant string) *movegen.Rules {
	r, err := movegen.Lookup(variant)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
