package dxp

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"
	"unicode"

	"stupol/movegen"
)

// A Hand has games played by people, or by what else finds its moves outside of a session: the
// Engine of the options then waits for these moves, as long as it takes. Whoever uses the Hand keeps
// the clocks. Its functions are called by the session, and must not wait.
type Hand struct {
	// Wants makes us the initiator. It returns the game to ask for, if one is wanted. It is
	// called when there is none, and after Wake.
	Wants func() (Terms, bool)

	// Takes is asked, of a follower, whether a game is taken. The error is why not.
	Takes func(t Terms, opponent string) error

	// Tell is told what happens.
	Tell func(News)

	orders chan func(*session)
}

// NewHand returns a Hand without its functions.
func NewHand() *Hand { return &Hand{orders: make(chan func(*session))} }

// News is something that has happened.
type News struct {
	Kind     NewsKind
	Opponent string          // of Begun: what it calls itself
	Terms    Terms           // of Begun
	New      bool            // of Begun, for who keeps the board: whether it is another game than that on it
	Text     string          // of Said: in printable ASCII; of Down and Over: why
	Plies    int             // of Asked and Back: how many are to remain, or have remained
	Outcome  movegen.Outcome // of Over
	Resigned bool            // of Over: by the peer
	Game     *movegen.Game   // of Over: the game, whose last move may have ended it
}

// NewsKind is what has happened.
type NewsKind string

// What may happen.
const (
	Up      NewsKind = "up"      // there is a peer
	Down    NewsKind = "down"    // there is none any more; a game was not ended by that
	Begun   NewsKind = "begun"   // a game has begun
	Refused NewsKind = "refused" // the game that we asked for
	Over    NewsKind = "over"    // a game, which we have not ended
	Said    NewsKind = "said"    // the peer has written something
	Asked   NewsKind = "asked"   // the peer asks to take moves back: see AnswerBack
	Back    NewsKind = "back"    // moves were taken back
	Kept    NewsKind = "kept"    // moves that we have asked for are not taken back
)

// errNoPeer is the error of an order that nobody can carry out.
var errNoPeer = errors.New("there is no connection")

// orderTimeout is how long a session may take until it carries an order out: it may be sending.
const orderTimeout = 2 * time.Second

// sendPause is how long to wait for our move to be sent, again and again.
const sendPause = 10 * time.Millisecond

// order has the session do something, if there is one, and waits until it is done.
func (h *Hand) order(ctx context.Context, do func(*session)) error {
	limited, cancel := context.WithTimeout(ctx, orderTimeout)
	defer cancel()
	done := make(chan struct{})
	select {
	case h.orders <- func(s *session) { do(s); close(done) }:
	case <-limited.Done():
		return cmp.Or(ctx.Err(), errNoPeer)
	}
	select {
	case <-done:
		return nil
	case <-limited.Done():
		return cmp.Or(ctx.Err(), errNoPeer)
	}
}

// Wake ends the game, if there is one, and has Wants called; or does nothing if the session has come
// to know what is wanted by itself since: needed, which it asks, says whether it has not.
func (h *Hand) Wake(ctx context.Context, needed func() bool) error {
	return h.order(ctx, func(s *session) {
		if !needed() {
			return
		}
		s.endByHand(Unknown)
		if s.state == idle {
			s.nextGame()
		}
	})
}

// Say writes something to the peer: a letter that is not of ASCII becomes a question mark, and what
// is longer than a frame is cut.
func (h *Hand) Say(ctx context.Context, text string) error {
	ascii := strings.Map(func(r rune) rune {
		if r > unicode.MaxASCII {
			return '?'
		}
		return r
	}, text)
	return h.order(ctx, func(s *session) { s.send(Chat(ascii)) })
}

// End ends the game, if there is one, for a reason of ours; after our move if that has been found.
// The peer ends a game itself that is over by the rules.
func (h *Hand) End(ctx context.Context, r Reason, moved bool) error {
	for began := time.Now(); ; {
		waits := false
		err := h.order(ctx, func(s *session) {
			if waits = moved && s.state == playing && s.game.ourTurn(); !waits {
				s.endByHand(r)
			}
		})
		if err != nil || !waits || time.Since(began) > orderTimeout {
			return err
		}
		if err := sleep(ctx, sendPause); err != nil {
			return err
		}
	}
}

// endByHand ends the game, or the one that is asked for as soon as it has begun.
func (s *session) endByHand(r Reason) {
	switch s.state {
	case playing:
		s.game.byHand = true
		if s.game.result.Outcome == movegen.Ongoing || r == Unknown {
			s.end(r, "ended by hand")
		}
	case asking:
		s.unwanted = true
	}
}

// AskBack asks the peer to go back to where so many plies of the game were played. Its answer is
// told as Back or Kept.
func (h *Hand) AskBack(ctx context.Context, plies int) error {
	return h.order(ctx, func(s *session) {
		if s.state != playing || plies < 0 || plies >= len(s.game.Remarks) {
			s.Hand.tell(News{Kind: Kept})
			return
		}
		number, turn := s.game.moveAt(plies)
		s.game.wanted = &plies
		s.send(BackRequest{Move: number, Turn: turn})
	})
}

// AnswerBack takes the moves back that the peer has asked for, or does not.
func (h *Hand) AnswerBack(ctx context.Context, yes bool) error {
	return h.order(ctx, func(s *session) { s.answerBack(yes) })
}

// answerBack answers the peer that has asked to take moves back, if it has.
func (s *session) answerBack(yes bool) {
	if s.state != playing || s.game.asked == nil {
		return
	}
	plies := *s.game.asked
	s.game.asked = nil
	if !yes {
		s.send(BackAccept{BackDeclined})
		return
	}
	s.send(BackAccept{BackDone})
	s.goBack(plies)
}

// backAnswered handles the answer of the peer that we have asked to take moves back.
func (s *session) backAnswered(m BackAccept) {
	if s.state != playing || s.game.wanted == nil {
		return
	}
	plies := *s.game.wanted
	s.game.wanted = nil
	if m.Code != BackDone || plies > len(s.game.Remarks) {
		s.Hand.tell(News{Kind: Kept})
		return
	}
	s.goBack(plies)
}

// goBack takes moves back on which both sides agree.
func (s *session) goBack(plies int) {
	s.stopSearch()
	s.game.rewind(plies)
	s.Hand.tell(News{Kind: Back, Plies: plies})
	s.takeTurn()
}

// moveAt returns the number, and the side, of the move that follows so many plies: see plyOf.
func (g *game) moveAt(plies int) (number int, turn movegen.Color) {
	turn = g.Game.Start().Turn
	if turn == movegen.Black {
		plies++
	}
	return plies/2 + 1, movegen.Color(plies % 2)
}

// wants reports whether we are the initiator.
func (h *Hand) wants() bool { return h != nil && h.Wants != nil }

// tell tells what happens, if somebody wants to know.
func (h *Hand) tell(n News) {
	if h != nil {
		h.Tell(n)
	}
}

// given returns the channel of orders, nil if h is nil.
func (h *Hand) given() <-chan func(*session) {
	if h == nil {
		return nil
	}
	return h.orders
}
