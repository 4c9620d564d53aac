package dxp

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// FuzzSession sends a session anything at all. It must end when the line does,
// answer every game request it has read, and confirm no more ends than it got.
func FuzzSession(f *testing.F) {
	f.Add([]byte(aRequest+"M0001192300\x00E10\x00"+theirTurn+"M0001322800\x00B001W\x00E01\x00R02\x00"), false)
	f.Add([]byte("ALab                             0\x00M0001192300\x00E00\x00E00\x00"), true)
	f.Add([]byte("R01Lab                             Z001001BWezeeeeeeeezeeeeeeeeezeeeeeweeeeweeeeeeeeeeeeeeeeee\x00"+
		"M00012707022111\x00M0001322800\x00K0\x00Chi\x00\xff"), false)
	f.Fuzz(func(t *testing.T, stream []byte, initiator bool) {
		synctest.Test(t, func(t *testing.T) {
			o := fakeOptions()
			if initiator {
				o.Match = NewMatch(o.Rules, nil, 3, time.Minute, 10)
			}
			var log strings.Builder
			o.Log = &log
			p := meet(t, o)
			p.say(string(stream))
			p.hear(time.Minute)
			p.line.Close()
			err := <-p.left
			count := func(what string) int { return strings.Count(log.String(), what) }
			if asked, answered := count(" < R"), count(" > A"); err != errFaults && !initiator && asked != answered {
				t.Errorf("%d requests, %d answers", asked, answered)
			}
			if confirmed := count(" > E"); confirmed > count(" < E")+count("game over") {
				t.Errorf("%d ends sent\n%s", confirmed, log.String())
			}
		})
	})
}
