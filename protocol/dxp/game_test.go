package dxp

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stupol/movegen"
	"stupol/protocol/pdn"
	"stupol/search"
)

// TestDrawnGameStaysDrawn plays on from a third occurrence, as a peer may that has
// not seen it, and takes the moves back.
func TestDrawnGameStaysDrawn(t *testing.T) {
	r := movegen.International()
	p, err := r.ParseFEN("W:WK46,K47:BK3,K4")
	if err != nil {
		t.Fatal(err)
	}
	g := newGame(Record{Us: movegen.White, Time: time.Minute}, r, nil, p)
	play := func(moves string) {
		t.Helper()
		for text := range strings.FieldsSeq(moves) {
			m, err := r.ParseHubMove(g.Game.Position(), text)
			if err != nil {
				t.Fatal(err)
			}
			g.play(m, time.Now(), pdn.Remark{})
		}
	}
	check := func(when string, want bool) {
		t.Helper()
		reason, why, ok := g.claim()
		if ok != want || ok && (reason != Draw || why != movegen.ReasonThreefold) {
			t.Errorf("%s: claimed %v: %v, %s", when, ok, reason, why)
		}
	}
	play("46-28 3-12 28-46 12-3 46-28 3-12")
	check("after the second occurrence", false)
	play("28-46 12-3")
	check("after the third", true)
	play("46-41 3-8")
	check("played on", true)
	g.rewind(4)
	check("taken back", false)
}

// A request whose time is 000 is for a game of a minute.
func TestRequestWithoutTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &clockEngine{}
		o := fakeOptions()
		o.Engine = e
		p := meet(t, o, false)
		p.say("R01Lab                             W000075A\x00")
		p.hear(fakeTime)
		p.line.Close()
		<-p.left
		if want := []search.Clock{{Remaining: time.Minute, Moves: 75}}; !closeTo(e.clocks, want) {
			t.Errorf("got %v, want %v", e.clocks, want)
		}
	})
}

// An earlyEngine likes the same moves as a fakeEngine and is done with them at
// once, before the opponent moves if it ponders.
type earlyEngine struct{ fakeEngine }

func (e earlyEngine) Search(ctx context.Context, g *movegen.Game, l search.Limits, onInfo func(search.Info)) (search.Result, error) {
	l.Ponder, l.Clock = nil, &search.Clock{}
	return e.fakeEngine.Search(ctx, g, l, onInfo)
}

// What a search finds in the peer's time is played as soon as the peer makes the
// move expected.
func TestPonderingIsDoneEarly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := fakeOptions()
		o.Engine, o.Ponder = earlyEngine{}, true
		p := meet(t, o, false)
		p.say("R01Lab                             W005075A\x00")
		p.hear(5 * time.Second)
		p.say("M0001162100\x00")
		if got := p.hear(time.Second); !strings.HasPrefix(got, "< 5.0 M0000322700") {
			t.Errorf("got %q, want the answer at once", got)
		}
		p.line.Close()
		<-p.left
	})
}
