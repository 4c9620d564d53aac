package dxp

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stupol/movegen"
)

// notedHand returns a Hand that keeps what it is told, and what that was since it was last asked.
func notedHand() (*Hand, func() string) {
	h := NewHand()
	var news []string
	h.Tell = func(n News) { news = append(news, strings.TrimSpace(fmt.Sprintf("%s %d %s", n.Kind, n.Plies, n.Text))) }
	h.Takes = func(Terms, string) error { return nil }
	return h, func() string {
		all := strings.Join(news, ", ")
		news = nil
		return all
	}
}

const asksForWhite = "R01Lab                             W005075A\x00"

// TestHandTakesBack has both sides ask to take moves back, and answer.
func TestHandTakesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, told := notedHand()
		o := fakeOptions()
		o.Hand = h
		p := meet(t, o, false)
		says := func(frame, want string) {
			t.Helper()
			p.say(frame + "\x00")
			if got := p.hear(3 * time.Second); !strings.Contains(got, want) {
				t.Errorf("after %s it says %q, want %s", frame, got, want)
			}
		}
		does := func(err error, want string) {
			t.Helper()
			if got := p.hear(3 * time.Second); err != nil || !strings.Contains(got, want) {
				t.Errorf("it says %q, want %s; %v", got, want, err)
			}
		}
		says(strings.TrimSuffix(asksForWhite, "\x00"), "M")
		says("M0001162100", "M")
		does(h.AskBack(t.Context(), 2), "B002W")
		says("K2", "")
		if got := told(); got != "up 0, begun 0, kept 0" {
			t.Errorf("told %s", got)
		}
		does(h.AskBack(t.Context(), 2), "B002W")
		says("K0", "M") // again
		says("B001Z", "")
		if got := told(); got != "back 2, asked 1" {
			t.Errorf("told %s", got)
		}
		does(h.AnswerBack(t.Context(), false), "K2")
		does(h.AnswerBack(t.Context(), true), "") // nobody asks any more
		says("B001Z", "")
		does(h.AnswerBack(t.Context(), true), "K0")
		says("M0001162100", "M") // from there
		says("B001Z", "")
		says("M000121320127", "K2") // a move is an answer, too
		does(h.AskBack(t.Context(), 99), "")
		if got := told(); got != "asked 1, back 1, asked 1, kept 0" {
			t.Errorf("told %s", got)
		}
		does(h.Say(t.Context(), "Grüße\n"), "CGr??e?")
		does(h.End(t.Context(), Loss, false), "E10")
		says("E00", "")
		p.line.Close()
		<-p.left
		if got := told(); got != "down 0" {
			t.Errorf("told %s", got)
		}
		if err := h.Say(t.Context(), "x"); !errors.Is(err, errNoPeer) {
			t.Errorf("without a line: %v", err)
		}
	})
}

func always() bool { return true }

// TestHandAsks has a hand want games, one after the other, and not want one that was just asked for.
func TestHandAsks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, told := notedHand()
		wants := false
		h.Wants = func() (Terms, bool) {
			return Terms{Start: movegen.International().Start(), Follower: movegen.White, Time: time.Minute}, wants
		}
		o := fakeOptions()
		o.Hand = h
		p := meet(t, o, false)
		hears := func(want string) {
			t.Helper()
			if got := p.hear(3 * time.Second); !strings.Contains(got, want) || want == "" && got != "" {
				t.Errorf("it says %q, want %q", got, want)
			}
		}
		hears("")
		p.say(asksForWhite)
		hears("3") // we ask
		wants = true
		if err := h.Wake(t.Context(), always); err != nil {
			t.Fatal(err)
		}
		hears("R01Fake")
		p.say("ALab                             2\x00")
		hears("")
		if err := errors.Join(h.Wake(t.Context(), always), h.End(t.Context(), Unknown, false)); err != nil { // too late to take it back
			t.Fatal(err)
		}
		hears("R01Fake")
		wants = false
		p.say("ALab                             0\x00")
		hears("E00")
		p.say("E00\x00")
		hears("")
		wants = true
		if err := h.Wake(t.Context(), always); err != nil {
			t.Fatal(err)
		}
		hears("R01Fake")
		p.say("ALab                             0\x00M0001322800\x00E10\x00")
		hears("E00")
		if got := told(); got != "up 0, refused 0, begun 0, over 0 opponent gave up" {
			t.Errorf("told %s", got)
		}
		p.line.Close()
		<-p.left
	})
}

// TestHandIsRefused: a peer that does not want a game stays, as long as a person may think about the next.
func TestHandIsRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, told := notedHand()
		h.Wants = func() (Terms, bool) {
			return Terms{Start: movegen.International().Start(), Follower: movegen.White, Time: time.Minute}, true
		}
		p := meetHand(t, h)
		if got := p.hear(time.Second); !strings.Contains(got, "R01Fake") {
			t.Fatalf("got %q", got)
		}
		p.say("ALab                             2\x00")
		p.staysFor(t, 2*time.Hour, told)
	})
}

// TestHandWaits: a peer that says nothing stays while a person waits for its request.
func TestHandWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, told := notedHand()
		meetHand(t, h).staysFor(t, 2*time.Hour, told)
	})
}

// meetHand connects with a session that a person plays in, without a limit that would matter.
func meetHand(t *testing.T, h *Hand) *peer {
	t.Helper()
	o := fakeOptions()
	o.Hand = h
	o.Peer = PeerLimits{Game: 999 * time.Minute, Wait: 12 * time.Hour, Session: 24 * time.Hour}
	return meet(t, o, true)
}

// staysFor has nobody say anything for some time, after which the session is there.
func (p *peer) staysFor(t *testing.T, d time.Duration, told func() string) {
	t.Helper()
	if got := p.hear(d); got != "" {
		t.Errorf("it says %q, and told %s", got, told())
	}
	select {
	case err := <-p.left:
		t.Errorf("the session has ended: %v, told %s", err, told())
	default:
		p.line.Close()
		<-p.left
	}
}
