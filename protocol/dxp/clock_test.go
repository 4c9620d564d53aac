package dxp

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stupol/movegen"
	"stupol/search"
)

// A clockEngine is a fakeEngine that notes the clocks it is given. It takes
// clearTime to forget a game.
type clockEngine struct {
	fakeEngine
	clearTime time.Duration
	clocks    []search.Clock
	pondered  []search.Clock
}

func (e *clockEngine) Clear() { time.Sleep(e.clearTime) }

func (e *clockEngine) Search(ctx context.Context, g *movegen.Game, l search.Limits, onInfo func(search.Info)) (search.Result, error) {
	if l.Ponder == nil {
		e.clocks = append(e.clocks, *l.Clock)
	} else {
		e.pondered = append(e.pondered, *l.Clock)
	}
	return e.fakeEngine.Search(ctx, g, l, onInfo)
}

// playClocks plays against e, which has White and five minutes for 75 moves.
// The peer makes each of its two moves after so long.
func playClocks(t *testing.T, e *clockEngine, o Options, after time.Duration) (events string) {
	o.Engine = e
	p := meet(t, o, false)
	p.say("R01Lab                             W005075A\x00")
	events = p.hear(e.clearTime)
	for _, move := range []string{"M0001162100", "M000121320127"} {
		p.hear(fakeTime + after)
		p.say(move + "\x00")
	}
	p.hear(fakeTime)
	p.line.Close()
	events += p.hear(fakeTime)
	<-p.left
	return events
}

// The search has our clock: the time of the game less what our moves took, and
// less the overhead, which passes on the peer's clock but not on ours; with the
// moves that are left. What the engine needs to forget the last game does not
// count.
func TestClockOfTheSearch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const overhead = 100 * time.Millisecond
		o := fakeOptions()
		o.Limits.Overhead = overhead
		e := &clockEngine{clearTime: 7 * time.Second}
		events := playClocks(t, e, o, 2*time.Second)
		if !strings.Contains(events, "< 7.0 "+anAccept) {
			t.Errorf("got %s, want the answer after 7 s", events)
		}
		want := []search.Clock{
			{Remaining: 300 * time.Second, Moves: 75},
			{Remaining: 299*time.Second - overhead, Moves: 74},
			{Remaining: 298*time.Second - 2*overhead, Moves: 73},
		}
		if !closeTo(e.clocks, want) {
			t.Errorf("got %v, want %v", e.clocks, want)
		}
	})
}

// While it ponders the clock is that of our next move, and stands still. After
// the expected move has come, our time runs from its arrival.
func TestClockWhilePondering(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := fakeOptions()
		o.Ponder = true
		e := &clockEngine{}
		events := playClocks(t, e, o, 5*time.Second)
		if want := []search.Clock{{Remaining: 300 * time.Second, Moves: 75}}; !closeTo(e.clocks, want) {
			t.Errorf("searches in our turn had %v, want %v", e.clocks, want)
		}
		want := []search.Clock{
			{Remaining: 299 * time.Second, Moves: 74},
			{Remaining: 299 * time.Second, Moves: 73},
			{Remaining: 299 * time.Second, Moves: 72},
		}
		if !closeTo(e.pondered, want) {
			t.Errorf("searches in the peer's turn had %v, want %v", e.pondered, want)
		}
		if game := "31-26 1.0 16-21 5.0 32-27 0.0 21x32x27 6.0 37x28x32 0.0"; !strings.Contains(events, game) {
			t.Errorf("got %s, want %s", events, game)
		}
	})
}

// closeTo reports whether clocks are the same but for what it takes to hear.
func closeTo(got, want []search.Clock) bool {
	return slices.EqualFunc(got, want, func(g, w search.Clock) bool {
		return g.Moves == w.Moves && g.Increment == 0 && (g.Remaining-w.Remaining).Abs() < time.Millisecond
	})
}

// After the last move before the limit there is nothing to think about.
func TestNoPonderingAfterTheLastMove(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := fakeOptions()
		o.Ponder = true
		e := &clockEngine{}
		o.Engine = e
		p := meet(t, o, false)
		p.say("R01Lab                             W005001A\x00")
		p.expect(t, 5*fakeTime, firstOfFake)
		p.line.Close()
		<-p.left
		if len(e.clocks) != 1 || len(e.pondered) != 0 {
			t.Errorf("%d searches and %d in the peer's turn, want 1 and none", len(e.clocks), len(e.pondered))
		}
	})
}

// An initiator's engine forgets before the request is sent: the answer starts
// the clock.
func TestInitiatorForgetsBeforeItAsks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := fakeOptions()
		o.Match = NewMatch(o.Rules, nil, 1, 10*time.Minute+30*time.Second, 0)
		e := &clockEngine{clearTime: 7 * time.Second}
		o.Engine = e
		p := meet(t, o, false)
		p.expect(t, e.clearTime, "< 7.0 R01Fake                            Z011000A")
		p.say("ALab                             0\x00")
		p.expect(t, fakeTime, "< 8.0 "+firstOfFake)
		p.line.Close()
		<-p.left
		if want := []search.Clock{{Remaining: 11 * time.Minute}}; !closeTo(e.clocks, want) {
			t.Errorf("got %v, want what was asked for: %v", e.clocks, want)
		}
	})
}
